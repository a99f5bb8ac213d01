#include "theory/spectrum/close_eigenvalue.h"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <utility>

#include "theory/kernel/stored_kernel.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/row_differences.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kDenseSize = 64;  // below it Lanczos has cases of its own, and no advantage
constexpr Index kLanczosVectors = 30;
constexpr Index kRestarts = 100;

// L^-1 N L^-T for C = L L^T: its largest eigenvalue is 1 / lambda_min(H).
struct InverseForm {
  using Scalar = double;
  const RowDifferences* differences;
  const Eigen::LLT<MatrixXd>* factor;

  [[nodiscard]] Index rows() const { return differences->form.rows(); }
  [[nodiscard]] Index cols() const { return rows(); }
  [[nodiscard]] VectorXd apply(const VectorXd& y) const {
    const VectorXd z = factor->matrixU().solve(y);
    return factor->matrixL().solve(differences->transposed(differences->vector(z)));
  }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<VectorXd>(out, rows()) = apply(Eigen::Map<const VectorXd>(in, rows()));
  }
};

// Close to the z of the smallest eigenvalue; what follows from it is proven elsewhere.
std::optional<VectorXd> smallest_direction(const RowDifferences& differences) {
  const Eigen::LLT<MatrixXd> factor(differences.form);
  if (factor.info() != Eigen::Success) return std::nullopt;
  InverseForm op{&differences, &factor};
  VectorXd y;
  if (op.rows() > kDenseSize) {
    Spectra::SymEigsSolver<InverseForm> solver(op, 1, kLanczosVectors);
    solver.init();
    solver.compute(Spectra::SortRule::LargestAlge, kRestarts);
    if (solver.info() != Spectra::CompInfo::Successful) return std::nullopt;
    y = solver.eigenvectors(1);
  } else {
    MatrixXd inverse(op.rows(), op.rows());
    for (Index j = 0; j < op.rows(); ++j) inverse.col(j) = op.apply(VectorXd::Unit(op.rows(), j));
    y = Eigen::SelfAdjointEigenSolver<MatrixXd>(inverse).eigenvectors().rightCols(1);
  }
  VectorXd z = factor.matrixU().solve(y);
  if (!z.allFinite() || z.isZero(0.0)) return std::nullopt;
  return z / z.norm();
}

// z^T C z / |D S z|^2, for the exact C and D.
Interval quotient(const RowDifferences& differences, const VectorXd& z) {
  const auto n = static_cast<double>(z.size());
  const VectorXd absolute = z.cwiseAbs();
  const double roundings = gamma(2.0 * n + 2.0);
  const double computed = z.dot(differences.form * z);
  const double error = roundings * absolute.dot(differences.form.cwiseAbs() * absolute) +
                       absolute.dot(differences.error * absolute);
  const Interval form = around(computed, error * (1.0 + 4.0 * roundings));
  // An entry of D S z is a sum of at most n products of two factors; scales are powers of two.
  const VectorXd v = differences.vector(z);
  const VectorXd lost = gamma(n + 2.0) * (1.0 + 4.0 * roundings) * differences.magnitude(z);
  Interval square = exactly(0.0);
  for (Index i = 0; i < v.size(); ++i) {
    const double least = std::max(0.0, (exactly(std::abs(v[i])) - exactly(lost[i])).lower);
    const double most = (exactly(std::abs(v[i])) + exactly(lost[i])).upper;
    square = square + Interval{(exactly(least) * exactly(least)).lower,
                               (exactly(most) * exactly(most)).upper};
  }
  return form / square;
}

// N = S D^T D S. An entry is a product of ratios, or 1 + r^2: rounded twice, without cancellation.
MatrixXd metric(const RowDifferences& differences) {
  const Index n = differences.form.rows();
  MatrixXd result(n, n);
  for (Index j = 0; j < n; ++j) {
    result.col(j) = differences.transposed(differences.vector(VectorXd::Unit(n, j)));
  }
  return result;
}

// True if it is proven that lambda_min(H) >= shift.
bool is_below(const RowDifferences& differences, const MatrixXd& metric, double shift,
              unsigned threads) {
  MatrixXd rest = differences.form - shift * metric;
  const VectorXd diagonal = rest.diagonal();
  if (!(diagonal.minCoeff() > 0.0)) return false;
  // No entry of a positive definite matrix is above the geometric mean of its diagonal entries.
  const VectorXd roots = diagonal.cwiseSqrt();
  if ((rest.cwiseAbs().array() > (roots * roots.transpose()).array() * (1.0 + 8 * kUnitRoundoff))
          .any()) {
    return false;
  }
  // The norm of what C, N and their difference may be off is at most the largest row sum.
  const MatrixXd off =
      differences.error + gamma(10.0) * (differences.form.cwiseAbs() + shift * metric.cwiseAbs());
  const auto n = static_cast<double>(rest.rows());
  const double entries = off.rowwise().sum().maxCoeff() * (1.0 + gamma(n + 4.0));
  StoredKernel kernel(std::move(rest), 16 * kUnitRoundoff, threads);
  const double margin = 2.0 * (kernel.allowance(1.0, 0.0) + entries);
  const Factorisation factor = kernel.factor(1.0, -margin);
  return factor.succeeded &&
         (exactly(margin) - exactly(factor.allowance) - exactly(entries)).lower >= 0.0;
}

}  // namespace

std::optional<Interval> smallest_eigenvalue_of_close_points(
    const Kernel& kernel, Index most, unsigned threads,
    const std::function<void(double part)>& on_part) {
  const std::optional<RowDifferences> differences = row_differences(kernel, most, threads, on_part);
  if (!differences) return std::nullopt;
  const std::optional<VectorXd> z = smallest_direction(*differences);
  if (!z) return std::nullopt;
  const Interval above = quotient(*differences, *z);
  if (!(above.upper > 0.0) || !std::isfinite(above.upper)) return std::nullopt;
  const MatrixXd metric_form = metric(*differences);
  // Tries shifts from just below the quotient downwards and takes the first that is proven.
  for (int exponent = -48; exponent < 0; exponent += 2) {
    const double shift = above.upper * (1.0 - std::ldexp(1.0, exponent));
    if (is_below(*differences, metric_form, shift, threads)) return Interval{shift, above.upper};
  }
  return Interval{0.0, above.upper};
}

}  // namespace eenet::theory
