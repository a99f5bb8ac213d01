#include "theory/machine/tile_copies.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

namespace eenet::theory {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// Every entry is another number.
MatrixXd numbered(Index rows, Index columns) {
  MatrixXd numbers(rows, columns);
  for (Index i = 0; i < numbers.size(); ++i) numbers(i) = static_cast<double>(i + 1);
  return numbers;
}

// Around lines of 8 entries, groups of 8 rows and of 256 columns.
constexpr std::array<Index, 12> kSizes = {0, 1, 2, 7, 8, 9, 15, 17, 64, 67, 256, 259};

// A copy from the middle of a matrix to (row, column) in the middle of another, compared with a
// plain loop: the entries around the copy must stay.
void expect_copies(Index rows, Index columns, Index row, Index column, Stores stores) {
  const MatrixXd source = numbered(rows + 3, columns + 2);
  const auto from = source.block(2, 1, rows, columns);
  MatrixXd copied = MatrixXd::Constant(row + rows + 9, column + columns + 1, -1.0);
  MatrixXd transposed = MatrixXd::Constant(row + columns + 9, column + rows + 1, -1.0);
  MatrixXd expected_copied = copied;
  MatrixXd expected_transposed = transposed;
  for (Index j = 0; j < columns; ++j) {
    for (Index i = 0; i < rows; ++i) {
      expected_copied(row + i, column + j) = from(i, j);
      expected_transposed(row + j, column + i) = from(i, j);
    }
  }
  copy_tile(from, copied.block(row, column, rows, columns), stores);
  copy_transposed(from, transposed.block(row, column, columns, rows), stores);
  EXPECT_TRUE(copied == expected_copied) << rows << " x " << columns << " at " << row;
  EXPECT_TRUE(transposed == expected_transposed) << rows << " x " << columns << " at " << row;
}

TEST(TileCopies, AreThoseOfAPlainLoopForEveryShape) {
  for (const Stores stores : {Stores::kCached, Stores::kStreamed}) {
    for (const Index rows : kSizes) {
      for (const Index columns : kSizes) expect_copies(rows, columns, 3, 2, stores);
    }
  }
}

// Rows 0 to 8 of the target are every place within a line, whatever the place of its first entry;
// its columns are of odd and of even length, so that they begin alike or all differently.
TEST(TileCopies, BeginAndEndAnywhereInALine) {
  for (const Stores stores : {Stores::kCached, Stores::kStreamed}) {
    for (Index row = 0; row <= 8; ++row) {
      for (Index rows = 1; rows <= 25; ++rows) {
        expect_copies(rows, 11, row, 1, stores);
        expect_copies(11, rows, row, 0, stores);
      }
    }
  }
}

TEST(TileCopies, RefuseAnotherShape) {
  const MatrixXd from = numbered(3, 2);
  MatrixXd to(3, 2);
  copy_tile(from, to, Stores::kCached);
  EXPECT_THROW(copy_transposed(from, to, Stores::kCached), std::invalid_argument);
  EXPECT_THROW(copy_tile(from, to.leftCols(1), Stores::kStreamed), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
