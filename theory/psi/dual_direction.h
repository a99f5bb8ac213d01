// The vector u of the lower bounds of Psi. For every u != 0 and every theta in the ball,
//
//   |u| sqrt(sum_i (y_i - f(x_i; theta))^2) >= <u, y> - sup <u, f>,
//
// so any u gives a bound, and the residual at a good theta a good one.
#pragma once

#include <Eigen/Core>

#include "theory/psi/merged_points.h"

namespace eenet::theory {

// The given vector, scaled and rounded so that sums over groups are exact: its largest entry is in
// [1, 2), and all entries are multiples of one power of two with so few bits that no sum of N of
// them is rounded. (The bounds do not depend on the scale of u.)
struct DualDirection {
  Eigen::VectorXd u;           // N
  Eigen::VectorXd merged;      // G: exact sums over the groups
  double label_product = 0.0;  // a lower bound of <u, y>
  double norm_square = 0.0;    // an upper bound of |u|^2; 0 if u = 0

  // Requires finite numbers. If all are below 2^-900 in size, u = 0.
  DualDirection(const MergedPoints& points, const Eigen::VectorXd& labels,
                const Eigen::VectorXd& wished);

  // A lower bound of Psi from an upper bound of sup <u, f> over the ball; 0 if it gives none.
  [[nodiscard]] double lower_bound(double supremum) const;
};

}  // namespace eenet::theory
