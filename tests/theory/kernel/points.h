// Points that kernels find hard: random ones of any norm, near and exact copies, near and exact
// opposites, and zero.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "reference/rng.h"

namespace eenet::theory {

// Column i is a point.
inline Eigen::MatrixXd hard_points(Eigen::Index dim, Eigen::Index count, std::uint64_t seed) {
  Rng rng(seed, "hard points");
  Eigen::MatrixXd points(dim, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    for (Eigen::Index k = 0; k < dim; ++k) points(k, i) = rng.normal();
    const auto from = static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(i) + 1));
    const double size = std::pow(10.0, -16.0 * rng.uniform());
    switch (rng.below(6)) {
      case 0:
        points.col(i) = points.col(from) + size * points.col(i);
        break;
      case 1:
        points.col(i) = -3.0 * (points.col(from) + size * points.col(i));
        break;
      case 2:
        points.col(i) = (rng.below(2) == 0 ? 0.5 : -1.0) * points.col(from);
        break;
      case 3:
        points.col(i) *= 1e5 * rng.uniform();
        break;
      default:
        break;
    }
  }
  if (count > 3) points.col(count / 2).setZero();
  return points;
}

}  // namespace eenet::theory
