#include "theory/kernel/kernel_matrix.h"

#include <algorithm>
#include <vector>

#include "reference/require.h"
#include "theory/machine/large_pages.h"
#include "theory/machine/parallel.h"
#include "theory/machine/tile_copies.h"

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

// Columns of a tile whose distance is a power of 2 would share few places in the first cache.
constexpr Eigen::Index kPadding = 8;

// A matrix of more bytes is not in the caches when the caller reads it.
constexpr Eigen::Index kCachedBytes = Eigen::Index{1} << 25;

void mirror(Eigen::Ref<Eigen::MatrixXd> diagonal_tile) {
  for (Eigen::Index j = 0; j < diagonal_tile.cols(); ++j) {
    for (Eigen::Index i = j + 1; i < diagonal_tile.rows(); ++i) {
      diagonal_tile(j, i) = diagonal_tile(i, j);
    }
  }
}

}  // namespace

Eigen::MatrixXd kernel_matrix(const Kernel& kernel, const Tiling& tiling) {
  EENET_REQUIRE(tiling.tile >= 1, "kernel_matrix: tile is ", tiling.tile, ", expected at least 1");
  Eigen::MatrixXd matrix(kernel.size(), kernel.size());
  ask_for_large_pages(matrix);
  const std::vector<Tile> tiles = lower_tiles(kernel.size(), tiling.tile);
  constexpr auto kEntryBytes = static_cast<Eigen::Index>(sizeof(double));
  const Stores stores =
      matrix.size() > kCachedBytes / kEntryBytes ? Stores::kStreamed : Stores::kCached;
  do_in_parallel(tiles.size(), tiling.threads, [&](std::size_t piece) {
    const Tile& at = tiles[piece];
    // Computed in the cache and stored twice from there: neither place is read.
    Eigen::MatrixXd buffer(at.rows + kPadding, at.columns);
    auto entries = buffer.topRows(at.rows);
    kernel.block(at.row, at.column, entries);
    if (at.row == at.column) {
      mirror(entries);
    } else {
      copy_transposed(entries, matrix.block(at.column, at.row, at.columns, at.rows), stores);
    }
    copy_tile(entries, matrix.block(at.row, at.column, at.rows, at.columns), stores);
  });
  return matrix;
}

}  // namespace eenet::theory
