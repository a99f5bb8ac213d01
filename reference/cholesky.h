// Solving a small symmetric positive definite system, in a fixed order.
#pragma once

#include <Eigen/Core>

namespace eenet {

// x with A x = b, by A = L L^T column by column and two substitutions; only the lower half of A is
// read. If a pivot is not above 0, A is not positive definite (or overflowed), and every entry of
// the answer is NaN.
Eigen::VectorXd solve_positive_definite(Eigen::MatrixXd a, Eigen::VectorXd b);

}  // namespace eenet
