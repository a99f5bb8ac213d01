#include "theory/kernel/angle.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"

namespace eenet::theory {

namespace {

// |y - x (x.y)/(x.x)|^2: the quotient may be rounded, because the distance is smallest
// there; the differences need more digits, because they cancel.
double squared_distance_from_line(const ScaledVector& x, const Eigen::VectorXd& y, TwoFold xy) {
  const double quotient = xy.high / x.square.high;
  const double remainder =
      std::fma(-quotient, x.square.high, xy.high) + (xy.low - quotient * x.square.low);
  const double correction = remainder / x.square.high;
  Eigen::VectorXd distance(y.size());
  for (Eigen::Index i = 0; i < y.size(); ++i) {
    const double along = quotient * x.entries[i];
    const double along_error = std::fma(quotient, x.entries[i], -along);
    const double difference = y[i] - along;
    const double taken = difference - y[i];
    const double difference_error = (y[i] - (difference - taken)) - (along + taken);
    distance[i] = difference + (difference_error - along_error - correction * x.entries[i]);
  }
  return compensated_dot(distance, distance).value();
}

// a d - b c within two roundings (Kahan).
double minor(double a, double b, double c, double d) {
  const double product = b * c;
  const double error = std::fma(b, c, -product);
  return std::fma(a, d, -product) - error;
}

// sqrt of the sum of all squared minors, each multiplied by `scale` first, over `scale`.
double wedge(const Eigen::VectorXd& x, const Eigen::VectorXd& y, double scale) {
  double largest = 0.0;
  Eigen::VectorXd rows(x.size());
  Eigen::VectorXd row(x.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    for (Eigen::Index k = 0; k < i; ++k) {
      row[k] = scale * minor(x[i], x[k], y[i], y[k]);
      largest = std::max(largest, std::abs(row[k]));
    }
    rows[i] = std::sqrt(compensated_dot(row.head(i), row.head(i)).value());
  }
  // Squares of tiny minors would underflow: once more, in units of the largest.
  constexpr double kTiny = 0x1p-400;
  if (largest > 0.0 && largest < kTiny) {
    // 2^-exponent must be a number: minors below 2^-1000 stay small, but can be squared.
    const int exponent = std::max(std::ilogb(largest), -1000);
    return std::scalbn(wedge(x, y, std::scalbn(scale, -exponent)), exponent);
  }
  return std::sqrt(compensated_dot(rows, rows).value());
}

}  // namespace

Angle angle_between(const ScaledVector& x, const ScaledVector& y) {
  EENET_REQUIRE(!x.is_zero() && !y.is_zero(), "angle_between: a vector is zero");
  const TwoFold xy = compensated_dot(x.entries, y.entries);
  const double square = squared_distance_from_line(x, y.entries, xy);
  // |y| >= 1 here: above this, errors of size 2^-106 |y| in the distance do not show.
  constexpr double kSmallestSquare = 0x1p-80;
  const double area = square > kSmallestSquare ? std::sqrt(square) * std::sqrt(x.square.value())
                                               : wedge(x.entries, y.entries, 1.0);
  const double product = xy.value();
  return {std::atan2(area, std::abs(product)), product < 0.0};
}

Angle angle_between(const ConstVector& x, const ConstVector& y) {
  EENET_REQUIRE(x.size() == y.size(), "angle_between: sizes are ", x.size(), " and ", y.size(),
                ", expected equal");
  return angle_between(ScaledVector(x), ScaledVector(y));
}

}  // namespace eenet::theory
