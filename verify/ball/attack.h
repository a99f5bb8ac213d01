// Lemmas that say "for all theta and theta' in the ball" are attacked: projected gradient ascent
// over both points and over x, from starts that lie where relu has its kinks. What an attack finds
// is attained, so it is a lower bound of the supremum and nothing else.
// [EENET, Bounds for Generic Neural Networks]
#pragma once

#include <Eigen/Core>

#include "reference/mlp.h"
#include "verify/ball/ball.h"

namespace eenet::verify {

// Two networks of the ball and an input. What is sought at one point is sought at `tip`.
struct Attempt {
  Eigen::VectorXd tip;
  Eigen::VectorXd base;  // where the gradient is taken
  Eigen::VectorXd x;     // |x| = 1
};

struct Attack {
  double radius = 0.0;      // of the ball around the network given
  int steps = 0;            // of every ascent
  std::size_t ascents = 1;  // from the best starts, over their kinds and the points
};

// The largest that was found. Starts are, at each of the points given (unit vectors, one per
// column), units of either sign at their kinks, and the ends of the ball along the gradient; steps
// go up in tip, base and x in turn, and are taken only if they gain. Requires radius > 0,
// steps >= 0.
double largest_found(Sought sought, const Mlp& net, const Eigen::MatrixXd& points,
                     const Attack& attack);

// The same number at one attempt.
double number_at(Sought sought, const MlpShape& shape, const Attempt& attempt);

// The direction in which it grows: the derivatives with respect to tip, base and x, each 0 where
// the number does not depend on it. Second derivatives are difference quotients over `reach`,
// so that they see kinks which are that near.
Attempt uphill(Sought sought, const MlpShape& shape, const Attempt& attempt, double reach);

}  // namespace eenet::verify
