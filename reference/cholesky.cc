#include "reference/cholesky.h"

#include <cmath>
#include <limits>

#include "reference/require.h"

namespace eenet {

Eigen::VectorXd solve_positive_definite(Eigen::MatrixXd a, Eigen::VectorXd b) {
  const Eigen::Index n = a.rows();
  EENET_REQUIRE(n == a.cols() && n == b.size(), "solve_positive_definite: matrix is ", n, " x ",
                a.cols(), ", right-hand side has ", b.size(), " entries, expected one size");
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) {
      for (Eigen::Index i = j; i < n; ++i) a(i, j) -= a(i, k) * a(j, k);
    }
    if (!(a(j, j) > 0.0)) {
      return Eigen::VectorXd::Constant(n, std::numeric_limits<double>::quiet_NaN());
    }
    const double root = std::sqrt(a(j, j));
    for (Eigen::Index i = j; i < n; ++i) a(i, j) /= root;
  }
  for (Eigen::Index j = 0; j < n; ++j) {  // L y = b
    b[j] /= a(j, j);
    for (Eigen::Index i = j + 1; i < n; ++i) b[i] -= a(i, j) * b[j];
  }
  for (Eigen::Index j = n - 1; j >= 0; --j) {  // L^T x = y
    for (Eigen::Index i = n - 1; i > j; --i) b[j] -= a(i, j) * b[i];
    b[j] /= a(j, j);
  }
  return b;
}

}  // namespace eenet
