// Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations: slow, accurate,
// made of + - * / and sqrt in a fixed order, and so the same bits everywhere.
#pragma once

#include <Eigen/Core>

namespace eenet {

struct SymmetricEigen {
  Eigen::VectorXd values;   // ascending
  Eigen::MatrixXd vectors;  // column i belongs to values[i]; norm 1
  bool converged = false;   // no rotation was left to do
};

// Sweeps over all pairs p < q, row by row, and rotates entry (p, q) to zero unless it is below
// 2^-54 of its diagonal entries' mean size; ends with a sweep that had nothing to rotate, or
// after 40. Equal values keep the order of their columns. The sign of a vector is such that its
// entry of largest size (the first of them) is positive. Requires a square, symmetric matrix.
SymmetricEigen symmetric_eigen(Eigen::MatrixXd matrix);

}  // namespace eenet
