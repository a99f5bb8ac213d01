#include "theory/regret/regret_growth.h"

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/measured/names.h"

namespace eenet::theory {

namespace {

// The loss of every run in the two windows, as rates in a common unit: the second window is twice
// as long as the first.
struct Rates {
  std::vector<double> first;
  std::vector<double> second;
};

Rates rates_of(const std::vector<RegretAtDoublings>& seeds, bool may_fall) {
  Rates rates;
  for (const RegretAtDoublings& run : seeds) {
    const bool finite =
        std::isfinite(run.quarter) && std::isfinite(run.half) && std::isfinite(run.full);
    const bool rises = run.quarter >= 0.0 && run.half >= run.quarter && run.full >= run.half;
    EENET_REQUIRE(finite && (may_fall || rises), "judge_growth: regret ", run.quarter, ", ",
                  run.half, ", ", run.full, ", expected finite numbers that do not fall");
    rates.first.push_back(2.0 * (run.half - run.quarter));
    rates.second.push_back(run.full - run.half);
  }
  return rates;
}

double mean_of(const std::vector<double>& samples) {
  double sum = 0.0;
  for (const double sample : samples) sum += sample;
  return sum / static_cast<double>(samples.size());
}

// Of the means, not of the samples.
double covariance_of_means(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean_a = mean_of(a);
  const double mean_b = mean_of(b);
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_a) * (b[i] - mean_b);
  const auto n = static_cast<double>(a.size());
  return sum / (n - 1.0) / n;
}

// Fieller's interval of the ratio of expected rates at a Student quantile t: all q with
// |second - q first| <= t standard errors. The whole half-line where the first rate
// itself is not surely above 0.
Interval ratio_interval(const Rates& rates, double t) {
  const double first = mean_of(rates.first);
  const double second = mean_of(rates.second);
  const double a = first * first - t * t * covariance_of_means(rates.first, rates.first);
  const double b = first * second - t * t * covariance_of_means(rates.first, rates.second);
  const double c = second * second - t * t * covariance_of_means(rates.second, rates.second);
  if (!(a > 0.0 && first > 0.0)) return {0.0, kInfinity};
  const double root = std::sqrt(std::max(b * b - a * c, 0.0));
  return {std::max((b - root) / a, 0.0), std::max((b + root) / a, 0.0)};
}

double exponent_of(double ratio) {
  return 1.0 + std::log2(ratio);
}

Measured exponent_between(const Rates& rates, const Interval& ratio, double level) {
  const double first = mean_of(rates.first);
  const double second = mean_of(rates.second);
  double value = -kInfinity;
  if (second > 0.0) value = first > 0.0 ? exponent_of(second / first) : kInfinity;
  const double lower = exponent_of(ratio.lower);
  const double upper = exponent_of(ratio.upper);
  return Measured::statistical(value, std::min(lower, value), std::max(upper, value), level);
}

struct TwoPValues {
  double larger = 1.0;   // of "the mean is at most 0"
  double smaller = 1.0;  // of "the mean is at least 0"
};

// Student's, but never surer than as many fair coins as there are samples.
TwoPValues student_p_values(const std::vector<double>& samples) {
  const double mean = mean_of(samples);
  const double standard_error = std::sqrt(covariance_of_means(samples, samples));
  const double coins = std::exp2(-static_cast<double>(samples.size()));
  TwoPValues p;
  if (standard_error > 0.0) {
    const boost::math::students_t distribution(static_cast<double>(samples.size()) - 1.0);
    const double t = mean / standard_error;
    p.smaller = boost::math::cdf(distribution, t);
    p.larger = boost::math::cdf(complement(distribution, t));
  } else {
    if (mean > 0.0) p.larger = 0.0;
    if (mean < 0.0) p.smaller = 0.0;
  }
  p.larger = std::max(p.larger, coins);
  p.smaller = std::max(p.smaller, coins);
  return p;
}

// The probability that Student's statistic of n samples with this mean and standard error is above
// the quantile t. Beyond 30 standard errors no double tells it from 1.
double student_power(double mean, double standard_error, double n, double t) {
  constexpr double kFar = 30.0;
  if (!(mean > 0.0)) return 0.0;
  if (!(mean < kFar * standard_error)) return 1.0;
  const boost::math::non_central_t distribution(n - 1.0, mean / standard_error);
  return boost::math::cdf(complement(distribution, t));
}

// If the same mean regret after T/4 had grown with this exponent, as rates in their common unit.
struct TwoRates {
  double first = 0.0;
  double second = 0.0;
};
TwoRates rates_of_growth(double lost, double exponent) {
  const double at_quarter = std::exp2(-2.0 * exponent);
  const double at_half = std::exp2(-exponent);
  return {2.0 * lost * (at_half - at_quarter) / (1.0 - at_quarter),
          lost * (1.0 - at_half) / (1.0 - at_quarter)};
}

GrowthPower power_of(const Rates& rates, const std::vector<double>& differences, double boundary,
                     double tail, double t) {
  const auto n = static_cast<double>(differences.size());
  const double lost = mean_of(rates.first) / 2.0 + mean_of(rates.second);
  const double standard_error = std::sqrt(covariance_of_means(differences, differences));
  const TwoRates line = rates_of_growth(lost, 1.0);
  const TwoRates root = rates_of_growth(lost, 0.5);
  GrowthPower power;
  // A line's interval must also hold 1, and misses it with probability `tail`.
  power.line = std::max(
      student_power(line.second - boundary * line.first, standard_error, n, t) - tail, 0.0);
  power.square_root = student_power(boundary * root.first - root.second, standard_error, n, t);
  return power;
}

bool all_zero(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return x == 0.0; });
}

}  // namespace

