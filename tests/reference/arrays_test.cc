#include "reference/environments/arrays.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/floating_point.h"
#include "reference/registry.h"
#include "tests/refusal.h"

namespace eenet {
namespace {

// Two rounds of two arms in two dimensions.
struct Given {
  Array contexts{{2, 2, 2}, (Eigen::VectorXd(8) << 1, 0, 0, 1, 0.6, 0.8, 0.8, -0.6).finished()};
  Array rewards{{2, 2}, (Eigen::VectorXd(4) << 0, 1, 0.5, 0.25).finished()};
  bool normalise = false;

  [[nodiscard]] std::unique_ptr<Environment> make() const {
    const ArrayReader reader = [this](const std::string& path) {
      return path == "x" ? contexts : rewards;
    };
    return make_environment(Spec::parse("arrays:contexts=x,rewards=r"), {0, normalise, reader});
  }

  // The sentence with which it is refused.
  [[nodiscard]] std::string refusal() const {
    return refusal_of<std::invalid_argument>([this] { (void)make(); });
  }
};

TEST(Arrays, GiveBackWhatTheyHold) {
  const auto environment = Given().make();
  EXPECT_EQ(environment->dim(), 2);
  EXPECT_EQ(environment->arms(), 2);
  EXPECT_EQ(environment->rounds_available(), 2U);
  Round round;
  environment->observe(2, round);
  EXPECT_EQ(round.contexts.col(1), (Eigen::VectorXd(2) << 0.8, -0.6).finished());
  EXPECT_EQ(round.expected_rewards, (Eigen::VectorXd(2) << 0.5, 0.25).finished());
  EXPECT_THROW(environment->observe(3, round), std::invalid_argument);
}

TEST(Arrays, RefuseWrongShapes) {
  Given flat;
  flat.contexts.shape = {4, 2};
  EXPECT_THAT(flat.refusal(), testing::HasSubstr("4 x 2, expected rounds x arms x dimension"));
  Given other_arms;
  other_arms.rewards.shape = {4, 1};
  EXPECT_THAT(other_arms.refusal(), testing::HasSubstr("expected the same rounds and arms"));
  Given empty;
  empty.contexts = {{2, 0, 2}, Eigen::VectorXd(0)};
  empty.rewards = {{2, 0}, Eigen::VectorXd(0)};
  EXPECT_THAT(empty.refusal(), testing::HasSubstr("the arm set is empty"));
}

TEST(Arrays, RefuseAContextThatIsNotUnitNormUnlessAskedToScaleIt) {
  Given given;
  given.contexts.entries[4] = 6.0;
  given.contexts.entries[5] = 8.0;
  EXPECT_THAT(given.refusal(),
              testing::HasSubstr("round 2, arm 0: the context has squared norm 100"));
  given.normalise = true;
  Round round;
  given.make()->observe(2, round);
  EXPECT_EQ(round.contexts.col(0), (Eigen::VectorXd(2) << 0.6, 0.8).finished());
  given.contexts.entries[4] = given.contexts.entries[5] = 0.0;
  EXPECT_THAT(given.refusal(), testing::HasSubstr("round 2, arm 0: the context is zero"));
}

TEST(Arrays, AllowAContextTheErrorOfItsOwnType) {
  Given given;
  given.contexts.entries[4] = static_cast<double>(0.6F);
  given.contexts.entries[5] = static_cast<double>(0.8F);
  EXPECT_THAT(given.refusal(), testing::HasSubstr("squared norm"));
  given.contexts.unit_roundoff = 0x1p-24;
  EXPECT_EQ(given.refusal(), "accepted");
}

TEST(Arrays, RefuseNaNAndRewardsOutsideTheInterval) {
  Given context;
  context.contexts.entries[3] = kNaN;
  EXPECT_THAT(context.refusal(), testing::HasSubstr("x, round 1, arm 1: the context holds NaN"));
  for (const double bad : {1.5, -0.1, kNaN}) {
    Given reward;
    reward.rewards.entries[3] = bad;
    EXPECT_THAT(reward.refusal(), testing::HasSubstr("r, round 2, arm 1: the reward is"));
  }
}

TEST(Arrays, RefuseToStartWithoutTheirFiles) {
  EXPECT_THROW(make_environment(Spec::parse("arrays"), {}), std::invalid_argument);
  EXPECT_THROW(make_environment(Spec::parse("arrays:contexts=x,rewards=r"), {}),
               std::invalid_argument);
}

}  // namespace
}  // namespace eenet
