// The complexity term of the linearised network,
//
//   inf { sum_i (f(x_i; theta0) + <grad f(x_i; theta0), D> - y_i)^2 : |D| <= r },
//
// a convex problem: any D gives an upper end, and for any u,
// |u| sqrt(the infimum) >= <u, y> - <u, f0> - r |J^T u| a lower one.
#pragma once

#include <Eigen/Core>

#include "theory/measured/measured.h"
#include "theory/psi/fitting_problem.h"
#include "theory/psi/merged_points.h"

namespace eenet::theory {

struct LinearisedTerm {
  Measured value;          // certified for depth 2; an estimate for deeper networks
  Mlp direction;           // D, of proven length at most r
  Eigen::VectorXd values;  // f(x; theta0) + <grad f(x; theta0), D> at the distinct points
};

// Requires a valid problem.
//
// For depth 2 the linearisation at a point is sum_j (w_j + dw_j) relu(z_j) + w_j 1[z_j > 0] a_j.
// It is computed up to gamma_(m+d+6) times the sum of absolute values, sum_j |w_j + dw_j| times the
// error of z_j, and, where z_j is too small for its sign to be known, |w_j a_j|.
LinearisedTerm linearised_term(const FittingProblem& problem, const MergedPoints& points,
                               unsigned threads);

}  // namespace eenet::theory
