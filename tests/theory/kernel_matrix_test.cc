#include "theory/kernel_matrix.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "reference/fixed_order.h"
#include "tests/theory/points.h"
#include "theory/infinite_ntk.h"
#include "theory/parallel.h"

namespace eenet::theory {
namespace {

TEST(DoInParallel, DoesEveryPieceOnce) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    std::vector<std::atomic<int>> done(100);
    do_in_parallel(done.size(), threads, [&done](std::size_t piece) { ++done[piece]; });
    for (const std::atomic<int>& count : done) EXPECT_EQ(count, 1);
  }
  do_in_parallel(0, 3, [](std::size_t) { FAIL(); });
}

TEST(DoInParallel, ThrowsWhatTheLowestFailedPieceThrew) {
  for (const unsigned threads : {1U, 4U}) {
    try {
      do_in_parallel(50, threads, [](std::size_t piece) {
        if (piece >= 20) throw std::runtime_error(std::to_string(piece));
      });
      FAIL() << "nothing thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "20");  // begun in order, so none above can fail without it
    }
  }
  EXPECT_THROW(do_in_parallel(1, 0, [](std::size_t) {}), std::invalid_argument);
}

TEST(KernelMatrix, HasTheSameBitsForAnyThreadsAndTile) {
  const InfiniteNtk kernel(hard_points(4, 203, 21), 3);
  Eigen::MatrixXd expected(kernel.size(), kernel.size());
  kernel.block(0, 0, expected);
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    for (const Eigen::Index tile : {1, 7, 64, 100, 203, 1000}) {
      EXPECT_TRUE(kernel_matrix(kernel, {threads, tile}) == expected) << threads << " " << tile;
    }
  }
  EXPECT_THROW(kernel_matrix(kernel, {1, 0}), std::invalid_argument);
  EXPECT_THROW(kernel_matrix(kernel, {0, 10}), std::invalid_argument);
}

TEST(KernelMatrix, OfNoPointsIsEmpty) {
  const InfiniteNtk kernel(Eigen::MatrixXd(3, 0), 2);
  EXPECT_EQ(kernel_matrix(kernel).size(), 0);
  EXPECT_EQ(kernel_multiply(kernel, Eigen::VectorXd(0)).size(), 0);
}

TEST(KernelMultiply, IsTheProductWithTheMatrix) {
  const Eigen::MatrixXd points = hard_points(4, 700, 22);  // three blocks, the last not full
  const InfiniteNtk kernel(points, 2);
  const Eigen::MatrixXd matrix = kernel_matrix(kernel);
  Rng rng(1, "multiply");
  Eigen::VectorXd x(kernel.size());
  for (Eigen::Index i = 0; i < x.size(); ++i) x[i] = rng.normal();
  const Eigen::VectorXd product = kernel_multiply(kernel, x);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    long double exact = 0.0L;
    long double magnitude = 0.0L;
    for (Eigen::Index j = 0; j < x.size(); ++j) {
      const auto term = static_cast<long double>(matrix(i, j)) * static_cast<long double>(x[j]);
      exact += term;
      magnitude += std::abs(term);
    }
    // A block's sum, a block's dot, then over three blocks; the wider sum errs 2^11 times less.
    const long double bound = (kMultiplyTile + 3 + 1) * 0x1p-53L * magnitude;
    EXPECT_LE(std::abs(static_cast<long double>(product[i]) - exact), bound) << i;
  }
}

TEST(KernelMultiply, HasTheSameBitsForAnyThreads) {
  const InfiniteNtk kernel(hard_points(3, 600, 23), 3);
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(600, -1.0, 2.0);
  const Eigen::VectorXd expected = kernel_multiply(kernel, x, 1);
  for (const unsigned threads : {2U, 3U, 7U}) {
    EXPECT_TRUE(kernel_multiply(kernel, x, threads) == expected) << threads;
  }
  EXPECT_THROW(kernel_multiply(kernel, x.head(599)), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
