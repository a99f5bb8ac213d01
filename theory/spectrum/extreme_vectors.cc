#include "theory/spectrum/extreme_vectors.h"

#include <Spectra/SymEigsShiftSolver.h>
#include <Spectra/SymEigsSolver.h>

#include <Eigen/Eigenvalues>
#include <algorithm>

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Below this the dense solver is as fast, and has no cases of its own for one or two points.
constexpr Index kDenseSize = 64;
constexpr Index kLanczosVectors = 20;
constexpr Index kRestarts = 50;

// The last factor of a stored kernel behind the interface of Spectra: the shift is already in it.
struct FactorSolve {
  using Scalar = double;
  const StoredKernel* kernel;

  [[nodiscard]] Index rows() const { return kernel->size(); }
  [[nodiscard]] Index cols() const { return kernel->size(); }
  void set_shift(double /*sigma*/) {}
  void perform_op(const double* in, double* out) const {
    Eigen::Map<VectorXd> y(out, rows());
    y = Eigen::Map<const VectorXd>(in, rows());
    kernel->solve(y);
  }
};

struct StoredProduct {
  using Scalar = double;
  const StoredKernel* kernel;

  [[nodiscard]] Index rows() const { return kernel->size(); }
  [[nodiscard]] Index cols() const { return kernel->size(); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<VectorXd>(out, rows()) = kernel->product(Eigen::Map<const VectorXd>(in, rows()));
  }
};

VectorXd dense_vector(const Kernel& kernel, bool smallest) {
  Eigen::MatrixXd matrix(kernel.size(), kernel.size());
  kernel.block(0, 0, matrix);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  return solver.eigenvectors().col(smallest ? 0 : kernel.size() - 1);
}

template <typename Solver>
ApproximateVector outcome(Solver& solver, Spectra::SortRule rule) {
  solver.init();
  const Index converged = solver.compute(rule, kRestarts);
  if (solver.info() != Spectra::CompInfo::Successful || converged < 1) return {};
  VectorXd vector = solver.eigenvectors(1);
  if (!vector.allFinite()) return {};
  return {std::move(vector), true};
}

template <typename Operator>
ApproximateVector by_products(Operator op, Spectra::SortRule rule) {
  Spectra::SymEigsSolver<Operator> solver(op, 1, std::min(kLanczosVectors, op.rows()));
  return outcome(solver, rule);
}

}  // namespace

ApproximateVector smallest_eigenvector(StoredKernel& kernel) {
  if (kernel.size() > kDenseSize) {
    // The factorisation must succeed for every matrix whose exact one is positive semidefinite:
    // then the computed entries' eigenvalues are above minus the entries' error in norm.
    const double entries = kernel.entry_error() * kernel.trace_bound();
    const double shift = 2.0 * (kernel.allowance(1.0, entries) + entries);
    if (kernel.factor(1.0, shift).succeeded) {
      FactorSolve op{&kernel};
      Spectra::SymEigsShiftSolver<FactorSolve> solver(op, 1, kLanczosVectors, -shift);
      ApproximateVector found = outcome(solver, Spectra::SortRule::LargestMagn);
      if (found.converged) return found;
    }
  }
  return {dense_vector(kernel, true), true};
}

ApproximateVector largest_eigenvector(const StoredKernel& kernel) {
  if (kernel.size() > kDenseSize) {
    ApproximateVector found = by_products(StoredProduct{&kernel}, Spectra::SortRule::LargestAlge);
    if (found.converged) return found;
  }
  return {dense_vector(kernel, false), true};
}

}  // namespace eenet::theory
