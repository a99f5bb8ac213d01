#include "theory/machine/tiled_cholesky.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/rng.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

// Diagonally dominant, so that a factor exists for sure; the upper triangle holds other numbers,
// which must be neither read nor written.
MatrixXd dominant(Index size) {
  Rng rng(7, "tiled cholesky");
  MatrixXd matrix(size, size);
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i < size; ++i) matrix(i, j) = 2.0 * rng.uniform() - 1.0;
    matrix(j, j) = static_cast<double>(size) + 1.0;
  }
  return matrix;
}

// The largest |A - L L^T| / (bound) over the lower triangle. The sums here are of long doubles, 11
// bits finer: a rounding more of 2^-53 covers up to 2048 of theirs.
double worst_ratio(const MatrixXd& matrix, const MatrixXd& factor) {
  double worst = 0.0;
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Index i = j; i < matrix.rows(); ++i) {
      long double rest = matrix(i, j);
      long double size = 0.0L;
      for (Index k = 0; k <= j; ++k) {
        const long double term = static_cast<long double>(factor(i, k)) * factor(j, k);
        rest -= term;
        size += std::abs(term);
      }
      const double bound = gamma(static_cast<double>(j + 4)) * static_cast<double>(size);
      worst = std::max(worst, static_cast<double>(std::abs(rest)) / bound);
    }
  }
  return worst;
}

// Around the edges of tiles, with one, two and three of them.
class TiledCholesky : public testing::TestWithParam<Index> {};

TEST_P(TiledCholesky, LeavesNoMoreThanRounding) {
  const MatrixXd matrix = dominant(GetParam());
  MatrixXd factor = matrix;
  ASSERT_TRUE(factor_in_place(factor, 2));
  EXPECT_LE(worst_ratio(matrix, factor), 1.0);
}

TEST_P(TiledCholesky, LeavesTheUpperTriangleAlone) {
  const MatrixXd matrix = dominant(GetParam());
  MatrixXd factor = matrix;
  ASSERT_TRUE(factor_in_place(factor, 1));
  for (Index j = 0; j < matrix.cols(); ++j) {
    for (Index i = 0; i < j; ++i) ASSERT_EQ(factor(i, j), matrix(i, j)) << i << ' ' << j;
  }
}

TEST_P(TiledCholesky, HasTheSameBitsForAnyNumberOfThreads) {
  MatrixXd one = dominant(GetParam());
  MatrixXd three = one;
  ASSERT_TRUE(factor_in_place(one, 1));
  ASSERT_TRUE(factor_in_place(three, 3));
  EXPECT_EQ(one, three);
}

TEST_P(TiledCholesky, RefusesALastPivotThatIsNotPositiveOrNotANumber) {
  const Index last = GetParam() - 1;
  for (const double pivot : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    MatrixXd matrix = dominant(GetParam());
    matrix(last, last) = pivot;
    EXPECT_FALSE(factor_in_place(matrix, 2)) << pivot;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, TiledCholesky, testing::Values(1, 2, 255, 256, 257, 512, 600));

TEST(TiledCholeskyInput, WantsASquare) {
  MatrixXd matrix = MatrixXd::Identity(3, 2);
  EXPECT_THROW(static_cast<void>(factor_in_place(matrix, 1)), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
