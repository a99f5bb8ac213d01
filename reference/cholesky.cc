#include "reference/cholesky.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/operations/rotation.h"
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

void factor_semidefinite(Eigen::MatrixXd& a) {
  const Eigen::Index n = a.rows();
  EENET_REQUIRE(n == a.cols(), "factor_semidefinite: matrix is ", n, " x ", a.cols(),
                ", expected square");
  const Eigen::VectorXd diagonal = a.diagonal();
  const double rounding = 2.0 * static_cast<double>(n) * 0x1p-52;
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) {
      for (Eigen::Index i = j; i < n; ++i) a(i, j) -= a(i, k) * a(j, k);
    }
    const bool vanishes = a(j, j) <= rounding * diagonal[j];
    const double root = vanishes ? 0.0 : std::sqrt(a(j, j));
    for (Eigen::Index i = j; i < n; ++i) a(i, j) = vanishes ? 0.0 : a(i, j) / root;
    for (Eigen::Index i = 0; i < j; ++i) a(i, j) = 0.0;
  }
}

CholeskyFactor::CholeskyFactor(Eigen::Index size, double diagonal)
    : lower_(Eigen::MatrixXd::Zero(size, size)), size_(size) {
  EENET_REQUIRE(diagonal > 0.0, "CholeskyFactor: the diagonal is ", diagonal, ", expected above 0");
  for (Eigen::Index i = 0; i < size; ++i) lower_(i, i) = std::sqrt(diagonal);
}

void CholeskyFactor::add_square(Eigen::VectorXd& x) {
  no_solution_.setZero(size_);
  add_square(x, no_solution_, 0.0);
}

void CholeskyFactor::add_square(Eigen::VectorXd& x, Eigen::VectorXd& solved, double target) {
  EENET_REQUIRE(x.size() == size_ && solved.size() == size_,
                "CholeskyFactor::add_square: sizes are ", x.size(), " and ", solved.size(),
                ", expected ", size_);
  for (Eigen::Index k = 0; k < size_; ++k) {
    if (x[k] == 0.0) continue;
    const double pivot = lower_(k, k);
    const double root = std::sqrt(pivot * pivot + x[k] * x[k]);
    const double c = pivot / root;
    const double s = x[k] / root;
    lower_(k, k) = root;
    const Eigen::Index below = size_ - k - 1;
    rotate(c, s, lower_.col(k).segment(k + 1, below), x.tail(below));
    const double before = solved[k];
    solved[k] = c * before + s * target;
    target = c * target - s * before;
  }
}

void CholeskyFactor::append(const Eigen::Ref<const Eigen::VectorXd>& solved, double pivot_square) {
  EENET_REQUIRE(solved.size() == size_, "CholeskyFactor::append: the row has ", solved.size(),
                " entries, expected ", size_);
  EENET_REQUIRE(!(pivot_square <= 0.0), "CholeskyFactor::append: the pivot's square is ",
                pivot_square, ", expected above 0");
  if (size_ == lower_.rows()) {
    const Eigen::Index room = std::max<Eigen::Index>(2 * size_, 8);
    lower_.conservativeResize(room, room);
  }
  for (Eigen::Index j = 0; j < size_; ++j) lower_(size_, j) = solved[j];
  lower_(size_, size_) = std::sqrt(pivot_square);
  ++size_;
}

void CholeskyFactor::insert(const CholeskyFactor& part, const std::vector<Eigen::Index>& places) {
  EENET_REQUIRE(static_cast<Eigen::Index>(places.size()) == part.size(),
                "CholeskyFactor::insert: got ", places.size(), " places, expected ", part.size());
  for (std::size_t j = 0; j < places.size(); ++j) {
    for (std::size_t i = j; i < places.size(); ++i) {
      lower_(places[i], places[j]) =
          part.entry(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
    }
  }
}

// Column by column of L, so that one is still in the cache for the next column of b.
void CholeskyFactor::substitute(Eigen::MatrixXd& b) const {
  EENET_REQUIRE(b.rows() >= size_, "CholeskyFactor::substitute: got ", b.rows(),
                " rows, expected at least ", size_);
  for (Eigen::Index j = 0; j < size_; ++j) {
    const Eigen::Index below = size_ - j - 1;
    for (Eigen::Index column = 0; column < b.cols(); ++column) {
      double& solved = b(j, column);
      if (solved == 0.0) continue;
      solved /= lower_(j, j);
      add_scaled(-solved, lower_.col(j).segment(j + 1, below), b.col(column).segment(j + 1, below));
    }
  }
}

}  // namespace eenet
