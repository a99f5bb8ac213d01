#include "theory/measured/compensated.h"

#include <cmath>

#include "reference/require.h"

namespace eenet::theory {

TwoFold compensated_dot(const ConstVector& a, const ConstVector& b) {
  EENET_REQUIRE(a.size() == b.size(), "compensated_dot: sizes are ", a.size(), " and ", b.size(),
                ", expected equal");
  double sum = 0.0;
  double lost = 0.0;  // by the roundings of all products and sums so far
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double product = a[i] * b[i];
    const double product_error = std::fma(a[i], b[i], -product);
    const double next = sum + product;
    const double taken = next - sum;
    const double sum_error = (sum - (next - taken)) + (product - taken);
    sum = next;
    lost += product_error + sum_error;
  }
  return {sum, lost};
}

ScaledVector::ScaledVector(const ConstVector& v) : entries(v) {
  EENET_REQUIRE(all_finite(v), "ScaledVector: an entry is not finite");
  double largest = 0.0;
  for (Eigen::Index i = 0; i < v.size(); ++i) largest = std::max(largest, std::abs(v[i]));
  if (largest == 0.0) return;
  exponent = std::ilogb(largest);
  for (Eigen::Index i = 0; i < v.size(); ++i) entries[i] = std::scalbn(v[i], -exponent);
  square = compensated_dot(entries, entries);
}

double ScaledVector::norm() const {
  return std::scalbn(std::sqrt(square.value()), exponent);
}

double norm_difference(const ScaledVector& a, const ScaledVector& b) {
  const int apart = b.exponent - a.exponent;
  // So far apart, or one of them zero, that their difference is no cancellation.
  constexpr int kFar = 200;
  if (a.is_zero() || b.is_zero() || std::abs(apart) > kFar) return a.norm() - b.norm();
  const double scale = std::scalbn(1.0, apart);
  // a^2 - b^2 in units of 2^(2 a.exponent); the difference of close high parts is exact.
  const double squares = (a.square.high - b.square.high * scale * scale) +
                         (a.square.low - b.square.low * scale * scale);
  const double sum = std::sqrt(a.square.value()) + scale * std::sqrt(b.square.value());
  return std::scalbn(squares / sum, a.exponent);
}

}  // namespace eenet::theory
