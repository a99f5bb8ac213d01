// Both lower ends of Psi for a network of depth 2, from values of the network that fit well.
#pragma once

#include <Eigen/Core>

#include "theory/psi/two_layer_points.h"

namespace eenet::theory {

struct LowerEnds {
  double joint = 0.0;       // joint_bound.h
  double per_sample = 0.0;  // per_sample_bound.h
};

// u is the residual y - f with `values` for f (G numbers, any), once as it is and, where inputs are
// equal, once more with the part that a network can change scaled against the part that it cannot:
// with u = (y - means of the groups) + t (means - f), the bound is (w + t p)^2 / (w + t^2 q),
// largest at t = p / q. Valid whatever the values are.
LowerEnds lower_ends(const TwoLayerPoints& points, const Eigen::VectorXd& values, unsigned threads);

}  // namespace eenet::theory
