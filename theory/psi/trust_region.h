// Least squares in a ball: the D with |D| <= r that makes |S (J D - c)|^2 smallest, S = diag(s).
//
//   D = J^T S (S K S + lambda)^(-1) S c = (J^T S^2 J + lambda)^(-1) J^T S^2 c,   K = J J^T,
//
// with the one lambda >= 0 for which |D| = r (secular equation), or lambda = 0 if that is short
// enough. In the smaller of the two spaces: by its matrix and all eigenvalues while it has at most
// kDense dimensions, otherwise in a Krylov space of at most kKrylov.
#pragma once

#include <Eigen/Core>

#include "theory/psi/linearisation.h"

namespace eenet::theory {

inline constexpr Eigen::Index kDense = 2048;
inline constexpr Eigen::Index kKrylov = 128;

// A direction of length at most r but for rounding. Requires r > 0, N numbers in c and in s, s > 0.
Mlp least_squares_in_ball(const Linearisation& linearisation, const Eigen::VectorXd& c,
                          const Eigen::VectorXd& s, double r);

// The lambda of the secular equation sum_i numerators_i / (eigenvalues_i + lambda)^2 = r^2, or the
// smallest one that rounding lets us tell from 0 if the sum is smaller there. Requires eigenvalues
// that are not negative but for rounding, numerators >= 0, r > 0.
double secular_root(const Eigen::VectorXd& eigenvalues, const Eigen::VectorXd& numerators,
                    double r);

}  // namespace eenet::theory
