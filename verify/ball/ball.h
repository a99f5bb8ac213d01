// What the paper's lemmas say of networks in a ball of parameters around their start, and, for two
// layers, proven bounds of it. [EENET, Bounds for Generic Neural Networks]
#pragma once

#include <Eigen/Core>

#include "reference/mlp.h"

namespace eenet::verify {

// A number at one point of the ball, `tip`, or at two: the gradient is taken at `base`.
enum class Sought {
  kValue,          // |f(tip)|
  kSlope,          // |grad f(tip)|
  kSlopeOfLoss,    // |f(tip) - r| |grad f(tip)|, the larger one of r = 0 and r = 1
  kDifference,     // |f(tip) - f(base)|
  kLinearisation,  // |f(tip) - f(base) - <grad f(base), tip - base>| / |tip - base|
  // L(base) + <grad L(base), tip - base> - L(tip) for L = (f - r)^2/2, the larger one likewise
  kConvexity
};

// An upper bound of |f(x; theta) - f(x; theta0) - <grad f(x; theta0), theta - theta0>| for
// |theta - theta0| <= radius and depth 2:
//   sup sum_j |w_j| (s_j a_j - |z_j|)_+  <=  min_mu  mu r^2/2 + sum_j (w_j^2/(2 mu) - |w_j||z_j|)_+
// over units of either sign, and radius^2/2 for the products of two changes. Any mu is valid, so
// the minimum need not be found exactly. Requires |x| = 1 and depth 2.
double linearisation_error_bound(const Mlp& net, const Eigen::VectorXd& x, double radius);

// An upper bound of the number over all tips and bases of the ball, at this x and depth 2. Between
// two points of the ball only units with sum z_j^2 <= 2 radius^2 switch, z at the start, so with
//   kappa(B) = sup { |w_K| : sum_K z_j^2 <= B },   kappa(B)^2 <= min_mu mu B + sum (w^2 - mu z^2)_+
// the linearisation is off by at most (kappa(2 radius^2) + 2 radius) |tip - base|: from the units
// that switch, whose weights are at most kappa + radius long, and from the products of two changes.
// Requires |x| = 1, radius > 0 and depth 2. In exact arithmetic; rounding is not counted.
double supremum_bound(Sought sought, const Mlp& net, const Eigen::VectorXd& x, double radius);

// A change of W_1, of norm `radius` at most, that switches on units with positive output weight and
// so raises f at x above its linearisation, while the linear part stays 0.
Eigen::VectorXd flipping_direction(const Mlp& net, const Eigen::VectorXd& x, double radius);

}  // namespace eenet::verify
