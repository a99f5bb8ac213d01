#include "theory/kernel/kernel_matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

#include "tests/theory/kernel/points.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/machine/parallel.h"

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

// Entry (i, j) tells its place, (i, j) and (j, i) differ: the lower ones count.
class PlacesKernel final : public Kernel {
 public:
  explicit PlacesKernel(Eigen::Index points) : points_(points) {}
  [[nodiscard]] Eigen::Index size() const override { return points_; }
  void block(Eigen::Index row, Eigen::Index column,
             Eigen::Ref<Eigen::MatrixXd> out) const override {
    for (Eigen::Index j = 0; j < out.cols(); ++j) {
      for (Eigen::Index i = 0; i < out.rows(); ++i) {
        out(i, j) = static_cast<double>((row + i) * points_ + column + j);
      }
    }
  }
  [[nodiscard]] double entry_error() const override { return 0.0; }

 private:
  Eigen::Index points_;
};

// 2053 points are the first prime beyond the 32 MB from which entries are stored past the caches.
TEST(KernelMatrix, IsTheLowerTriangleAndItsMirrorImageInMemoryOfAnySize) {
  for (const Eigen::Index points : {5, 128, 301, 2053}) {
    for (const Tiling& tiling : {Tiling{}, Tiling{3, 77}}) {
      const Eigen::MatrixXd matrix = kernel_matrix(PlacesKernel(points), tiling);
      Eigen::Index wrong = 0;
      for (Eigen::Index j = 0; j < points; ++j) {
        for (Eigen::Index i = 0; i < points; ++i) {
          const Eigen::Index place = std::max(i, j) * points + std::min(i, j);
          wrong += matrix(i, j) == static_cast<double>(place) ? 0 : 1;
        }
      }
      EXPECT_EQ(wrong, 0) << points << " points, tile " << tiling.tile;
    }
  }
}

TEST(KernelMatrix, OfNoPointsIsEmpty) {
  const InfiniteNtk kernel(Eigen::MatrixXd(3, 0), 2);
  EXPECT_EQ(kernel_matrix(kernel).size(), 0);
}

}  // namespace
}  // namespace eenet::theory
