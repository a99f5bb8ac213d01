// The tests behind verdicts on random quantities. Seeds are the units everywhere: the rounds of one
// run are not independent of each other.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "verify/claims/claim.h"

namespace eenet::verify {

// Student's one-sided p-values of "the mean is at most / at least `mean`". Require two samples; if
// all are equal, return 0 or 1.
double mean_above_p_value(const std::vector<double>& samples, double mean);
double mean_below_p_value(const std::vector<double>& samples, double mean);

// Student's two-sided p-value of "the mean is `mean`", for claims that can fall to either side.
double mean_differs_p_value(const std::vector<double>& samples, double mean);

// Welch's two-sided p-value for two means with their standard deviations.
struct Sampled {
  double mean = 0.0;
  double deviation = 0.0;
  double runs = 2.0;
};
double welch_p_value(const Sampled& a, const Sampled& b);

// Row i belongs to seed i, column k to x[k].
using Curves = std::vector<std::vector<double>>;

// of(context.run_seed(i), x[k]) for i below `seeds` and every k.
Curves curves_per_seed(const Context& context, std::uint64_t seeds, const std::vector<double>& x,
                       const std::function<double(std::uint64_t, double)>& of);

// The exponent in y ~ x^e of every seed: the least-squares slope of log y on log x. Requires
// positive numbers and two x at least.
std::vector<double> log_slopes(const std::vector<double>& x, const Curves& curves);

// The number at the largest x, for every seed.
std::vector<double> last_of_each(const Curves& curves);

// Requires a number.
double mean(const std::vector<double>& numbers);

// The number in the middle; the mean of both if there are two.
double median(std::vector<double> numbers);

}  // namespace eenet::verify
