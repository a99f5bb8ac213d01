#include "theory/kernel_matrix.h"

#include <algorithm>
#include <vector>

#include "reference/fixed_order.h"
#include "reference/require.h"
#include "theory/large_pages.h"
#include "theory/parallel.h"

namespace eenet::theory {

namespace {

struct Tile {
  Eigen::Index row = 0;
  Eigen::Index column = 0;
  Eigen::Index rows = 0;
  Eigen::Index columns = 0;
};

// All tiles on and below the diagonal, row by row.
std::vector<Tile> lower_tiles(Eigen::Index size, Eigen::Index tile) {
  std::vector<Tile> tiles;
  for (Eigen::Index row = 0; row < size; row += tile) {
    for (Eigen::Index column = 0; column <= row; column += tile) {
      tiles.push_back({row, column, std::min(tile, size - row), std::min(tile, size - column)});
    }
  }
  return tiles;
}

void mirror(const Tile& at, Eigen::MatrixXd& matrix) {
  const auto source = matrix.block(at.row, at.column, at.rows, at.columns);
  if (at.row != at.column) {
    matrix.block(at.column, at.row, at.columns, at.rows) = source.transpose();
    return;
  }
  for (Eigen::Index j = 0; j < at.columns; ++j) {
    for (Eigen::Index i = j + 1; i < at.rows; ++i) {
      matrix(at.column + j, at.row + i) = source(i, j);
    }
  }
}

}  // namespace

Eigen::MatrixXd kernel_matrix(const Kernel& kernel, const Tiling& tiling) {
  EENET_REQUIRE(tiling.tile >= 1, "kernel_matrix: tile is ", tiling.tile, ", expected at least 1");
  Eigen::MatrixXd matrix(kernel.size(), kernel.size());
  ask_for_large_pages(matrix);
  const std::vector<Tile> tiles = lower_tiles(kernel.size(), tiling.tile);
  do_in_parallel(tiles.size(), tiling.threads, [&](std::size_t piece) {
    const Tile& at = tiles[piece];
    kernel.block(at.row, at.column, matrix.block(at.row, at.column, at.rows, at.columns));
    mirror(at, matrix);
  });
  return matrix;
}

Eigen::VectorXd kernel_multiply(const Kernel& kernel, const Eigen::Ref<const Eigen::VectorXd>& x,
                                unsigned threads) {
  const Eigen::Index size = kernel.size();
  EENET_REQUIRE(x.size() == size, "kernel_multiply: vector has ", x.size(), " entries, expected ",
                size);
  const Eigen::Index blocks = (size + kMultiplyTile - 1) / kMultiplyTile;
  // Column J holds K_IJ x_J in the rows of I, whichever half of the matrix (I, J) is in.
  Eigen::MatrixXd parts = Eigen::MatrixXd::Zero(size, blocks);
  const std::vector<Tile> tiles = lower_tiles(size, kMultiplyTile);
  do_in_parallel(tiles.size(), threads, [&](std::size_t piece) {
    const Tile& at = tiles[piece];
    Eigen::MatrixXd entries(at.rows, at.columns);
    kernel.block(at.row, at.column, entries);
    auto part = parts.col(at.column / kMultiplyTile).segment(at.row, at.rows);
    for (Eigen::Index j = 0; j < at.columns; ++j) {
      add_scaled(x[at.column + j], entries.col(j), part);
    }
    if (at.row == at.column) return;
    auto mirrored = parts.col(at.row / kMultiplyTile).segment(at.column, at.columns);
    for (Eigen::Index j = 0; j < at.columns; ++j) {
      mirrored[j] = dot(entries.col(j), x.segment(at.row, at.rows));
    }
  });
  Eigen::VectorXd product = Eigen::VectorXd::Zero(size);
  for (Eigen::Index j = 0; j < blocks; ++j) add_scaled(1.0, parts.col(j), product);
  return product;
}

}  // namespace eenet::theory
