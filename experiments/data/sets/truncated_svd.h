// The leading singular vectors of a large sparse matrix.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <string>

namespace eenet::experiments {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

// A ~ left diag(values) right': values descend; a column of `left` and its column of `right` have
// norm 1, and the entry of `left` that is largest in size is positive. Where A has a smaller rank
// than asked for, the last values and columns are 0.
struct TruncatedSvd {
  Eigen::MatrixXd left;
  Eigen::VectorXd values;
  Eigen::MatrixXd right;
};

// By Lanczos iterations on the smaller of AA' and A'A. Throws std::runtime_error, beginning with
// `what`, if A has not more rows and columns than `count`, or if the iterations do not converge.
TruncatedSvd truncated_svd(const SparseMatrix& A, Eigen::Index count, const std::string& what);

}  // namespace eenet::experiments
