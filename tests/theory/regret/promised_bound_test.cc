#include "theory/regret/promised_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace eenet::theory {
namespace {

// Regret t of two runs at the given rounds.
RegretCurves lines(const std::vector<std::uint64_t>& rounds) {
  RegretCurves curves;
  curves.rounds = rounds;
  curves.regret.resize(static_cast<Eigen::Index>(rounds.size()), 2);
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    curves.regret.row(static_cast<Eigen::Index>(i)).setConstant(static_cast<double>(rounds[i]));
  }
  return curves;
}

const std::vector<std::uint64_t> kEveryRound = {1, 2, 3, 4, 5, 6, 7, 8};

TEST(PromisedBound, IsItsFormula) {
  const PromisedBound root = square_root_bound(3.0, 16);
  EXPECT_TRUE(root.in_every_round());
  for (std::uint64_t t = 1; t <= 16; ++t) {
    const auto exact = 3.0L * std::sqrt(static_cast<long double>(t));
    EXPECT_LE(root.of_run(1)[t - 1].lower, exact);
    EXPECT_GE(root.of_run(1)[t - 1].upper, exact);
  }
  EXPECT_EQ(root.of_run(0)[3].lower, 6.0);  // exact where it can be
  EXPECT_EQ(root.of_run(0)[3].upper, 6.0);
  EXPECT_LT(root.of_run(0)[2].lower, root.of_run(0)[2].upper);
  EXPECT_EQ(trivial_bound(5).of_run(0)[4].upper, 5.0);
  EXPECT_THROW(square_root_bound(0.0, 5), std::invalid_argument);
  EXPECT_THROW(square_root_bound(std::numeric_limits<double>::infinity(), 5),
               std::invalid_argument);
}

TEST(PromisedBound, IsHeldAgainstEveryRound) {
  const RegretCurves curves = lines(kEveryRound);
  EXPECT_EQ(hold_against(curves, 0, trivial_bound(8)).kept, Answer::kYes);
  const RunAgainstBound above = hold_against(curves, 0, square_root_bound(2.0, 8));
  EXPECT_EQ(above.kept, Answer::kNo);
  EXPECT_EQ(above.first_violation, 5U);  // 2 sqrt(4) = 4 is reached, not exceeded
  EXPECT_EQ(hold_against(curves, 0, square_root_bound(3.0, 8)).kept, Answer::kYes);
  EXPECT_THROW(hold_against(curves, 0, trivial_bound(7)), std::invalid_argument);
}

// A bound that falls below the curve in one round that is not recorded: nobody knows.
TEST(PromisedBound, LeavesOpenWhatIsNotRecorded) {
  const std::vector<double> dip = {9, 9, 2.5, 9, 9, 9, 9, 9};
  RegretCurves gaps = lines({1, 2, 4, 8});
  EXPECT_EQ(hold_against(gaps, 0, bound_of_numbers("dip", dip)).kept, Answer::kUnknown);
  EXPECT_EQ(hold_against(lines(kEveryRound), 0, bound_of_numbers("dip", dip)).first_violation, 3U);
  // Regret in round 3 is at least that of round 2.
  const std::vector<double> deep = {9, 9, 1.5, 9, 9, 9, 9, 9};
  EXPECT_EQ(hold_against(gaps, 0, bound_of_numbers("deep", deep)).first_violation, 3U);
  // The next recorded number holds for the rounds before it, so that no violation is missed.
  const std::vector<double> high = {9, 9, 4, 9, 8, 8, 8, 8};
  EXPECT_EQ(hold_against(gaps, 0, bound_of_numbers("high", high)).kept, Answer::kYes);
  // Realised regret may do anything between two rounds, and is compared at the recorded ones.
  gaps.may_fall = true;
  EXPECT_EQ(hold_against(gaps, 0, bound_of_numbers("deep", deep)).kept, Answer::kYes);
}

// Before the first recorded round regret is between 0 and that round's.
TEST(PromisedBound, IsHeldAgainstTheRoundsBeforeTheFirst) {
  const RegretCurves late = lines({4, 8});
  EXPECT_EQ(hold_against(late, 0, trivial_bound(8)).kept, Answer::kUnknown);
  EXPECT_EQ(hold_against(late, 0, bound_of_numbers("flat", std::vector<double>(8, 8.0))).kept,
            Answer::kYes);
}

TEST(PromisedBound, MayBeAnotherOneForEachRun) {
  RegretCurves curves = lines(kEveryRound);
  PromisedBound bound = {"own", {1, 2, 4, 8}, {}};
  bound.ends = {{{2, 3}, {3, 4}, {5, 6}, {9, 9}}, {{1, 1}, {2, 2}, {3, 3.5}, {9, 9}}};
  EXPECT_FALSE(bound.in_every_round());
  EXPECT_EQ(hold_against(curves, 0, bound).kept, Answer::kYes);
  EXPECT_EQ(hold_against(curves, 1, bound).first_violation, 4U);
  const PromiseCheck check = check_promise(curves, bound, 0.1, 0.99);
  EXPECT_EQ(check.always.violations, 1U);
  EXPECT_EQ(check.first_violation, 4U);
  EXPECT_EQ(check.at_end.violations, 0U);
  bound.ends.push_back(bound.ends[0]);
  EXPECT_THROW(hold_against(curves, 0, bound), std::invalid_argument);
}

TEST(PromisedBound, IsBrokenByWhatIsAboveAtTheEnd) {
  const PromiseCheck check = check_promise(lines(kEveryRound), square_root_bound(2.5, 8), 0.1, 0.6);
  EXPECT_EQ(check.at_end.violations, 2U);
  EXPECT_EQ(check.always.kept, Answer::kNo);  // 2 of 2 runs: at least 0.44 at this level
}

}  // namespace
}  // namespace eenet::theory
