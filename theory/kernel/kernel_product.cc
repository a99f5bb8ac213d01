#include "theory/kernel/kernel_product.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "reference/require.h"
#include "theory/machine/parallel.h"
#include "theory/machine/tile_copies.h"
#include "theory/measured/compensated.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr Index kTile = 256;
constexpr Index kColumns = 32;  // whole columns at a time for the dot products

// The bound of compensated_dot, from sum |x_i y_i| and the computed result. With the exact result
// below |computed| + error in u |exact|, it grows by 1 / (1 - u); its own roundings are five.
double dot_error(double size, double absolute_sum, double computed) {
  const double quadratic = gamma(size);
  return (1.0 + 8 * kUnitRoundoff) *
         (kUnitRoundoff * std::abs(computed) + quadratic * quadratic * absolute_sum +
          size * std::numeric_limits<double>::min());
}

// Which piece computes the tiles of a column of tiles: forwards and backwards in turn, so that
// every piece gets as many long columns.
std::size_t piece_of(Index column_of_tiles, std::size_t pieces) {
  const auto at = static_cast<std::size_t>(column_of_tiles);
  const std::size_t place = at % pieces;
  return at / pieces % 2 == 0 ? place : pieces - 1 - place;
}

// Called with entries, x, y: adds the contribution of a tile to y.
using Multiply = std::function<void(const Eigen::Ref<const MatrixXd>&,
                                    const Eigen::Ref<const MatrixXd>&, Eigen::Ref<MatrixXd>)>;

// The sum over all tiles (row, column) of H on and above the diagonal, and over their mirror
// images, each multiplied by its part of x. Tiles of one piece are added in a fixed order, then the
// pieces in theirs.
MatrixXd sum_over_tiles(const Kernel& kernel, const Eigen::Ref<const MatrixXd>& x, Index y_columns,
                        const Multiply& multiply, const ProductWork& work) {
  const Index n = kernel.size();
  const Index tiles = (n + kTile - 1) / kTile;
  const std::size_t pieces = std::min(kProductPieces, static_cast<std::size_t>(tiles));
  std::vector<MatrixXd> sums(pieces);
  std::atomic<std::size_t> done = 0;
  do_in_parallel(pieces, work.threads, [&](std::size_t piece) {
    MatrixXd y = MatrixXd::Zero(n, y_columns);
    MatrixXd tile(kTile, kTile);
    MatrixXd mirrored(kTile, kTile);
    for (Index j = 0; j < tiles; ++j) {
      if (piece_of(j, pieces) != piece) continue;
      const Index column = j * kTile;
      const Index columns = std::min(kTile, n - column);
      for (Index row = 0; row <= column; row += kTile) {
        const Index rows = std::min(kTile, n - row);
        auto entries = tile.topLeftCorner(rows, columns);
        kernel.block(row, column, entries);
        multiply(entries, x.middleRows(column, columns), y.middleRows(row, rows));
        if (row == column) continue;
        copy_transposed(entries, mirrored.topLeftCorner(columns, rows), Stores::kCached);
        multiply(mirrored.topLeftCorner(columns, rows), x.middleRows(row, rows),
                 y.middleRows(column, columns));
      }
    }
    sums[piece] = std::move(y);
    if (work.on_part) {
      work.on_part(static_cast<double>(++done) / static_cast<double>(pieces));
    }
  });
  for (std::size_t piece = 1; piece < pieces; ++piece) sums[0] += sums[piece];
  return std::move(sums[0]);
}

// H_ii <= h_ii / (1 - e), and a few roundings per root.
VectorXd diagonal_roots(const Kernel& kernel) {
  return (diagonal(kernel) / (1.0 - kernel.entry_error())).cwiseSqrt() * (1.0 + 8 * kUnitRoundoff);
}

}  // namespace

VectorXd diagonal(const Kernel& kernel) {
  VectorXd entries(kernel.size());
  MatrixXd entry(1, 1);
  for (Index i = 0; i < kernel.size(); ++i) {
    kernel.block(i, i, entry);
    entries[i] = entry(0, 0);
  }
  return entries;
}

Interval exact_trace(const Eigen::Ref<const VectorXd>& diagonal, double entry_error) {
  // Each term takes part in fewer than N roundings, and H_ii is in h_ii / (1 -+ e).
  const Interval sum =
      exactly(diagonal.sum()) * around(1.0, gamma(static_cast<double>(diagonal.size())));
  return {(sum / (exactly(1.0) + exactly(entry_error))).lower,
          (sum / (exactly(1.0) - exactly(entry_error))).upper};
}

