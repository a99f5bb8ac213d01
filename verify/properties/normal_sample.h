// Do numbers look like independent standard normal deviates? Every check has a level, the exact or
// bounded probability that it disagrees although they are; and a smallest effect: what it notices
// with probability 99%. A check that could not have noticed a gross effect is inconclusive.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

using Sample = std::vector<double>;

// The sum of squares of n deviates is chi-square with n degrees of freedom: outside its level/2 and
// 1 - level/2 quantiles, they disagree. Noticed: a variance of at least
//   Q_n(1 - level/2) / Q_n(0.01),
// Q_n the quantile; gross: twice the variance.
Finding variance_is_one(const Sample& sample, double level);
double smallest_variance(std::size_t size, double level);

// sqrt(n) times the mean is standard normal. Noticed: a mean of at least
// (z(1 - level/2) + z(0.99)) / sqrt(n), z the normal quantile; gross: half a deviation.
Finding mean_is_zero(const Sample& sample, double level);
double smallest_mean(std::size_t size, double level);

// The largest distance D of the empirical distribution function from the normal one has
// P(D > e) <= 2 exp(-2 n e^2) (A. Dvoretzky, J. Kiefer, J. Wolfowitz, Ann. Math. Stat. 27 (1956)
// 642-669; the constant is of P. Massart, Ann. Probab. 18 (1990) 1269-1283). Noticed: a
// distribution function that is e(level) + e(0.01) away somewhere; gross: a quarter.
Finding distribution_is_normal(Sample sample, double level);
double smallest_distance(std::size_t size, double level);

// r = <a,b>/(|a||b|): r sqrt((n-1)/(1-r^2)) has Student's distribution with n-1 degrees of freedom.
// Noticed: a correlation of at least tanh((z(1 - level/2) + z(0.99))/sqrt(n - 3)), by Fisher's
// transformation, so nearly; gross: a half. Requires equal sizes.
Finding are_uncorrelated(const Sample& a, const Sample& b, double level);
double smallest_correlation(std::size_t size, double level);

}  // namespace eenet::verify
