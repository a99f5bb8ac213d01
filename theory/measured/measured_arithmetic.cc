#include "theory/measured/measured_arithmetic.h"

#include <algorithm>
#include <cmath>

#include "reference/elementary.h"
#include "reference/require.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

Interval ends_of(const Measured& x) {
  return {x.lower, x.upper};
}

std::optional<Interval> proven_ends(const Measured& x) {
  if (x.basis == Basis::kExact || x.basis == Basis::kCertified) return ends_of(x);
  return x.certified;
}

// The probability with which the ends of x may be wrong.
double risk(const Measured& x) {
  return x.basis == Basis::kStatistical ? 1.0 - x.level : 0.0;
}

// A number with its basis. A value that is no number (inf - inf, 0 * inf) says nothing; any
// number between the ends stands for it.
Measured rests_on(double value, const Interval& ends, const std::optional<Interval>& proven,
                  Basis weakest, double risk) {
  const double inside = std::isnan(value) ? ends.upper : std::clamp(value, ends.lower, ends.upper);
  if (weakest == Basis::kExact || weakest == Basis::kCertified) {
    return Measured::certified_between(inside, ends.lower, ends.upper);
  }
  if (weakest == Basis::kEstimate || risk >= 1.0) {
    return Measured::estimate(inside, ends.lower, ends.upper);
  }
  Measured result = Measured::statistical(inside, ends.lower, ends.upper, 1.0 - risk);
  result.certified = proven;
  return result;
}

template <typename Operation>
Measured combined(const Measured& a, const Measured& b, double value, Operation operation) {
  const auto proven_a = proven_ends(a);
  const auto proven_b = proven_ends(b);
  std::optional<Interval> proven;
  if (proven_a && proven_b) proven = operation(*proven_a, *proven_b);
  return rests_on(value, operation(ends_of(a), ends_of(b)), proven, std::max(a.basis, b.basis),
                  risk(a) + risk(b));
}

template <typename Operation>
Measured mapped(const Measured& x, double value, Operation operation) {
  std::optional<Interval> proven = proven_ends(x);
  if (proven) proven = operation(*proven);
  return rests_on(value, operation(ends_of(x)), proven, x.basis, risk(x));
}

}  // namespace

Measured operator+(const Measured& a, const Measured& b) {
  return combined(a, b, a.value + b.value,
                  [](const Interval& x, const Interval& y) { return x + y; });
}

Measured operator-(const Measured& a, const Measured& b) {
  return combined(a, b, a.value - b.value,
                  [](const Interval& x, const Interval& y) { return x - y; });
}

Measured operator*(const Measured& a, const Measured& b) {
  return combined(a, b, a.value * b.value,
                  [](const Interval& x, const Interval& y) { return x * y; });
}

Measured square_root(const Measured& x) {
  EENET_REQUIRE(x.value >= 0.0, "square_root: value is ", x.value, ", expected at least 0");
  return mapped(x, std::sqrt(x.value), [](const Interval& ends) { return square_root(ends); });
}

Measured logarithm(const Measured& x) {
  EENET_REQUIRE(x.value >= 0.0, "logarithm: value is ", x.value, ", expected at least 0");
  return mapped(x, eenet::logarithm(x.value), [](const Interval& ends) { return logarithm(ends); });
}

}  // namespace eenet::theory
