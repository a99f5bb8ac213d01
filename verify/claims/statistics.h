// The few tests that verdicts on random quantities rest on. Seeds are the units everywhere: rounds
// of one run are not independent of each other.
#pragma once

#include <cstdint>
#include <vector>

#include "theory/measured/measured.h"
#include "verify/claims/claim.h"

namespace eenet::verify {

// Student's one-sided p-values of "the mean is at most / at least `mean`". Two samples at least; if
// all are equal, 0 or 1 as the common value says.
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

// The exponent in y ~ x^e: the least-squares slope of log y on log x of every seed, then Student's
// interval over seeds. Row i of `curves` belongs to seed i. Requires positive numbers, two seeds
// and two x at least.
theory::Measured growth_exponent(const std::vector<double>& x,
                                 const std::vector<std::vector<double>>& curves, double level);
std::vector<double> log_slopes(const std::vector<double>& x,
                               const std::vector<std::vector<double>>& curves);

// On a claim that something happens to at most the share `allowed` of all seeds, when it happened
// to `events` of `seeds`: Clopper and Pearson's interval against that share.
Verdict judged_by_share(std::uint64_t events, std::uint64_t seeds, double allowed,
                        const Context& context);

// The number in the middle; the mean of both if there are two.
double median(std::vector<double> numbers);

}  // namespace eenet::verify
