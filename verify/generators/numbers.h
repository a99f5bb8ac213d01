// Numbers for testing arithmetic, from a case's seed. (RapidCheck's own doubles are sums of an
// integer and a fraction: never tiny, never special, and they do not shrink.)
#pragma once

#include <vector>

#include "reference/rng.h"
#include "verify/case.h"

namespace eenet::verify {

// A generator of its own for each thing that a case is asked for, named by `purpose`.
Rng case_rng(const Case& one, std::string_view purpose, std::uint64_t index = 0);

// Uniform on [lower, upper), rounded to a multiple of 2^-digits.
double number_between(Rng& rng, double lower, double upper, std::uint64_t digits);

// 0, -0, powers of two, neighbours of 1, the smallest normal and subnormal numbers, and the like:
// none larger than 2, so that networks made of them do not overflow.
double special_number(Rng& rng);

// Rounded to the nearest multiple of 2^-digits (ties to even), unchanged for digits >= 52.
double rounded(double number, std::uint64_t digits);

// Uniform on the sphere; a coordinate vector at digits == 0.
std::vector<double> unit_vector(Rng& rng, std::size_t size, std::uint64_t digits);

// A random permutation of 0, ..., size-1.
std::vector<std::size_t> permutation(Rng& rng, std::size_t size);

}  // namespace eenet::verify
