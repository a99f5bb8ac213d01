#include "theory/comparison/held_out_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace eenet::theory {
namespace {

constexpr double kFailed = std::numeric_limits<double>::infinity();
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

TEST(HeldOutChoice, TheFirstHalfChoosesAndTheOtherReports) {
  SettingRuns regret(2, 5);
  regret << 1, 2, 90, 91, 92,  //
      3, 4, 5, 6, 7;
  EXPECT_EQ(choosing_seeds(5), 2);
  const HeldOutChoice choice = choose_setting(regret, 2);
  EXPECT_EQ(choice.setting, 0);
  EXPECT_EQ(choice.chosen_on, 2);
  EXPECT_THAT(choice.reported, testing::ElementsAre(90, 91, 92));
  EXPECT_EQ(best_of_grid(regret), 1);
}

TEST(HeldOutChoice, OneSettingNeedsNoChoice) {
  SettingRuns regret(1, 3);
  regret << kMissing, 4, 5;
  const HeldOutChoice choice = choose_setting(regret, 1);
  EXPECT_EQ(choice.setting, 0);
  EXPECT_EQ(choice.chosen_on, 0);
  EXPECT_THAT(choice.reported, testing::ElementsAre(4, 5));
}

TEST(HeldOutChoice, NothingIsChosenWhereEverySettingFails) {
  SettingRuns regret(2, 4);
  regret << kFailed, 1, 1, 1,  //
      1, kFailed, 1, 1;
  EXPECT_FALSE(choose_setting(regret, 2).setting);
  EXPECT_THAT(choose_setting(regret, 2).reported, testing::IsEmpty());
  EXPECT_FALSE(best_of_grid(regret));
}

TEST(HeldOutChoice, AFailureAmongTheReportingSeedsIsReported) {
  SettingRuns regret(2, 4);
  regret << 1, 1, kFailed, 1,  //
      2, 2, 2, 2;
  const HeldOutChoice choice = choose_setting(regret, 2);
  EXPECT_EQ(choice.setting, 0);
  EXPECT_THAT(choice.reported, testing::ElementsAre(kFailed, 1));
  EXPECT_EQ(best_of_grid(regret), 1);
}

TEST(HeldOutChoice, EqualMeansGoToTheFirst) {
  EXPECT_EQ(choose_setting(SettingRuns::Constant(3, 4, 7.0), 2).setting, 0);
}

TEST(HeldOutChoice, WithoutChoosingSeedsNothingIsChosenAmongSeveral) {
  EXPECT_FALSE(choose_setting(SettingRuns::Constant(2, 1, 7.0), 0).setting);
  EXPECT_THROW(choose_setting(SettingRuns(0, 3), 1), std::invalid_argument);
  EXPECT_THROW(choose_setting(SettingRuns::Zero(1, 3), 4), std::invalid_argument);
}

TEST(SampleDeviation, DividesByOneLessThanTheSamples) {
  EXPECT_DOUBLE_EQ(sample_deviation({1.0, 3.0}), std::sqrt(2.0));
  EXPECT_DOUBLE_EQ(sample_deviation({2.0, 4.0, 6.0}), 2.0);
  EXPECT_THROW(static_cast<void>(sample_deviation({1.0})), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
