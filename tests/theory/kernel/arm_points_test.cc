#include "theory/kernel/arm_points.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace eenet::theory {
namespace {

// Round t has the contexts 10 t and 10 t + 1 of one coordinate.
std::vector<TraceRound> two_rounds() {
  std::vector<TraceRound> rounds(2);
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    const double first = 10.0 * static_cast<double>(t + 1);
    rounds[t].t = t + 1;
    rounds[t].contexts = Eigen::RowVector2d(first, first + 1.0);
    rounds[t].rewards = Eigen::Vector2d(0.0, 1.0);
    rounds[t].expected_rewards = Eigen::Vector2d(0.25, 0.75);
  }
  return rounds;
}

TEST(ArmPoints, AreInTheOrderOfTheRounds) {
  const ArmPoints points = arm_points(two_rounds());
  EXPECT_EQ(points.contexts, Eigen::MatrixXd(Eigen::RowVector4d(10.0, 11.0, 20.0, 21.0)));
  EXPECT_EQ(*points.rewards, Eigen::VectorXd(Eigen::Vector4d(0.0, 1.0, 0.0, 1.0)));
  EXPECT_EQ(*points.expected_rewards, Eigen::VectorXd(Eigen::Vector4d(0.25, 0.75, 0.25, 0.75)));
}

TEST(ArmPoints, HaveOnlyWhatEveryRoundHas) {
  std::vector<TraceRound> rounds = two_rounds();
  rounds[1].expected_rewards.reset();
  const ArmPoints points = arm_points(rounds);
  EXPECT_FALSE(points.expected_rewards);
  EXPECT_TRUE(points.rewards);
  rounds[1].contexts.reset();
  EXPECT_THROW(arm_points(rounds), std::invalid_argument);
  EXPECT_THROW(arm_points(std::vector<TraceRound>()), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
