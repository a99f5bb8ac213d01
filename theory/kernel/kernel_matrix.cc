#include "theory/kernel/kernel_matrix.h"

#include <algorithm>
#include <vector>

#include "reference/require.h"
#include "theory/machine/large_pages.h"
#include "theory/machine/parallel.h"

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

}  // namespace eenet::theory
