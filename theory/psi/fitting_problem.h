// The problem whose complexity term Psi is: a network at its start, points with labels, and the
// ball around the start. [EENET, Regret Analysis, complexityfunction]
#pragma once

#include <Eigen/Core>

#include "reference/mlp.h"

namespace eenet::theory {

struct FittingProblem {
  Mlp start;               // theta0
  Eigen::MatrixXd inputs;  // d x N: point i is column i; of any norm
  Eigen::VectorXd labels;  // N
  double ball_radius = 0.0;

  [[nodiscard]] Eigen::Index points() const { return inputs.cols(); }
};

// Throws std::invalid_argument unless the sizes fit, every number is finite and the radius is not
// negative.
void require_valid(const FittingProblem& problem);

// R / m^(1/4), the radius of the ball B(theta0, R). [EENET, Regret Analysis, Theorem 1; the
// appendix drops the width in some places: claim DEF-BALL] Relative error at most 3 * 2^-53; the
// number that is returned is taken as the exact radius from there on.
// Requires R >= 0 and finite, width >= 1.
double ball_radius(double R, Eigen::Index width);

}  // namespace eenet::theory
