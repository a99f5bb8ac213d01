// The kernel of infinite width, and how far code that goes by cosines can be from it: the recursion
// is increasing in the cosine, so the ends of the interval of the rounded cosine bound every entry.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/require.h"
#include "theory/kernel/ntk_recursion.h"
#include "verify/oracle/expected/expected_network.h"
#include "verify/oracle/expected/question_fields.h"

namespace eenet::verify::oracle {

namespace {

using nlohmann::json;

struct Interval {
  double lower = 0.0;
  double upper = 0.0;
};

// kappa0: increasing in the cosine. Arc cosine, difference and quotient, on both sides, each right
// to a few units of numbers that are at most pi.
constexpr double kArcCosine = 8.0;

double kappa0(double c) {
  return (std::numbers::pi - std::acos(c)) / std::numbers::pi;
}

double kappa1(double c) {
  return (std::sqrt(std::max(0.0, 1.0 - c * c)) + c * (std::numbers::pi - std::acos(c))) /
         std::numbers::pi;
}

// 1 - c^2 is off by a few units of 1, and its root by the root of that where c is near 1 or -1.
double root_error(double c, const Rounding& rounding) {
  const double off = rounding.relative(4.0);
  const double square = std::max(0.0, (1.0 - c) * (1.0 + c));
  const double lower = std::sqrt(std::max(0.0, square - off));
  return std::max(std::sqrt(square + off) - std::sqrt(square), std::sqrt(square) - lower);
}

Interval widened(Interval interval, double below, double above) {
  return {interval.lower - below, interval.upper + above};
}

// (H + Sigma)/2 after `levels` steps from a cosine in the interval.
Interval recursion(Interval cosine, int levels, const Rounding& rounding) {
  const auto clipped = [](Interval i) {
    return Interval{std::clamp(i.lower, -1.0, 1.0), std::clamp(i.upper, -1.0, 1.0)};
  };
  const double few = rounding.relative(kArcCosine);
  Interval sigma = clipped(cosine);
  Interval h = sigma;
  for (int level = 1; level <= levels; ++level) {
    const Interval k0 = widened({kappa0(sigma.lower), kappa0(sigma.upper)}, few, few);
    const Interval k1 =
        widened({kappa1(sigma.lower), kappa1(sigma.upper)}, few + root_error(sigma.lower, rounding),
                few + root_error(sigma.upper, rounding));
    const double corners[] = {h.lower * k0.lower, h.lower * k0.upper, h.upper * k0.lower,
                              h.upper * k0.upper};
    const Interval product = {*std::min_element(corners, corners + 4),
                              *std::max_element(corners, corners + 4)};
    h = {product.lower + k1.lower, product.upper + k1.upper};
    const double lost = rounding.relative(2.0) * (std::abs(h.lower) + std::abs(h.upper) + 2.0);
    h = widened(h, lost, lost);
    // kappa1 is between 0 and 1.
    sigma = {std::clamp(k1.lower, 0.0, 1.0), std::clamp(k1.upper, 0.0, 1.0)};
  }
  return {(h.lower + sigma.lower) / 2.0, (h.upper + sigma.upper) / 2.0};
}

Eigen::Map<const Eigen::VectorXd> as_vector(const std::vector<double>& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

}  // namespace

Expectations expected_ntk(const json& question, const Reading& reading) {
  const Rounding rounding(reading.arithmetic);
  const auto contexts = lists_in(question, "contexts");
  const auto depth = question.at("depth").get<Eigen::Index>();
  const auto convention = question.at("convention") == "printed"
                              ? theory::NtkConvention::kPrinted
                              : theory::NtkConvention::kCorrected;
  const int levels = theory::ntk_levels(depth, convention);
  Expected field{.field = "ntk", .balls = {}, .at_kinks = {}, .columns = contexts.size()};
  Expectations all;
  for (const auto& a : contexts) {
    for (const auto& b : contexts) {
      const auto x = as_vector(a);
      const auto y = as_vector(b);
      const double sizes = x.norm() * y.norm();
      if (sizes == 0.0) {
        field.balls.push_back({});
        continue;
      }
      // The inner product, both norms, their product and the quotient; the sum of the terms'
      // absolute values is at most the product of the norms.
      const auto d = static_cast<double>(a.size());
      const double cosine = std::clamp(x.dot(y) / sizes, -1.0, 1.0);
      const double off = rounding.relative(2.0 * d + 8.0);
      const Interval entry = recursion({cosine - off, cosine + off}, levels, rounding);
      const double value = theory::infinite_ntk(x, y, depth, convention).value;
      const double spread =
          std::max(entry.upper - value / sizes, value / sizes - entry.lower) * sizes;
      const double last = rounding.relative(d + 8.0) * sizes *
                          std::max(std::abs(entry.lower), std::abs(entry.upper));
      field.balls.push_back({value, spread + last + rounding.tiny()});
    }
  }
  const std::size_t n = contexts.size();
  field.place = [n](std::size_t i) { return text("[", i / n, "][", i % n, "]"); };
  all.fields.push_back(std::move(field));
  return all;
}

}  // namespace eenet::verify::oracle
