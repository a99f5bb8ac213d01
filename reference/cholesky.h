// Cholesky factors in a fixed order: solving a small system, and a factor that follows its matrix
// while squares are added to it and rows are appended.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace eenet {

// x with A x = b, by A = L L^T column by column and two substitutions; only the lower half of A is
// read. If a pivot is not above 0, A is not positive definite (or overflowed), and every entry of
// the answer is NaN.
Eigen::VectorXd solve_positive_definite(Eigen::MatrixXd a, Eigen::VectorXd b);

// L with A = L L^T of a positive semidefinite A, in place, the upper half set to 0. A pivot of at
// most 2 n 2^-52 times its diagonal entry is rounding, and taken for 0 with its whole column.
void factor_semidefinite(Eigen::MatrixXd& a);

// The lower triangular L of A = L L^T. A itself is never formed, so that it cannot lose its
// definiteness: a pivot only grows under add_square, whatever rounding does, and append is given
// its pivot.
class CholeskyFactor {
 public:
  CholeskyFactor() = default;  // of the matrix without rows

  // Of `diagonal` times the identity: sqrt(diagonal) on the diagonal. Requires diagonal > 0.
  CholeskyFactor(Eigen::Index size, double diagonal);

  [[nodiscard]] Eigen::Index size() const { return size_; }

  // L_ij, i >= j.
  [[nodiscard]] double entry(Eigen::Index i, Eigen::Index j) const { return lower_(i, j); }

  // A += x x^T, by the rotations that take x to 0 against the columns of L: for k = 0, 1, ... with
  // x_k != 0, r = sqrt(L_kk L_kk + x_k x_k), c = L_kk / r, s = x_k / r, L_kk = r, and column k
  // below its pivot and the rest of x are rotated by (c, s). [Golub and Van Loan, Matrix
  // Computations, section 6.5.4] On return x is scratch.
  //
  // The same rotations carry `solved` = L^-1 b to the new L^-1 (b + target x).
  void add_square(Eigen::VectorXd& x, Eigen::VectorXd& solved, double target);
  void add_square(Eigen::VectorXd& x);

  // A grows by a last row and column: `solved` = L^-1 a of the new off-diagonal entries a, and the
  // square of the new pivot. Requires pivot_square > 0.
  void append(const Eigen::Ref<const Eigen::VectorXd>& solved, double pivot_square);

  // Copies `part` to the rows and columns `places`, ascending.
  void insert(const CholeskyFactor& part, const std::vector<Eigen::Index>& places);

  // b = L^-1 b for each column of b: for j = 0, 1, ... with b_j != 0, b_j /= L_jj, then
  // b_i -= b_j L_ij for i > j. Rows of b beyond the size are left alone.
  void substitute(Eigen::MatrixXd& b) const;

 private:
  Eigen::MatrixXd lower_;  // room for more rows than there are; the upper half is not used
  Eigen::Index size_ = 0;
  Eigen::VectorXd no_solution_;
};

}  // namespace eenet
