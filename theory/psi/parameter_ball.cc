#include "theory/psi/parameter_ball.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "theory/measured/enclosure.h"
#include "theory/psi/two_layer_points.h"

namespace eenet::theory {

namespace {

double norm_of(const Eigen::MatrixXd& matrix) {
  return norm_upper(Eigen::Map<const Eigen::VectorXd>(matrix.data(), matrix.size()));
}

Mlp scaled(const Mlp& direction, double factor) {
  Mlp result(direction.shape());
  for (Eigen::Index l = 1; l <= direction.shape().depth; ++l) {
    result.weights(l) = factor * direction.weights(l);
  }
  return result;
}

// How much shorter each attempt is than the one before: little at first.
constexpr double kFirstCut = 0x1p-48;

// Shortens the direction until it is accepted; the last attempt is zero.
template <typename Make, typename Accept>
Mlp first_accepted(double factor, const Make& make, const Accept& accept) {
  double cut = kFirstCut;
  while (cut < 1.0) {
    Mlp attempt = make(factor);
    if (accept(attempt)) return attempt;
    factor *= 1.0 - cut;
    cut *= 4.0;
  }
  return make(0.0);
}

double factor_within(const Mlp& direction, double r) {
  const double length = length_upper(direction);
  return length <= r || length == 0.0 ? 1.0 : r / length;
}

}  // namespace

double length_upper(const Mlp& direction) {
  double square = 0.0;
  for (Eigen::Index l = 1; l <= direction.shape().depth; ++l) {
    const double length = norm_of(direction.weights(l));
    square = above(square + above(length * length));
  }
  return above(std::sqrt(square));
}

double distance_upper(const Mlp& a, const Mlp& b) {
  EENET_REQUIRE(a.shape() == b.shape(), "distance_upper: expected networks of one shape");
  // A difference is rounded once: its exact size is at most one step above.
  return above(length_upper(moved(a, -1.0, b)) * above(1.0 + 2.0 * kUnitRoundoff));
}

Mlp shortened(const Mlp& direction, double r) {
  return first_accepted(
      factor_within(direction, r), [&](double factor) { return scaled(direction, factor); },
      [&](const Mlp& attempt) { return length_upper(attempt) <= r; });
}

Mlp moved_within_ball(const Mlp& start, const Mlp& direction, double r) {
  EENET_REQUIRE(r >= 0.0, "moved_within_ball: radius is ", r, ", expected at least 0");
  return first_accepted(
      factor_within(direction, r),
      [&](double factor) { return factor == 0.0 ? start : moved(start, factor, direction); },
      [&](const Mlp& attempt) { return distance_upper(attempt, start) <= r; });
}

Mlp moved(const Mlp& start, double factor, const Mlp& direction) {
  Mlp result(start.shape());
  for (Eigen::Index l = 1; l <= start.shape().depth; ++l) {
    result.weights(l) = start.weights(l) + factor * direction.weights(l);
  }
  return result;
}

}  // namespace eenet::theory
