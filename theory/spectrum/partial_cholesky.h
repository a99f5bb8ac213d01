// H = L L^T + remainder with a few columns of L, for kernel matrices that do not fit into memory.
//
// The factorisation is that of H + ridge I, with a ridge just above all that rounding and the
// errors of the k pivots' columns can have changed. So the exact L L^T + S lies between H and
// H + 2 ridge I, where S, which is 0 in the pivots' rows, is positive semidefinite. Therefore
// the trace of S gives proven ends. Without the ridge a Schur complement of a perturbed
// matrix may have negative eigenvalues of any size.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "theory/kernel/kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

struct PartialCholesky {
  Eigen::MatrixXd factor;            // L, N x k
  Eigen::MatrixXd gram;              // L^T L
  std::vector<Eigen::Index> pivots;  // in the order they were taken: the largest remainder first
  double ridge = 0.0;
  Interval remainder_trace;  // of S
  // The smallest eigenvalue of H is at most this: a diagonal entry of S. Infinite if k = N.
  double smallest_remainder = 0.0;
  // All errors stayed within the ridge. If not, nothing is proven.
  bool certified = false;

  [[nodiscard]] Eigen::Index rank() const { return factor.cols(); }

  // An eigenvector of the largest eigenvalue of L L^T, and so nearly one of H. Zero if k = 0.
  [[nodiscard]] Eigen::VectorXd largest_direction() const;
};

// Stops at `rank` columns, or when the trace of what remains is at most `trace`, or when no pivot
// stands out of the ridge. Costs N k^2 multiplications, N k entries of the kernel and 8 N k bytes.
// Requires 1 <= rank <= kernel.size() and trace >= 0.
PartialCholesky partial_cholesky(const Kernel& kernel, Eigen::Index rank, double trace);

// log det (I + L L^T / lambda), certified; the part of log det that the factor holds.
Measured log_determinant_of_factor(const PartialCholesky& partial, double lambda);

// Certified ends of log det (I + H / lambda), from the factor's part and the trace of the
// remainder, which adds between 0 and (N - k) log(1 + trace / ((N - k) lambda)).
Measured log_determinant(const Kernel& kernel, const PartialCholesky& partial, double lambda);

}  // namespace eenet::theory
