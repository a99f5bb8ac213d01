#include "theory/kernel/precise_ntk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/theory/kernel/points.h"
#include "tests/theory/kernel/wide_ntk.h"
#include "theory/kernel/infinite_ntk.h"

namespace eenet::theory {
namespace {

TEST(PreciseNtk, IsWithinItsErrorOfOneHundredDigits) {
  for (const int levels : {1, 2, 7, 63}) {
    const Eigen::MatrixXd points = hard_points(5, 24, 31 + static_cast<std::uint64_t>(levels));
    double worst = 0.0;
    for (Eigen::Index i = 0; i < points.cols(); ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) {
        const Eigen::VectorXd x = points.col(i);
        const Eigen::VectorXd y = points.col(j);
        const PreciseEntry got = precise_ntk(x, y, levels);
        const Wide norms = sqrt(wide_dot(x, x) * wide_dot(y, y));
        if (norms == 0) {
          EXPECT_EQ(got.high, 0.0);
          continue;
        }
        const Wide exact = norms * wide_ntk(wide_cosine(x, y), levels);
        const Wide error = abs(Wide(got.high) + Wide(got.low) - exact) / (norms * (levels + 2) / 2);
        worst = std::max(worst, static_cast<double>(error));
      }
    }
    EXPECT_LE(worst, precise_ntk_error(5, levels)) << levels;
    EXPECT_GT(worst, 0x1p-120) << "more digits than were asked for: " << levels;
  }
  EXPECT_THROW(precise_ntk(Eigen::Vector2d::Ones(), Eigen::Vector3d::Ones(), 1),
               std::invalid_argument);
  EXPECT_THROW(precise_ntk(Eigen::Vector2d(1.0, NAN), Eigen::Vector2d::Ones(), 1),
               std::invalid_argument);
}

TEST(PreciseNtk, IsWhatAKernelOfFewPointsGives) {
  const InfiniteNtk kernel(hard_points(3, 9, 5), 4, NtkConvention::kPrinted);
  EXPECT_EQ(kernel.precise_entry_error(), precise_ntk_error(3, 4));
  Eigen::MatrixXd matrix(9, 9);
  kernel.block(0, 0, matrix);
  for (Eigen::Index i = 0; i < 9; ++i) {
    for (Eigen::Index j = 0; j < 9; ++j) {
      EXPECT_LE(std::abs(kernel.precise_entry(i, j).high - matrix(i, j)),
                2.0 * kernel.entry_error() * std::sqrt(matrix(i, i) * matrix(j, j)));
    }
  }
  EXPECT_THROW((void)kernel.precise_entry(9, 0), std::invalid_argument);
  const InfiniteNtk large(Eigen::MatrixXd::Ones(1, InfiniteNtk::kMostPrecisePoints + 1), 2);
  EXPECT_FALSE(large.precise_entry_error().has_value());
  EXPECT_THROW((void)large.precise_entry(0, 0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
