#include "theory/machine/tiled_cholesky.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "reference/require.h"
#include "theory/machine/parallel.h"
#include "theory/machine/tile_algebra.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr Index kTile = 256;

// Only the lower triangle of the diagonal tile is ours to change.
bool factor_diagonal_tile(Eigen::Ref<MatrixXd> tile, const Eigen::Ref<const MatrixXd>& left) {
  MatrixXd copy = tile.triangularView<Eigen::Lower>();
  subtract_product(left, left, copy);
  const Eigen::LLT<Eigen::Ref<MatrixXd>> factor(copy);
  tile.triangularView<Eigen::Lower>() = copy;
  // Eigen lets a NaN pass for a positive pivot; any other entry's feeds the pivot of its row.
  return factor.info() == Eigen::Success && tile.diagonal().allFinite() &&
         (tile.diagonal().array() > 0.0).all();
}

}  // namespace

// One column of tiles after the other: all tiles to the left of a tile are finished before it, so
// they are subtracted in one long product and the tile is written once.
bool factor_in_place(Eigen::Ref<MatrixXd> matrix, unsigned threads) {
  const Index size = matrix.rows();
  EENET_REQUIRE(matrix.cols() == size, "factor_in_place: the matrix is ", size, " x ",
                matrix.cols(), ", expected square");
  for (Index column = 0; column < size; column += kTile) {
    const Index columns = std::min(kTile, size - column);
    const auto left_of = [&](Index row, Index rows) { return matrix.block(row, 0, rows, column); };
    auto diagonal = matrix.block(column, column, columns, columns);
    if (!factor_diagonal_tile(diagonal, left_of(column, columns))) return false;
    const Index below = size - column - columns;
    do_in_parallel(static_cast<std::size_t>((below + kTile - 1) / kTile), threads,
                   [&](std::size_t piece) {
                     const Index row = column + columns + static_cast<Index>(piece) * kTile;
                     const Index rows = std::min(kTile, size - row);
                     auto tile = matrix.block(row, column, rows, columns);
                     subtract_product(left_of(row, rows), left_of(column, columns), tile);
                     solve_from_right(diagonal, tile);
                   });
  }
  return true;
}

}  // namespace eenet::theory
