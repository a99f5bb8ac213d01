#include "theory/kernel/limit_distances.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "reference/mlp.h"
#include "theory/kernel/empirical_ntk.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"

namespace eenet::theory {
namespace {

Eigen::MatrixXd axes_and_a_diagonal() {
  Eigen::MatrixXd points(2, 3);
  points << 1.0, 0.0, 0.6,  //
      0.0, 1.0, 0.8;
  return points;
}

TEST(LimitDistances, AreThoseOfTheNetworksThatRunsStartFrom) {
  const Eigen::MatrixXd points = axes_and_a_diagonal();
  std::uint64_t done = 0;
  const LimitDistances found =
      limit_distances(points, 3, {8.0, 32.0}, {5, 9}, [&done](std::uint64_t n) { done = n; });
  EXPECT_EQ(done, 4U);
  ASSERT_EQ(found.corrected.size(), 2U);
  for (std::size_t seed = 0; seed < 2; ++seed) {
    for (std::size_t k = 0; k < 2; ++k) {
      Rng rng(seed == 0 ? 5 : 9, stream::kInitExploitation);
      const MlpShape shape = {2, k == 0 ? 8 : 32, 3};
      const Eigen::MatrixXd kernel = EmpiricalNtk(Mlp::initialised(shape, rng), points).matrix();
      const auto distance = [&](NtkConvention convention) {
        return (kernel - kernel_matrix(InfiniteNtk(points, 3, convention))).norm();
      };
      EXPECT_EQ(found.corrected[seed][k], distance(NtkConvention::kCorrected));
      EXPECT_EQ(found.printed[seed][k], distance(NtkConvention::kPrinted));
    }
  }
}

TEST(LimitDistances, AskForWidthsAndSeeds) {
  EXPECT_THROW(limit_distances(axes_and_a_diagonal(), 2, {}, {1}), std::invalid_argument);
  EXPECT_THROW(limit_distances(axes_and_a_diagonal(), 2, {8.0}, {}), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
