#include "verify/claims/statistics.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>

#include "reference/require.h"

namespace eenet::verify {

namespace {

struct MeanAndError {
  double mean = 0.0;
  double standard_error = 0.0;
};

MeanAndError mean_and_error(const std::vector<double>& samples) {
  EENET_REQUIRE(samples.size() >= 2, "mean_and_error: got ", samples.size(),
                " samples, expected at least 2");
  const auto n = static_cast<double>(samples.size());
  const double middle = mean(samples);
  double squares = 0.0;
  for (const double sample : samples) squares += (sample - middle) * (sample - middle);
  return {middle, std::sqrt(squares / (n - 1.0) / n)};
}

double slope(const std::vector<double>& x, const std::vector<double>& y) {
  double mean_x = 0.0;
  double mean_y = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / static_cast<double>(x.size());
    mean_y += y[i] / static_cast<double>(x.size());
  }
  double products = 0.0;
  double squares = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    products += (x[i] - mean_x) * (y[i] - mean_y);
    squares += (x[i] - mean_x) * (x[i] - mean_x);
  }
  return products / squares;
}

std::vector<double> logarithms(const std::vector<double>& numbers) {
  std::vector<double> logs;
  logs.reserve(numbers.size());
  for (const double number : numbers) {
    EENET_REQUIRE(number > 0.0, "log_slopes: got ", number, ", expected a positive number");
    logs.push_back(std::log(number));
  }
  return logs;
}

}  // namespace

double mean_above_p_value(const std::vector<double>& samples, double mean) {
  const MeanAndError of = mean_and_error(samples);
  if (of.standard_error == 0.0) return of.mean > mean ? 0.0 : 1.0;
  const boost::math::students_t distribution(static_cast<double>(samples.size()) - 1.0);
  return boost::math::cdf(complement(distribution, (of.mean - mean) / of.standard_error));
}

double mean_below_p_value(const std::vector<double>& samples, double mean) {
  std::vector<double> negated;
  negated.reserve(samples.size());
  for (const double sample : samples) negated.push_back(-sample);
  return mean_above_p_value(negated, -mean);
}

double mean_differs_p_value(const std::vector<double>& samples, double mean) {
  return std::min(
      1.0, 2.0 * std::min(mean_above_p_value(samples, mean), mean_below_p_value(samples, mean)));
}

double welch_p_value(const Sampled& a, const Sampled& b) {
  const double variance_a = a.deviation * a.deviation / a.runs;
  const double variance_b = b.deviation * b.deviation / b.runs;
  const double variance = variance_a + variance_b;
  const double freedom =
      variance * variance /
      (variance_a * variance_a / (a.runs - 1.0) + variance_b * variance_b / (b.runs - 1.0));
  const boost::math::students_t distribution(freedom);
  const double t = std::abs(a.mean - b.mean) / std::sqrt(variance);
  return 2.0 * boost::math::cdf(complement(distribution, t));
}

Curves curves_per_seed(const Context& context, std::uint64_t seeds, const std::vector<double>& x,
                       const std::function<double(std::uint64_t, double)>& of) {
  Curves curves(seeds);
  for (std::uint64_t i = 0; i < seeds; ++i) {
    for (const double at : x) curves[i].push_back(of(context.run_seed(i), at));
  }
  return curves;
}

std::vector<double> log_slopes(const std::vector<double>& x, const Curves& curves) {
  const std::vector<double> log_x = logarithms(x);
  std::vector<double> slopes;
  slopes.reserve(curves.size());
  for (const std::vector<double>& curve : curves) {
    EENET_REQUIRE(curve.size() == x.size() && x.size() >= 2, "log_slopes: a curve of ",
                  curve.size(), " points, expected ", x.size(), " and at least 2");
    slopes.push_back(slope(log_x, logarithms(curve)));
  }
  return slopes;
}

std::vector<double> last_of_each(const Curves& curves) {
  std::vector<double> last;
  last.reserve(curves.size());
  for (const std::vector<double>& curve : curves) last.push_back(curve.back());
  return last;
}

double mean(const std::vector<double>& numbers) {
  EENET_REQUIRE(!numbers.empty(), "mean: no numbers, expected one");
  double sum = 0.0;
  for (const double number : numbers) sum += number;
  return sum / static_cast<double>(numbers.size());
}

double median(std::vector<double> numbers) {
  EENET_REQUIRE(!numbers.empty(), "median: no numbers, expected one");
  std::sort(numbers.begin(), numbers.end());
  const std::size_t half = numbers.size() / 2;
  return numbers.size() % 2 == 1 ? numbers[half] : (numbers[half - 1] + numbers[half]) / 2.0;
}

}  // namespace eenet::verify
