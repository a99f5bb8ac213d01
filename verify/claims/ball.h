// A two-layer network in a ball of parameters around its start: how far its value and its
// linearisation can go. docs/theory.md; [EENET, Bounds for Generic Neural Networks].
#pragma once

#include <Eigen/Core>

#include "reference/mlp.h"

namespace eenet::verify {

// An upper bound of |f(x; theta) - f(x; theta0) - <grad f(x; theta0), theta - theta0>| for
// |theta - theta0| <= radius and depth 2:
//   sup sum_j |w_j| (s_j a_j - |z_j|)_+  <=  min_mu  mu r^2/2 + sum_j (w_j^2/(2 mu) - |w_j||z_j|)_+
// over units of either sign, and radius^2/2 for the products of two changes. Any mu is valid, so
// the minimum need not be found exactly. Requires |x| = 1 and depth 2.
double linearisation_error_bound(const Mlp& net, const Eigen::VectorXd& x, double radius);

// A change of W_1, of norm `radius` at most, that switches on units with positive output weight and
// so raises f at x above its linearisation, while the linear part stays 0.
Eigen::VectorXd flipping_direction(const Mlp& net, const Eigen::VectorXd& x, double radius);

}  // namespace eenet::verify
