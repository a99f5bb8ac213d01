#include "theory/regret/regret_curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <stdexcept>

namespace eenet::theory {
namespace {

std::vector<std::uint64_t> first_rounds(std::uint64_t count) {
  std::vector<std::uint64_t> rounds(count);
  std::iota(rounds.begin(), rounds.end(), std::uint64_t{1});
  return rounds;
}

RegretCurves lines(const std::vector<std::uint64_t>& rounds, Eigen::Index runs) {
  RegretCurves curves;
  curves.rounds = rounds;
  curves.regret.resize(static_cast<Eigen::Index>(rounds.size()), runs);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    curves.regret.row(static_cast<Eigen::Index>(i)).setConstant(static_cast<double>(rounds[i]));
  }
  return curves;
}

void expect_refused(const RegretCurves& curves, const std::string& word) {
  try {
    require_regret(curves);
    FAIL() << "expected a refusal with " << word;
  } catch (const std::invalid_argument& refused) {
    EXPECT_THAT(refused.what(), testing::HasSubstr(word));
  }
}

TEST(RegretCurves, AreRefusedUnlessTheyAreRegretOfManyRuns) {
  EXPECT_NO_THROW(require_regret(lines(first_rounds(8), 2)));
  expect_refused(lines(first_rounds(8), 1), "at least 2");
  expect_refused(lines(first_rounds(7), 5), "at least 8");
  expect_refused(lines({}, 5), "over 0 rounds");
  RegretCurves curves = lines(first_rounds(9), 3);
  curves.regret(4, 1) = 3.5;
  expect_refused(curves, "run 1 (counting from 0) falls from 4 to 3.5 in round 5");
  curves.may_fall = true;
  EXPECT_NO_THROW(require_regret(curves));
  curves.regret(4, 1) = std::numeric_limits<double>::quiet_NaN();
  expect_refused(curves, "round 5 is nan");
  curves = lines(first_rounds(9), 3);
  curves.regret(8, 2) = std::numeric_limits<double>::infinity();
  expect_refused(curves, "round 9 is inf");
  curves.regret(8, 2) = 2e30;
  expect_refused(curves, "round 9 is 2e+30, expected at most 1e+30 in size");
  curves = lines(first_rounds(9), 3);
  curves.regret(0, 0) = -0.5;
  expect_refused(curves, "falls from 0 to -0.5 in round 1");
}

TEST(RegretCurves, AreReadOffAtTheLargestDoublings) {
  const RegretCurves all = lines(first_rounds(11), 2);
  EXPECT_EQ(at_doublings(all)[1].quarter, 2.0);
  EXPECT_EQ(at_doublings(all)[1].full, 8.0);
  // Every third round, and halves of the last: 500 and 1000 are there, 2000 is not.
  std::vector<std::uint64_t> recorded = {500, 1000};
  for (std::uint64_t t = 3; t <= 2001; t += 3) recorded.push_back(t);
  std::ranges::sort(recorded);
  const RegretAtDoublings some = at_doublings(lines(recorded, 2))[0];
  EXPECT_EQ(some.quarter, 498.0);
  EXPECT_EQ(some.half, 996.0);
  EXPECT_EQ(some.full, 1992.0);
}

TEST(RegretCurves, AreRefusedWithoutDoublings) {
  EXPECT_THROW(doubling_rounds_in({1, 10, 100}), std::invalid_argument);
  EXPECT_THROW(doubling_rounds_in({2, 4, 8, 100}), std::invalid_argument);  // long before the end
  EXPECT_THROW(doubling_rounds_in({1, 2, 4, 7}), std::invalid_argument);    // one round is no rate
  EXPECT_NO_THROW(doubling_rounds_in({2, 4, 8, 15}));
}

TEST(RegretCurves, HaveAMeanThatIsNotBelowZero) {
  RegretCurves curves = lines(first_rounds(8), 2);
  curves.regret(7, 0) = 0.0;  // the other is 8: Student's lower end is far below 0
  EXPECT_EQ(mean_between(curves, 7, 0.99).lower, 0.0);
  EXPECT_EQ(mean_between(curves, 7, 0.99).value, 4.0);
  curves.may_fall = true;
  EXPECT_LT(mean_between(curves, 7, 0.99).lower, -100.0);
}

}  // namespace
}  // namespace eenet::theory