MatrixXd product(const Kernel& kernel, const Eigen::Ref<const MatrixXd>& x,
                 const ProductWork& work) {
  EENET_REQUIRE(x.rows() == kernel.size(), "product: got ", x.rows(), " rows, expected ",
                kernel.size());
  const Multiply multiply = [](const Eigen::Ref<const MatrixXd>& entries,
                               const Eigen::Ref<const MatrixXd>& part,
                               Eigen::Ref<MatrixXd> y) { y.noalias() += entries * part; };
  return sum_over_tiles(kernel, x, x.cols(), multiply, work);
}

EnclosedVector enclosed_product(const Kernel& kernel, const Eigen::Ref<const VectorXd>& x) {
  const Index n = kernel.size();
  EENET_REQUIRE(x.size() == n, "enclosed_product: got ", x.size(), " entries, expected ", n);
  EENET_REQUIRE(x.allFinite(), "enclosed_product: the vector is not finite");
  const auto size = static_cast<double>(n);
  const double entry_error = kernel.entry_error();
  const VectorXd roots = diagonal_roots(kernel);
  const double reach = x.cwiseAbs().dot(roots) * (1.0 + 2 * gamma(size + 2));

  EnclosedVector result{VectorXd(n), VectorXd(n)};
  MatrixXd columns(n, kColumns);
  for (Index first = 0; first < n; first += kColumns) {
    const Index count = std::min(kColumns, n - first);
    kernel.block(0, first, columns.leftCols(count));
    for (Index j = 0; j < count; ++j) {
      const Index i = first + j;
      const double value = compensated_dot(columns.col(j), x).value();
      // A computed entry is at most (1 + e) sqrt(H_ii H_jj) in size.
      const double absolute_sum = (1.0 + entry_error) * roots[i] * reach;
      const double error = dot_error(size, absolute_sum, value) + entry_error * roots[i] * reach;
      result.value[i] = value;
      result.error[i] = error * (1.0 + 16 * kUnitRoundoff);
    }
  }
  return result;
}

PositiveProduct positive_product(const Kernel& kernel, const Eigen::Ref<const VectorXd>& x,
                                 const ProductWork& work) {
  const Index n = kernel.size();
  EENET_REQUIRE(x.size() == n, "positive_product: got ", x.size(), " entries, expected ", n);
  EENET_REQUIRE(x.allFinite() && x.minCoeff() > 0.0,
                "positive_product: expected finite entries above 0");
  const Multiply multiply = [](const Eigen::Ref<const MatrixXd>& entries,
                               const Eigen::Ref<const MatrixXd>& part, Eigen::Ref<MatrixXd> y) {
    y.col(0).noalias() += entries * part.col(0);
    y.col(1).noalias() += entries.cwiseAbs() * part.col(0);
  };
  const MatrixXd both = sum_over_tiles(kernel, x, 2, multiply, work);
  // A term takes part in at most n + kProductPieces roundings.
  const double rounding = gamma(static_cast<double>(n) + static_cast<double>(kProductPieces));
  const VectorXd roots = diagonal_roots(kernel);
  const double reach = x.dot(roots) * (1.0 + 2 * gamma(static_cast<double>(n + 2)));
  const VectorXd entries = kernel.entry_error() * reach * roots;
  PositiveProduct result;
  result.product.value = both.col(0);
  // The exact sum of |h_ij| x_j is at most 1 / (1 - gamma) times the computed one.
  const VectorXd absolute = both.col(1) * ((1.0 + 2.0 * rounding) * (1.0 + 8 * kUnitRoundoff));
  const double underflow = static_cast<double>(n) * std::numeric_limits<double>::min();
  result.product.error =
      ((rounding * absolute + entries) * (1.0 + 8 * kUnitRoundoff)).array() + underflow;
  result.absolute = ((absolute + entries) * (1.0 + 8 * kUnitRoundoff)).array() + underflow;
  return result;
}

Interval dot(const Eigen::Ref<const VectorXd>& x, const EnclosedVector& y) {
  const auto size = static_cast<double>(x.size());
  const double value = compensated_dot(x, y.value).value();
  const double slack = 1.0 + 2 * gamma(size + 2);
  const double absolute_sum = x.cwiseAbs().dot(y.value.cwiseAbs()) * slack;
  const double carried = x.cwiseAbs().dot(y.error) * slack;
  return around(value, above(dot_error(size, absolute_sum, value) + carried));
}

Interval rayleigh_quotient(const Kernel& kernel, const Eigen::Ref<const VectorXd>& x) {
  const Interval square = dot(x, {x, VectorXd::Zero(x.size())});
  EENET_REQUIRE(square.lower > 0.0, "rayleigh_quotient: the vector is zero");
  return dot(x, enclosed_product(kernel, x)) / square;
}

}  // namespace eenet::theory
