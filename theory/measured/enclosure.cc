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
  const Interval ends = Interval{measured.lower, measured.upper} * factor;
  result.lower = ends.lower;
  result.upper = ends.upper;
  result.value = std::clamp(measured.value * middle, ends.lower, ends.upper);
  if (result.basis == Basis::kExact) result.basis = Basis::kCertified;
  if (measured.certified) result.certified = *measured.certified * factor;
  return result;
}

}  // namespace eenet::theory
