#include "experiments/data/sets/truncated_svd.h"

#include <Spectra/SymEigsSolver.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace eenet::experiments {

namespace {

using Eigen::Index;

// x -> B (B' x), what Spectra asks of a symmetric matrix.
class Gram {
 public:
  using Scalar = double;

  explicit Gram(const SparseMatrix& B) : rows_(B), transposed_(B.transpose()) {}

  [[nodiscard]] Index rows() const { return rows_.rows(); }
  [[nodiscard]] Index cols() const { return rows_.rows(); }
  void perform_op(const double* x, double* y) const {
    const Eigen::Map<const Eigen::VectorXd> from(x, rows());
    const Eigen::VectorXd between = transposed_ * from;
    Eigen::Map<Eigen::VectorXd>(y, rows()).noalias() = rows_ * between;
  }

 private:
  const SparseMatrix& rows_;
  SparseMatrix transposed_;
};

void fix_signs(TruncatedSvd& svd) {
  for (Index k = 0; k < svd.left.cols(); ++k) {
    Index largest = 0;
    svd.left.col(k).cwiseAbs().maxCoeff(&largest);
    if (svd.left(largest, k) >= 0.0) continue;
    svd.left.col(k) *= -1.0;
    svd.right.col(k) *= -1.0;
  }
}

// Of B with no more rows than columns.
TruncatedSvd of_wide(const SparseMatrix& B, Index count, const std::string& what) {
  Gram gram(B);
  const Index basis = std::min(B.rows(), 2 * count + 20);
  Spectra::SymEigsSolver<Gram> solver(gram, count, basis);
  solver.init();
  // Eigenvalues of BB' are squares: half of a double's digits is what it has of small ones.
  constexpr double kTolerance = 1e-10;
  constexpr Index kRestarts = 1000;
  solver.compute(Spectra::SortRule::LargestAlge, kRestarts, kTolerance);
  if (solver.info() != Spectra::CompInfo::Successful) {
    throw std::runtime_error(what + ": the singular value decomposition did not converge");
  }
  TruncatedSvd svd;
  svd.left = solver.eigenvectors();
  svd.values = solver.eigenvalues();
  svd.right.setZero(B.cols(), count);
  // Computing BB' x rounds off this much of the largest eigenvalue: what is below cannot be told
  // from 0.
  const double rounding = static_cast<double>(B.rows() + B.cols()) *
                          std::numeric_limits<double>::epsilon() * svd.values[0];
  const Eigen::SparseMatrix<double, Eigen::RowMajor> transposed = B.transpose();
  for (Index k = 0; k < count; ++k) {
    if (svd.values[k] <= rounding) {
      svd.values[k] = 0.0;
      svd.left.col(k).setZero();
      continue;
    }
    svd.values[k] = std::sqrt(svd.values[k]);
    svd.right.col(k) = transposed * svd.left.col(k) / svd.values[k];
  }
  return svd;
}

}  // namespace

TruncatedSvd truncated_svd(const SparseMatrix& A, Index count, const std::string& what) {
  if (A.rows() <= count || A.cols() <= count) {
    throw std::runtime_error(what + ": " + std::to_string(A.rows()) + " x " +
                             std::to_string(A.cols()) + ", expected more than " +
                             std::to_string(count) + " of each for as many features");
  }
  TruncatedSvd svd;
  if (A.rows() <= A.cols()) {
    svd = of_wide(A, count, what);
  } else {
    svd = of_wide(SparseMatrix(A.transpose()), count, what);
    std::swap(svd.left, svd.right);
  }
  fix_signs(svd);
  return svd;
}

}  // namespace eenet::experiments
