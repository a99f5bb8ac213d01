// Numbers and networks for vectors. All can be stored in a float, so that a vector asks the same of
// every arithmetic.
#pragma once

#include <string>
#include <vector>

#include "reference/rng.h"
#include "verify/naive_mlp.h"
#include "verify/oracle/vectors/network_bounds.h"
#include "verify/oracle/vectors/test_vector.h"

namespace eenet::verify::oracle {

// Multiples of 2^-6 between -2 and 2: numbers that a person can follow.
Numbers short_numbers(Rng& rng, std::size_t size);
// Normal deviates times the scale, rounded to float.
Numbers float_numbers(Rng& rng, std::size_t size, double scale);
// Of norm 1 up to the rounding to float.
Numbers float_unit_vector(Rng& rng, std::size_t size);

double as_float(double number);

// "L3-m4-d3".
std::string shape_name(const NaiveShape& shape);
// {"input": 3, "width": 4, "depth": 3}.
Json shape_json(const NaiveShape& shape);

// A tolerance as it stands in a file: null where nothing is promised.
Json tolerance(double bound);
Json tolerance(const Numbers& bounds);
// The sum of what the judged implementation and the expected answer may be off.
Numbers added(Numbers a, const Numbers& b);

}  // namespace eenet::verify::oracle
