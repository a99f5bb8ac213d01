#include "theory/spectrum/partial_cholesky.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/kernel/kernel_product.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/log_determinant.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// What k columns of L can have changed: entry (i, p) by e sqrt(H_ii H_pp) + gamma |l_i| |l_p|, and
// the pivots' own entries by rounding the ridge into them. In norm, given |L|_F^2.
double change_bound(double entry_error, double trace, double rank, double squared_norm) {
  const Interval entries = exactly(entry_error) * exactly(trace);
  const Interval rounding = exactly(gamma(rank + 3.0) + kUnitRoundoff) * exactly(squared_norm);
  return (entries + rounding).upper;
}

// The diagonal of S where there is no pivot: H_ii + ridge - |l_i|^2.
struct Remainder {
  Interval trace = {0.0, 0.0};
  double smallest = kInfinity;  // an upper end of the smallest entry
};

Remainder remainder_of(const PartialCholesky& partial, const VectorXd& diagonal,
                       double entry_error) {
  std::vector<bool> taken(static_cast<std::size_t>(diagonal.size()), false);
  for (const Index pivot : partial.pivots) taken[static_cast<std::size_t>(pivot)] = true;
  const VectorXd norms = partial.factor.rowwise().squaredNorm();
  const double rounding = gamma(static_cast<double>(partial.rank()));
  const Interval error = around(1.0, 2.0 * entry_error);  // 1 / (1 -+ e) for e < 1/2
  Remainder remainder;
  for (Index i = 0; i < diagonal.size(); ++i) {
    if (taken[static_cast<std::size_t>(i)]) continue;
    const Interval entry = exactly(diagonal[i]) * error + exactly(partial.ridge) -
                           exactly(norms[i]) * around(1.0, 2.0 * rounding);
    remainder.trace = remainder.trace + Interval{std::max(0.0, entry.lower), entry.upper};
    remainder.smallest = std::min(remainder.smallest, entry.upper);
  }
  remainder.trace.lower = std::max(0.0, remainder.trace.lower);
  return remainder;
}

}  // namespace

PartialCholesky partial_cholesky(const Kernel& kernel, Index rank, double trace) {
  const Index n = kernel.size();
  EENET_REQUIRE(rank >= 1 && rank <= n, "partial_cholesky: rank is ", rank, ", expected 1 to ", n);
  EENET_REQUIRE(trace >= 0.0, "partial_cholesky: trace is ", trace, ", expected at least 0");
  const VectorXd diagonal = theory::diagonal(kernel);
  const double entry_error = kernel.entry_error();
  const double whole = exact_trace(diagonal, entry_error).upper;

  PartialCholesky partial;
  // |L|_F^2 is at most the trace of the factored matrix; twice leaves room for the ridge itself.
  partial.ridge = change_bound(entry_error, whole, static_cast<double>(rank), 2.0 * whole);
  partial.factor.resize(n, rank);
  VectorXd remaining = diagonal.array() + partial.ridge;
  MatrixXd column(n, 1);
  Index k = 0;
  for (; k < rank && remaining.sum() > trace; ++k) {
    Index pivot = 0;
    const double largest = remaining.maxCoeff(&pivot);
    if (!(largest > 2.0 * partial.ridge)) break;
    kernel.block(0, pivot, column);
    column(pivot, 0) += partial.ridge;
    const double root = std::sqrt(largest);
    const auto known = partial.factor.leftCols(k);
    partial.factor.col(k) = (column.col(0) - known * known.row(pivot).transpose()) / root;
    // The remainder of a pivot is 0: its row ends here.
    for (const Index done : partial.pivots) partial.factor(done, k) = 0.0;
    partial.factor(pivot, k) = root;
    remaining -= partial.factor.col(k).cwiseAbs2();
    partial.pivots.push_back(pivot);
    for (const Index done : partial.pivots) remaining[done] = 0.0;
  }
  partial.factor.conservativeResize(n, k);
  partial.gram = MatrixXd::Zero(k, k);
  partial.gram.selfadjointView<Eigen::Lower>().rankUpdate(partial.factor.transpose());
  partial.gram.triangularView<Eigen::StrictlyUpper>() = partial.gram.transpose();

  const double terms = static_cast<double>(n) * static_cast<double>(k);
  const double squared_norm = partial.factor.squaredNorm() * (1.0 + 2 * gamma(terms));
  const double changed = change_bound(entry_error, whole, static_cast<double>(k), squared_norm);
  const Remainder remainder = remainder_of(partial, diagonal, entry_error);
  partial.remainder_trace = remainder.trace;
  partial.smallest_remainder = remainder.smallest;
  partial.certified =
      partial.factor.allFinite() && changed <= partial.ridge && remainder.trace.upper < kInfinity;
  return partial;
}

VectorXd PartialCholesky::largest_direction() const {
  if (rank() == 0) return VectorXd::Zero(factor.rows());
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(gram);
  return factor * solver.eigenvectors().col(rank() - 1);
}

Measured log_determinant_of_factor(const PartialCholesky& partial, double lambda) {
  EENET_REQUIRE(lambda > 0.0, "log_determinant: lambda is ", lambda, ", expected above 0");
  if (partial.rank() == 0) return Measured::exact(0.0);
  // det(I + L L^T / lambda) = det(I + L^T L / lambda). A dot product of N terms is a kernel's
  // entry with the error gamma_N.
  StoredKernel small(partial.gram, gamma(static_cast<double>(partial.factor.rows())));
  return log_determinant(small, lambda);
}

Measured log_determinant(const Kernel& kernel, const PartialCholesky& partial, double lambda) {
  const auto n = static_cast<double>(kernel.size());
  const Interval from_trace =
      log_determinant_from_trace(exact_trace(diagonal(kernel), kernel.entry_error()), n, lambda);
  if (!partial.certified) return certified_within(from_trace.upper, from_trace);
  const Measured known = log_determinant_of_factor(partial, lambda);
  // H <= L L^T + S <= H + 2 ridge I: the second costs at most N log(1 + 2 ridge / lambda).
  const Interval ridge = exactly(2.0) * exactly(partial.ridge) / exactly(lambda);
  const Interval cost = exactly(n) * log_one_plus(ridge);
  const double rest = n - static_cast<double>(partial.rank());
  const double most =
      rest > 0.0 ? log_determinant_from_trace(partial.remainder_trace, rest, lambda).upper : 0.0;
  const Interval ends = {(exactly(known.lower) - cost).lower,
                         (exactly(known.upper) + exactly(most)).upper};
  return certified_within(known.value + most / 2.0, intersection(ends, from_trace));
}

}  // namespace eenet::theory
