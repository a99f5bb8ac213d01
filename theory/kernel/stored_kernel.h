// A kernel matrix in memory, and in the same memory one Cholesky factor.
//
// The matrix keeps the strict upper triangle, its diagonal stands apart, and a factor of a shifted
// copy overwrites the lower triangle. So N points cost 8 N^2 bytes, however many shifts are tried.
#pragma once

#include <Eigen/Core>

#include "theory/kernel/kernel.h"

namespace eenet::theory {

// The outcome of a Cholesky factorisation of A = sign H + shift I.
struct Factorisation {
  // False if a pivot was not positive (or not finite). This says nothing about the exact A.
  bool succeeded = false;
  // If it succeeded, the exact L L^T is A + F with the 2-norm and the Frobenius norm of F at most
  // this, all rounding included, that of the shift too: every eigenvalue of the computed entries'
  // A is at least -allowance. [J. W. Demmel, LAPACK Working Note 14 (1989); S. M. Rump,
  // Verification of positive definiteness, BIT 46 (2006)]
  double allowance = 0.0;
};

class StoredKernel final : public Kernel {
 public:
  // Requires a square matrix whose entries are finite and whose diagonal is not negative, symmetric
  // and with |h_ij| <= sqrt(h_ii h_jj) up to entry_error, 0 <= entry_error < 1/2. Entries above the
  // diagonal count. The default holds for entries rounded once.
  explicit StoredKernel(Eigen::MatrixXd matrix, double entry_error = 0x1p-53, unsigned threads = 1);

  // A copy of another kernel's entries.
  explicit StoredKernel(const Kernel& kernel, unsigned threads = 1);

  [[nodiscard]] Eigen::Index size() const override { return matrix_.rows(); }
  void block(Eigen::Index row, Eigen::Index column, Eigen::Ref<Eigen::MatrixXd> out) const override;
  [[nodiscard]] double entry_error() const override { return entry_error_; }

  [[nodiscard]] const Eigen::VectorXd& diagonal() const { return diagonal_; }

  // At least the sum of the exact diagonal entries.
  [[nodiscard]] double trace_bound() const;

  // Factors sign H + shift I, sign = +1 or -1. N^3/3 multiplications.
  Factorisation factor(double sign, double shift);

  // What `factor` would allow if it succeeded; and for the first n points, whose factor is the
  // leading block of the whole one. Requires 1 <= n <= size().
  [[nodiscard]] double allowance(double sign, double shift) const;
  [[nodiscard]] double leading_allowance(Eigen::Index n, double sign, double shift) const;

  // Of the last factor: its diagonal, and L L^T x = b solved in place.
  [[nodiscard]] Eigen::VectorXd factor_diagonal() const { return matrix_.diagonal(); }
  void solve(Eigen::Ref<Eigen::VectorXd> b) const;

  // H x, rounded as by Eigen: for iterations whose result is certified in other ways.
  [[nodiscard]] Eigen::VectorXd product(const Eigen::Ref<const Eigen::VectorXd>& x) const;

 private:
  void restore_lower_triangle(double sign);

  Eigen::MatrixXd matrix_;
  Eigen::VectorXd diagonal_;
  double entry_error_;
  unsigned threads_;  // of `factor`, whose bits do not depend on them
};

}  // namespace eenet::theory
