#include "theory/measured/enclosure.h"

#include <algorithm>
#include <cmath>

#include "reference/elementary.h"
#include "reference/floating_point.h"
#include "reference/require.h"

namespace eenet::theory {

namespace {

Interval outwards(double lower, double upper) {
  if (std::isnan(lower) || std::isnan(upper)) return {-kInfinity, kInfinity};
  return {below(lower), above(upper)};
}

// The ends of a function that is monotone in each argument are among its values at the corners.
Interval corners(double a, double b, double c, double d) {
  if (std::isnan(a + b + c + d)) {
    // inf - inf in the sum alone is no NaN of a corner.
    if (std::isnan(a) || std::isnan(b) || std::isnan(c) || std::isnan(d)) {
      return {-kInfinity, kInfinity};
    }
  }
  return outwards(std::min({a, b, c, d}), std::max({a, b, c, d}));
}

// kLogUlps is below 2, and a step across a power of two is half of the next step.
constexpr int kLogSteps = 3;

double moved(double x, double towards, int steps) {
  for (int i = 0; i < steps; ++i) x = std::nextafter(x, towards);
  return x;
}

// log(1 + x) for x >= 0. For a small one by 2 (s + s^3/3 + s^5/5 + ...), s = x / (2 + x): the terms
// that are left out are below 2 s times s^6.
Interval log_one_plus_at(double x) {
  constexpr double kSmall = 0x1p-8;
  if (!(x < kSmall)) return logarithm(exactly(1.0) + exactly(x));
  const Interval s = exactly(x) / (exactly(2.0) + exactly(x));
  const Interval square = s * s;
  const Interval left_out = {0.0, (square * square * square).upper};
  const Interval sum =
      exactly(1.0) + square * (exactly(1.0) / exactly(3.0) + square / exactly(5.0)) + left_out;
  return exactly(2.0) * s * sum;
}

// A positive factor cannot move an end across zero; rounding outwards would.
Interval scaled_ends(const Interval& ends, const Interval& factor) {
  Interval moved_ends = ends * factor;
  if (ends.lower >= 0.0) moved_ends.lower = std::max(moved_ends.lower, 0.0);
  if (ends.upper <= 0.0) moved_ends.upper = std::min(moved_ends.upper, 0.0);
  return moved_ends;
}

}  // namespace

double above(double x) {
  return std::nextafter(x, kInfinity);
}

double below(double x) {
  return std::nextafter(x, -kInfinity);
}

Interval exactly(double x) {
  return {x, x};
}

Interval around(double value, double error) {
  EENET_REQUIRE(error >= 0.0, "around: error is ", error, ", expected at least 0");
  return outwards(value - error, value + error);
}

Interval operator+(const Interval& a, const Interval& b) {
  return outwards(a.lower + b.lower, a.upper + b.upper);
}

Interval operator-(const Interval& a, const Interval& b) {
  return outwards(a.lower - b.upper, a.upper - b.lower);
}

Interval operator*(const Interval& a, const Interval& b) {
  return corners(a.lower * b.lower, a.lower * b.upper, a.upper * b.lower, a.upper * b.upper);
}

Interval operator/(const Interval& a, const Interval& b) {
  if (b.lower <= 0.0 && b.upper >= 0.0) return {-kInfinity, kInfinity};
  return corners(a.lower / b.lower, a.lower / b.upper, a.upper / b.lower, a.upper / b.upper);
}

Interval square_root(const Interval& x) {
  const Interval root =
      outwards(std::sqrt(std::max(x.lower, 0.0)), std::sqrt(std::max(x.upper, 0.0)));
  return {std::max(root.lower, 0.0), root.upper};
}

Interval logarithm(const Interval& x) {
  static_assert(kLogUlps < 2.0);
  const double lower = eenet::logarithm(std::max(x.lower, 0.0));
  const double upper = x.upper == kInfinity ? kInfinity : eenet::logarithm(std::max(x.upper, 0.0));
  return {moved(lower, -kInfinity, kLogSteps), moved(upper, kInfinity, kLogSteps)};
}

Interval log_one_plus(const Interval& x) {
  const double from = std::max(x.lower, 0.0);
  const double to = std::max(x.upper, 0.0);
  return {std::max(log_one_plus_at(from).lower, 0.0), log_one_plus_at(to).upper};
}

Interval log_one_plus_ratio(const Interval& a, const Interval& b) {
  EENET_REQUIRE(b.lower > 0.0, "log_one_plus_ratio: divisor is at least ", b.lower,
                ", expected above 0");
  const auto at = [](double numerator, double divisor) {
    const Interval top = exactly(std::max(numerator, 0.0));
    const Interval bottom = exactly(divisor);
    const Interval ratio = top / bottom;
    if (ratio.upper < kInfinity) return log_one_plus(ratio);
    return logarithm(top) - logarithm(bottom) + log_one_plus(bottom / top);
  };
  return {std::max(at(a.lower, b.upper).lower, 0.0), at(a.upper, b.lower).upper};
}

Interval intersection(const Interval& a, const Interval& b) {
  const Interval both = {std::max(a.lower, b.lower), std::min(a.upper, b.upper)};
  EENET_REQUIRE(both.lower <= both.upper, "intersection: nothing is in [", a.lower, ", ", a.upper,
                "] and [", b.lower, ", ", b.upper, "]");
  return both;
}

double gamma(double roundings) {
  EENET_REQUIRE(roundings >= 0.0, "gamma: got ", roundings, " roundings, expected at least 0");
  const Interval part = exactly(roundings) * exactly(kUnitRoundoff);
  if (part.upper >= 1.0) return kInfinity;
  return (part / (exactly(1.0) - part)).upper;
}

Measured certified_within(double preferred, const Interval& ends) {
  return Measured::certified_between(std::clamp(preferred, ends.lower, ends.upper), ends.lower,
                                     ends.upper);
}

Measured scaled(const Measured& measured, const Interval& factor) {
  EENET_REQUIRE(factor.lower > 0.0, "scaled: factor is at least ", factor.lower,
                ", expected above 0");
  const double middle = factor.lower + (factor.upper - factor.lower) / 2.0;
  Measured result = measured;
  const Interval ends = scaled_ends({measured.lower, measured.upper}, factor);
  result.lower = ends.lower;
  result.upper = ends.upper;
  result.value = std::clamp(measured.value * middle, ends.lower, ends.upper);
  if (result.basis == Basis::kExact) result.basis = Basis::kCertified;
  if (measured.certified) result.certified = scaled_ends(*measured.certified, factor);
  return result;
}

}  // namespace eenet::theory
