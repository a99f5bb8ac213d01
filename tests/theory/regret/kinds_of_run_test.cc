#include "theory/regret/kinds_of_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "reference/rng.h"

namespace eenet::theory {
namespace {

using testing::ElementsAre;

// One run per function: its regret after round t.
RegretCurves curves_of(std::uint64_t rounds,
                       const std::vector<std::function<double(double)>>& regrets) {
  RegretCurves curves;
  curves.regret.resize(static_cast<Eigen::Index>(rounds),
                       static_cast<Eigen::Index>(regrets.size()));
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    curves.rounds.push_back(t);
    for (std::size_t run = 0; run < regrets.size(); ++run) {
      curves.regret(static_cast<Eigen::Index>(t - 1), static_cast<Eigen::Index>(run)) =
          regrets[run](static_cast<double>(t));
    }
  }
  return curves;
}

const std::function<double(double)> kLine = [](double t) { return 0.5 * t; };
const std::function<double(double)> kStops = [](double t) { return std::min(t, 60.0); };
const std::function<double(double)> kNothing = [](double) { return 0.0; };

std::vector<std::size_t> counts(const std::vector<KindOfRun>& kinds) {
  std::vector<std::size_t> all;
  for (const KindOfRun& kind : kinds) all.push_back(kind.members.size());
  return all;
}

TEST(KindsOfRun, AreTheHeapsThatRunsFallInto) {
  std::vector<std::function<double(double)>> runs(17, kLine);
  runs.insert(runs.end(), 23, kStops);
  const std::vector<KindOfRun> kinds = kinds_of_run(curves_of(400, runs));
  ASSERT_THAT(counts(kinds), ElementsAre(23, 17));
  EXPECT_EQ(kinds[0].highest_rate, 0.0);
  EXPECT_EQ(kinds[0].steady_after, 60U);
  EXPECT_EQ(kinds[0].mean_final_regret, 60.0);
  EXPECT_EQ(kinds[0].exponent.value, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(kinds[1].lowest_rate, 0.5);
  EXPECT_EQ(kinds[1].steady_after, 0U);
  EXPECT_EQ(kinds[1].exponent.value, 1.0);
  EXPECT_EQ(kinds[1].exponent.basis, Basis::kEstimate);
  EXPECT_EQ(kinds[1].members.front(), 0U);
}

TEST(KindsOfRun, FindThreeHeapsAndASingleRun) {
  std::vector<std::function<double(double)>> runs(12, kNothing);
  for (int i = 0; i < 12; ++i) {
    runs.emplace_back([](double t) { return 0.4 * t; });
    runs.emplace_back([](double t) { return 0.8 * t; });
  }
  EXPECT_THAT(counts(kinds_of_run(curves_of(80, runs))), ElementsAre(12, 12, 12));
  std::vector<std::function<double(double)>> lone(20, kNothing);
  lone.push_back(kLine);
  const std::vector<KindOfRun> kinds = kinds_of_run(curves_of(80, lone));
  ASSERT_THAT(counts(kinds), ElementsAre(20, 1));
  EXPECT_EQ(kinds[1].exponent.value, 1.0);  // without a spread, and so without an interval
  EXPECT_EQ(kinds[1].exponent.upper, std::numeric_limits<double>::infinity());
}

TEST(KindsOfRun, AreOneWhereRatesAreSpreadOut) {
  for (const std::uint64_t seeds : {10U, 40U, 200U}) {
    std::vector<std::function<double(double)>> runs;
    for (std::uint64_t seed = 0; seed < seeds; ++seed) {
      const double rate = 0.1 + 0.8 * Rng(seed, "tests/kinds").uniform();
      runs.emplace_back([rate](double t) { return rate * t; });
    }
    EXPECT_THAT(counts(kinds_of_run(curves_of(64, runs))), ElementsAre(seeds));
  }
}

// The same sums in another order differ in the last digits: that is no second kind.
TEST(KindsOfRun, AreNotMadeByRounding) {
  std::vector<std::function<double(double)>> runs(10, [](double t) { return 0.1 * t; });
  for (int i = 0; i < 10; ++i) {
    runs.emplace_back([](double t) { return 0.1 * t * (1.0 + 0x1p-51); });
  }
  EXPECT_THAT(counts(kinds_of_run(curves_of(64, runs))), ElementsAre(20));
}

// 2 of 40 runs lose 0.1 in every round, beside roots: the mean is dominated by them in the end, and
// Student's test, which takes it as normal, is too sure.
TEST(KindsOfRun, WithdrawSublinearWhereOneOfThemIsALine) {
  std::vector<std::function<double(double)>> runs(38, [](double t) { return 3.0 * std::sqrt(t); });
  runs.insert(runs.end(), 2, [](double t) { return 0.1 * t; });
  const RegretCurves curves = curves_of(1000, runs);
  EXPECT_EQ(judge_growth(at_doublings(curves)).growth, Growth::kSublinear);
  const GrowthAndKinds judged = judge_growth_and_kinds(curves);
  ASSERT_THAT(counts(judged.kinds), ElementsAre(38, 2));
  EXPECT_EQ(judged.growth.growth, Growth::kUndecided);
  EXPECT_GE(judged.growth.exponent.upper, 1.0 - 0x1p-50);
  // Kinds that all slow down leave the decision as it is.
  runs.resize(38);
  runs.insert(runs.end(), 2, [](double t) { return 9.0 * std::sqrt(t); });
  EXPECT_EQ(judge_growth_and_kinds(curves_of(1000, runs)).growth.growth, Growth::kSublinear);
}

TEST(KindsOfRun, SayWhereTheRateGoesOnChanging) {
  const std::vector<std::function<double(double)>> runs(8, [](double t) { return std::sqrt(t); });
  const std::vector<KindOfRun> kinds = kinds_of_run(curves_of(100, runs));
  ASSERT_EQ(kinds.size(), 1U);
  EXPECT_FALSE(kinds[0].steady_after.has_value());
  // A late stop is in the second half, and is not steady from the first half on.
  const std::vector<std::function<double(double)>> late(8,
                                                        [](double t) { return std::min(t, 70.0); });
  EXPECT_FALSE(kinds_of_run(curves_of(100, late))[0].steady_after.has_value());
}

// P(largest of n - 1 spacings > x) is at most (n - 1) (1 - x)^(n - 2): one in a hundred at the gap.
TEST(KindsOfRun, ReadTheUnusualGapOffItsFormula) {
  for (const std::uint64_t n : {3U, 10U, 40U, 1000U}) {
    const double x = unusual_gap(n);
    const auto spacings = static_cast<double>(n - 1);
    EXPECT_NEAR(spacings * std::pow(1.0 - x, spacings - 1.0), 0.01, 0.01 * spacings * 0x1p-48);
  }
  EXPECT_EQ(unusual_gap(2), 1.0);
}

}  // namespace
}  // namespace eenet::theory
