// A point of the ball with a small sum of squares: projected Gauss-Newton.
//
// At theta = theta0 + D, the network is replaced by its linearisation there and fitted in the whole
// ball around theta0 (trust_region.h); the step towards that fit is halved until the sum of squares
// falls. Every point on the way is a mean of points of the ball, so none leaves it but for
// rounding.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "theory/psi/fitting_problem.h"
#include "theory/psi/merged_points.h"

namespace eenet::theory {

struct GaussNewtonSettings {
  int steps = 60;           // at most
  double first_step = 1.0;  // the part of the first step that is tried first
  unsigned threads = 1;
  std::function<void(double done)> on_step = {};
};

// theta - theta0 of the last point, from the given start. Requires |start| <= r and r > 0.
Mlp gauss_newton(const FittingProblem& problem, const MergedPoints& points, Mlp direction,
                 const GaussNewtonSettings& settings);

}  // namespace eenet::theory