std::string to_text(Growth growth) {
  return name_in({{Growth::kLinear, "linear"},
                  {Growth::kSublinear, "sublinear"},
                  {Growth::kUndecided, "not enough evidence"}},
                 growth);
}

RegretAtDoublings at_doublings(const std::vector<double>& regret_after_round) {
  const std::size_t quarter = regret_after_round.size() / 4;
  EENET_REQUIRE(quarter >= 1, "at_doublings: got ", regret_after_round.size(),
                " rounds, expected at least 4");
  return {regret_after_round[quarter - 1], regret_after_round[2 * quarter - 1],
          regret_after_round[4 * quarter - 1]};
}

GrowthReport judge_growth(const std::vector<RegretAtDoublings>& seeds,
                          const GrowthSettings& settings) {
  EENET_REQUIRE(seeds.size() >= 2, "judge_growth: got ", seeds.size(),
                " seeds, expected at least 2");
  EENET_REQUIRE(settings.level > 0.0 && settings.level < 1.0, "judge_growth: level is ",
                settings.level, ", expected between 0 and 1");
  EENET_REQUIRE(settings.threshold > 0.0 && settings.threshold < 1.0, "judge_growth: threshold is ",
                settings.threshold, ", expected between 0 and 1");
  const Rates rates = rates_of(seeds, settings.may_fall);
  const auto n = static_cast<double>(seeds.size());
  const double tail = (1.0 - settings.level) / 2.0;
  const double boundary = std::exp2(settings.threshold - 1.0);
  std::vector<double> differences;
  for (std::size_t i = 0; i < seeds.size(); ++i) {
    differences.push_back(rates.second[i] - boundary * rates.first[i]);
  }
  GrowthReport report;
  report.seeds = seeds.size();
  report.unseen_share = 1.0 - std::pow(tail, 1.0 / n);
  const TwoPValues p = student_p_values(differences);
  report.linear_p_value = p.larger;
  report.sublinear_p_value = p.smaller;
  const bool nothing_lost = all_zero(rates.first) && all_zero(rates.second);
  if (nothing_lost) report.sublinear_p_value = std::exp2(-n);
  if (std::exp2(-n) > tail) {  // too few to say anything
    if (!nothing_lost) report.power = GrowthPower{};
    report.exponent = exponent_between(rates, {0.0, kInfinity}, settings.level);
    return report;
  }
  const double t = boost::math::quantile(complement(boost::math::students_t(n - 1.0), tail));
  if (!nothing_lost) report.power = power_of(rates, differences, boundary, tail, t);
  const Interval ratio = nothing_lost ? Interval{0.0, 0.0} : ratio_interval(rates, t);
  report.exponent = exponent_between(rates, ratio, settings.level);
  if (report.sublinear_p_value <= tail) {
    report.growth = Growth::kSublinear;
    report.exponent.upper = std::min(report.exponent.upper, settings.threshold);
  } else if (report.linear_p_value <= tail && report.exponent.upper >= 1.0) {
    report.growth = Growth::kLinear;
    report.exponent.lower = std::max(report.exponent.lower, settings.threshold);
  }
  return report;
}

}  // namespace eenet::theory
