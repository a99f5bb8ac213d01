#include "theory/comparison/curve_comparison.h"

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "reference/rng.h"
#include "theory/regret/violations.h"

namespace eenet::theory {
namespace {

using Eigen::Index;

// Runs over 64 rounds that lose of(run) per round.
RegretCurves lines(std::uint64_t runs, const std::function<double()>& of) {
  RegretCurves curves;
  for (std::uint64_t t = 1; t <= 64; ++t) curves.rounds.push_back(t);
  curves.regret.resize(64, static_cast<Index>(runs));
  for (Index run = 0; run < curves.regret.cols(); ++run) {
    const double rate = of();
    for (Index i = 0; i < 64; ++i) curves.regret(i, run) = rate * static_cast<double>(i + 1);
  }
  return curves;
}

class Comparison : public testing::Test {
 protected:
  // Rates from `low` to `high`, uniformly.
  RegretCurves uniform(std::uint64_t runs, double low, double high) {
    return lines(runs, [&] { return low + (high - low) * rng_.uniform(); });
  }
  RegretCurves heaps(std::uint64_t runs, double share) {
    return lines(runs, [&] { return rng_.uniform() < share ? 0.5 : 0.01 * rng_.uniform(); });
  }

  Rng rng_ = Rng(9, "tests/curve comparison");
};

TEST_F(Comparison, AgreesWhereTheIntervalLiesWithinTheMargin) {
  const CurveComparison found = compare_curves(uniform(40, 0.4, 0.5), uniform(40, 0.4, 0.5));
  EXPECT_EQ(found.outcome, CurveOutcome::kAgrees);
  EXPECT_EQ(found.decided_at, 64U);
  ASSERT_EQ(found.looks.size(), 4U);
  EXPECT_EQ(found.looks.front().round, 8U);
  EXPECT_NEAR(found.look_level, 0.0025, 1e-16);  // of 1 - 0.99, which is rounded
  for (const CurveLook& look : found.looks) {
    EXPECT_LE(look.difference.upper, look.margin);
    EXPECT_DOUBLE_EQ(look.margin, 0.1 * look.reference.value);
  }
  ASSERT_TRUE(found.noticed.worse && found.noticed.better);
  EXPECT_LT(*found.noticed.worse, 0.12);
  EXPECT_LT(*found.noticed.better, 0.12);
}

TEST_F(Comparison, SeesWorseAndBetter) {
  const RegretCurves reference = uniform(30, 0.3, 0.5);
  EXPECT_EQ(compare_curves(uniform(30, 0.5, 0.8), reference).outcome, CurveOutcome::kWorse);
  EXPECT_EQ(compare_curves(uniform(30, 0.1, 0.2), reference).outcome, CurveOutcome::kBetter);
}

// What is no difference to the test need not be agreement.
TEST_F(Comparison, DoesNotTakeALackOfEvidenceForAgreement) {
  const CurveComparison wide = compare_curves(heaps(20, 0.4), heaps(20, 0.4));
  EXPECT_EQ(wide.outcome, CurveOutcome::kUndecided);
  EXPECT_EQ(wide.decided_at, 0U);
  const CurveComparison few = compare_curves(uniform(4, 0.4, 0.401), uniform(4, 0.4, 0.401));
  EXPECT_TRUE(few.too_few_runs);  // 1 in 70 is the rarest of all ways
  EXPECT_EQ(few.outcome, CurveOutcome::kUndecided);
  EXPECT_EQ(compare_curves(uniform(4, 0.8, 0.9), uniform(4, 0.1, 0.2)).outcome,
            CurveOutcome::kUndecided);
  CurveComparisonSettings narrow;
  narrow.margin = 0.0;
  EXPECT_EQ(compare_curves(uniform(40, 0.4, 0.5), uniform(40, 0.4, 0.5), narrow).outcome,
            CurveOutcome::kUndecided);
}

TEST_F(Comparison, TakesADifferenceOfOneRoundAlone) {
  RegretCurves early = uniform(30, 0.4, 0.5);
  RegretCurves reference = uniform(30, 0.4, 0.5);
  early.regret.topRows(10).array() *= 0.1;  // up to T/8, and a jump afterwards
  const CurveComparison found = compare_curves(early, reference);
  EXPECT_EQ(found.outcome, CurveOutcome::kBetter);
  EXPECT_EQ(found.decided_at, 8U);
}

TEST_F(Comparison, LooksWhereBothHaveRounds) {
  RegretCurves reference = uniform(10, 0.4, 0.5);
  reference.rounds.pop_back();
  reference.regret.conservativeResize(63, Eigen::NoChange);
  const CurveComparison found = compare_curves(uniform(10, 0.4, 0.5), reference);
  EXPECT_EQ(found.looks.back().round, 63U);
  EXPECT_EQ(found.looks.front().round, 7U);
}

// Both error rates at small scale: heaps, 12 runs each, all decisions together at 0.9.
TEST_F(Comparison, RaisesFalseAlarmsAsRarelyAsItSays) {
  constexpr std::uint64_t kExperiments = 300;
  CurveComparisonSettings settings;
  settings.level = 0.9;
  std::uint64_t alarms = 0;
  for (std::uint64_t i = 0; i < kExperiments; ++i) {
    const CurveOutcome outcome = compare_curves(heaps(12, 0.43), heaps(12, 0.43), settings).outcome;
    alarms += outcome == CurveOutcome::kWorse || outcome == CurveOutcome::kBetter ? 1U : 0U;
  }
  EXPECT_GE(excess_p_value(alarms, kExperiments, 0.1), 1e-9);
}

// Curves whose true difference is beyond the margin agree as rarely as the level says: each look
// lets them pass with at most half of its share, and they have to pass all.
TEST_F(Comparison, AgreesWronglyAsRarelyAsItSays) {
  constexpr std::uint64_t kExperiments = 300;
  CurveComparisonSettings settings;
  settings.level = 0.9;
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < kExperiments; ++i) {
    const RegretCurves judged = uniform(20, 0.4, 0.6);  // mean 0.5, against 0.5 / 1.1
    const RegretCurves reference = uniform(20, 0.4 / 1.1, 0.6 / 1.1);
    wrong += compare_curves(judged, reference, settings).outcome == CurveOutcome::kAgrees ? 1U : 0U;
  }
  EXPECT_GE(excess_p_value(wrong, kExperiments, 0.0125), 1e-9);
}

TEST_F(Comparison, NoticesWhatItSaysItNotices) {
  const RegretCurves reference = uniform(25, 0.2, 0.5);
  const CurveComparison found = compare_curves(uniform(25, 0.2, 0.5), reference);
  ASSERT_TRUE(found.noticed.worse && found.noticed.better);
  constexpr std::uint64_t kExperiments = 200;
  std::uint64_t missed = 0;
  for (std::uint64_t i = 0; i < kExperiments; ++i) {
    const double factor = i % 2 == 0 ? 1.0 + *found.noticed.worse : 1.0 - *found.noticed.better;
    const CurveOutcome outcome =
        compare_curves(uniform(25, 0.2 * factor, 0.5 * factor), uniform(25, 0.2, 0.5)).outcome;
    missed += outcome == (i % 2 == 0 ? CurveOutcome::kWorse : CurveOutcome::kBetter) ? 0U : 1U;
  }
  // 1% by its estimate from 25 runs; an estimate that is off by a factor of 5 is still one.
  EXPECT_GE(excess_p_value(missed, kExperiments, 0.05), 1e-9);
}

TEST_F(Comparison, CannotNoticeAFactorWhereNothingIsLost) {
  const RegretCurves nothing = lines(20, [] { return 0.0; });
  const CurveComparison found = compare_curves(nothing, nothing);
  EXPECT_EQ(found.outcome, CurveOutcome::kAgrees);
  EXPECT_FALSE(found.noticed.worse);
  EXPECT_FALSE(found.noticed.better);
  EXPECT_GT(found.unseen_share, 0.2);
}

// Student's test of Welch does not depend on the unit.
TEST_F(Comparison, JudgesRegretOfAnySizeAlike) {
  const RegretCurves judged = uniform(20, 0.4, 0.6);
  const RegretCurves reference = uniform(20, 0.3, 0.5);
  const CurveComparison usual = compare_curves(judged, reference);
  for (const double unit : {0x1p-300, 0x1p90}) {
    RegretCurves scaled_judged = judged;
    RegretCurves scaled_reference = reference;
    scaled_judged.regret *= unit;
    scaled_reference.regret *= unit;
    const CurveComparison scaled = compare_curves(scaled_judged, scaled_reference);
    EXPECT_EQ(scaled.outcome, usual.outcome);
    for (std::size_t i = 0; i < usual.looks.size(); ++i) {
      EXPECT_EQ(scaled.looks.at(i).welch_p_value, usual.looks[i].welch_p_value) << unit;
    }
  }
}

TEST_F(Comparison, RefusesOtherKindsOfRegret) {
  RegretCurves realised = uniform(10, 0.4, 0.5);
  realised.may_fall = true;
  EXPECT_THROW(compare_curves(realised, uniform(10, 0.4, 0.5)), std::invalid_argument);
  CurveComparisonSettings settings;
  settings.level = 1.0;
  EXPECT_THROW(compare_curves(uniform(10, 0.4, 0.5), uniform(10, 0.4, 0.5), settings),
               std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
