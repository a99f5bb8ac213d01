// Inner products to twice the working precision, and vectors scaled so that they can be multiplied
// without overflow. Angles near 0 and pi need both.
#pragma once

#include <Eigen/Core>

#include "reference/operations/operations.h"

namespace eenet::theory {

// An unevaluated sum, |low| far below |high|.
struct TwoFold {
  double high = 0.0;
  double low = 0.0;

  [[nodiscard]] double value() const { return high + low; }
};

// sum_i a_i b_i with |high + low - exact| <= (n 2^-53)^2 / (1 - n 2^-53)^2 * sum_i |a_i b_i|, n the
// size (Ogita, Rump, Oishi 2005, Dot2), if nothing over- or underflows. Requires equal sizes.
TwoFold compensated_dot(const ConstVector& a, const ConstVector& b);

// v = entries * 2^exponent, exactly but for entries 2^1021 times smaller than the largest; the
// largest magnitude among the entries is in [1, 2), or all are zero.
struct ScaledVector {
  Eigen::VectorXd entries;
  int exponent = 0;
  TwoFold square;  // sum of the squares of the entries

  // Requires finite entries.
  explicit ScaledVector(const ConstVector& v);

  [[nodiscard]] bool is_zero() const { return square.high == 0.0; }

  // |v|, relative error at most 2 * 2^-53 unless it overflows or is subnormal.
  [[nodiscard]] double norm() const;
};

// |a| - |b|, relative error at most 8 * 2^-53 + (n 2^-53)^2 * (|a| + |b|) / ||a| - |b||: right
// even for two norms that agree in all their digits.
double norm_difference(const ScaledVector& a, const ScaledVector& b);

}  // namespace eenet::theory
