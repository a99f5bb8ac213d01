#include "theory/kernel/stored_kernel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "reference/require.h"
#include "theory/kernel/kernel_product.h"
#include "theory/machine/large_pages.h"
#include "theory/machine/parallel.h"
#include "theory/machine/tile_algebra.h"
#include "theory/machine/tiled_cholesky.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr Index kTile = 256;

void require_kernel_matrix(const Eigen::MatrixXd& matrix, double entry_error) {
  EENET_REQUIRE(matrix.rows() == matrix.cols(), "the matrix is ", matrix.rows(), " x ",
                matrix.cols(), ", expected square");
  EENET_REQUIRE(matrix.rows() >= 1, "the matrix is empty");
  EENET_REQUIRE(entry_error >= 0.0 && entry_error < 0.5, "the entry error is ", entry_error,
                ", expected at least 0 and below 0.5");
  for (Index i = 0; i < matrix.rows(); ++i) {
    EENET_REQUIRE(matrix(i, i) >= 0.0 && std::isfinite(matrix(i, i)), "entry (", i, ", ", i,
                  ") is ", matrix(i, i), ", expected finite and not negative");
  }
  // The exact |H_ij| <= sqrt(H_ii H_jj); the error in an entry and in the two diagonal ones, and
  // the three roundings on the right.
  const double most = ((exactly(1.0) + exactly(entry_error)) /
                       (exactly(1.0) - exactly(entry_error)) * exactly(1.0 + 8 * kUnitRoundoff))
                          .upper;
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Index i = 0; i < j; ++i) {
      const double scale = std::sqrt(matrix(i, i)) * std::sqrt(matrix(j, j)) * most;
      EENET_REQUIRE(std::abs(matrix(i, j)) <= scale, "entry (", i, ", ", j, ") is ", matrix(i, j),
                    ", expected at most ", scale,
                    " in size, the root of the product of the two diagonal entries");
      EENET_REQUIRE(std::abs(matrix(i, j) - matrix(j, i)) <= 2.0 * entry_error * scale, "entries (",
                    i, ", ", j, ") and (", j, ", ", i, ") differ by ",
                    std::abs(matrix(i, j) - matrix(j, i)),
                    ", expected symmetric up to the entry error ", entry_error);
    }
  }
}

}  // namespace

StoredKernel::StoredKernel(Eigen::MatrixXd matrix, double entry_error, unsigned threads)
    : matrix_(std::move(matrix)), entry_error_(entry_error), threads_(threads) {
  require_kernel_matrix(matrix_, entry_error_);
  diagonal_ = matrix_.diagonal();
}

StoredKernel::StoredKernel(const Kernel& kernel, unsigned threads)
    : matrix_(kernel.size(), kernel.size()), entry_error_(kernel.entry_error()), threads_(threads) {
  const Index n = matrix_.rows();
  EENET_REQUIRE(n >= 1, "StoredKernel: the kernel has no points");
  ask_for_large_pages(matrix_);
  const auto tiles = static_cast<std::size_t>((n + kTile - 1) / kTile);
  do_in_parallel(tiles, threads, [&](std::size_t piece) {
    const Index column = static_cast<Index>(piece) * kTile;
    const Index columns = std::min(kTile, n - column);
    for (Index row = 0; row <= column; row += kTile) {
      const Index rows = std::min(kTile, n - row);
      kernel.block(row, column, matrix_.block(row, column, rows, columns));
    }
  });
  diagonal_ = matrix_.diagonal();
}

void StoredKernel::block(Index row, Index column, Eigen::Ref<Eigen::MatrixXd> out) const {
  if (row + out.rows() <= column) {
    out = matrix_.block(row, column, out.rows(), out.cols());
    return;
  }
  if (column + out.cols() <= row) {
    out = matrix_.block(column, row, out.cols(), out.rows()).transpose();
    return;
  }
  for (Index j = 0; j < out.cols(); ++j) {
    for (Index i = 0; i < out.rows(); ++i) {
      const Index a = row + i;
      const Index b = column + j;
      out(i, j) = a == b ? diagonal_[a] : matrix_(std::min(a, b), std::max(a, b));
    }
  }
}

double StoredKernel::trace_bound() const {
  return exact_trace(diagonal_, entry_error_).upper;
}

double StoredKernel::allowance(double sign, double shift) const {
  return leading_allowance(size(), sign, shift);
}

double StoredKernel::leading_allowance(Index n, double sign, double shift) const {
  EENET_REQUIRE(n >= 1 && n <= size(), "StoredKernel: leading block of ", n, ", expected 1 to ",
                size());
  // Row i of L times row j takes part in min(i, j) + 2 roundings, counted from 1: one more than
  // for the plain algorithm, because blocked ones multiply by the reciprocal of a pivot. With
  // Cauchy's inequality the error of entry (i, j) is at most sqrt(c_i c_j),
  // c_i = gamma_{i+2} / (1 - gamma_{i+2}) a_ii, and the norm of such a matrix at most sum c_i.
  const auto points = static_cast<double>(n);
  const double worst = gamma(points + 2.0);
  double sum = 0.0;
  for (Index i = 0; i < n; ++i) {
    const double entry = std::abs(sign * diagonal_[i] + shift);
    sum += (static_cast<double>(i + 3) * kUnitRoundoff + kUnitRoundoff) * entry;
  }
  // k u becomes gamma_k / (1 - gamma_k); `sum` itself is rounded N + 3 times.
  const Interval slack = (exactly(1.0) + exactly(gamma(points + 3.0))) /
                         ((exactly(1.0) - exactly(worst)) * (exactly(1.0) - exactly(worst)));
  const double largest = diagonal_.head(n).maxCoeff() + std::abs(shift);
  const double underflow =
      2.0 * points * (points + std::sqrt(largest)) * std::numeric_limits<double>::min();
  return (exactly(sum) * slack + exactly(underflow)).upper;
}

// Tile by tile: whole rows would miss the cache at every entry.
void StoredKernel::restore_lower_triangle(double sign) {
  for (Index column = 0; column < size(); column += kTile) {
    const Index columns = std::min(kTile, size() - column);
    for (Index j = column; j < column + columns; ++j) {
      for (Index i = j + 1; i < column + columns; ++i) matrix_(i, j) = sign * matrix_(j, i);
    }
    for (Index row = column + columns; row < size(); row += kTile) {
      const Index rows = std::min(kTile, size() - row);
      matrix_.block(row, column, rows, columns) =
          sign * matrix_.block(column, row, columns, rows).transpose();
    }
  }
}

Factorisation StoredKernel::factor(double sign, double shift) {
  EENET_REQUIRE(sign == 1.0 || sign == -1.0, "StoredKernel::factor: sign is ", sign,
                ", expected 1 or -1");
  restore_lower_triangle(sign);
  matrix_.diagonal() = (sign * diagonal_).array() + shift;
  const bool succeeded = factor_in_place(matrix_, threads_);
  return {succeeded, allowance(sign, shift)};
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): a Ref is a view, b is written to.
void StoredKernel::solve(Eigen::Ref<VectorXd> b) const {
  solve_with_factor(matrix_, b);
}

VectorXd StoredKernel::product(const Eigen::Ref<const VectorXd>& x) const {
  const auto upper = matrix_.triangularView<Eigen::StrictlyUpper>();
  VectorXd y = upper * x;
  y += upper.transpose() * x;
  y += diagonal_.cwiseProduct(x);
  return y;
}

}  // namespace eenet::theory
