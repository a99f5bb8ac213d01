#include "verify/properties/normal_sample.h"

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "reference/require.h"

namespace eenet::verify {

namespace {

constexpr double kMiss = 0.01;  // the probability of missing the smallest effect
constexpr double kGrossVariance = 2.0;
constexpr double kGrossMean = 0.5;
constexpr double kGrossDistance = 0.25;
constexpr double kGrossCorrelation = 0.5;

const Finding kInconclusive = {Outcome::kInconclusive, 0.0, {}};

// z with P(Z > z) = tail.
double upper_normal(double tail) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
}

double widest_distance(std::size_t size, double level) {
  return std::sqrt(std::log(2.0 / level) / (2.0 * static_cast<double>(size)));
}

double sum_of_products(const Sample& a, const Sample& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Agreement as the part of the allowed deviation that was used.
Finding judged(double deviation, double allowed, const char* what, std::size_t size) {
  Findings findings;
  findings.compare(deviation, 0.0, allowed, [&] {
    return text(what, " of ", size, " numbers deviates by ", deviation, ", expected at most ",
                allowed);
  });
  return findings.worst();
}

}  // namespace

double smallest_variance(std::size_t size, double level) {
  if (size == 0 || !(level > 0.0)) return std::numeric_limits<double>::infinity();
  const boost::math::chi_squared squares(static_cast<double>(size));
  return boost::math::quantile(boost::math::complement(squares, level / 2.0)) /
         boost::math::quantile(squares, kMiss);
}

Finding variance_is_one(const Sample& sample, double level) {
  if (smallest_variance(sample.size(), level) > kGrossVariance) return kInconclusive;
  const auto size = static_cast<double>(sample.size());
  const boost::math::chi_squared squares(size);
  const double deviation = sum_of_products(sample, sample) - size;
  const double allowed =
      deviation > 0.0 ? boost::math::quantile(boost::math::complement(squares, level / 2.0)) - size
                      : size - boost::math::quantile(squares, level / 2.0);
  return judged(deviation / size, allowed / size, "the variance", sample.size());
}

double smallest_mean(std::size_t size, double level) {
  if (size == 0 || !(level > 0.0)) return std::numeric_limits<double>::infinity();
  return (upper_normal(level / 2.0) + upper_normal(kMiss)) / std::sqrt(static_cast<double>(size));
}

Finding mean_is_zero(const Sample& sample, double level) {
  if (smallest_mean(sample.size(), level) > kGrossMean) return kInconclusive;
  const auto size = static_cast<double>(sample.size());
  const double mean = sum_of_products(sample, Sample(sample.size(), 1.0)) / size;
  return judged(mean, upper_normal(level / 2.0) / std::sqrt(size), "the mean", sample.size());
}

double smallest_distance(std::size_t size, double level) {
  if (size == 0 || !(level > 0.0)) return std::numeric_limits<double>::infinity();
  return widest_distance(size, level) + widest_distance(size, kMiss);
}

Finding distribution_is_normal(Sample sample, double level) {
  if (smallest_distance(sample.size(), level) > kGrossDistance) return kInconclusive;
  std::sort(sample.begin(), sample.end());
  const auto size = static_cast<double>(sample.size());
  double largest = 0.0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    const double normal = 0.5 * std::erfc(-sample[i] / std::sqrt(2.0));
    const auto before = static_cast<double>(i);
    largest = std::max({largest, normal - before / size, (before + 1.0) / size - normal});
  }
  return judged(largest, widest_distance(sample.size(), level), "the distribution function",
                sample.size());
}

double smallest_correlation(std::size_t size, double level) {
  if (size <= 3 || !(level > 0.0)) return std::numeric_limits<double>::infinity();
  return std::tanh((upper_normal(level / 2.0) + upper_normal(kMiss)) /
                   std::sqrt(static_cast<double>(size) - 3.0));
}

Finding are_uncorrelated(const Sample& a, const Sample& b, double level) {
  EENET_REQUIRE(a.size() == b.size(), "are_uncorrelated: sizes are ", a.size(), " and ", b.size(),
                ", expected equal");
  if (!(smallest_correlation(a.size(), level) <= kGrossCorrelation)) return kInconclusive;
  const double r = sum_of_products(a, b) / std::sqrt(sum_of_products(a, a) * sum_of_products(b, b));
  const double freedom = static_cast<double>(a.size()) - 1.0;
  const double t =
      boost::math::quantile(boost::math::complement(boost::math::students_t(freedom), level / 2.0));
  return judged(r, t / std::sqrt(freedom + t * t), "the correlation", a.size());
}

}  // namespace eenet::verify
