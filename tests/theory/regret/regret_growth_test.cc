#include "theory/regret/regret_growth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include "reference/floating_point.h"
#include "reference/rng.h"
#include "theory/regret/violations.h"

namespace eenet::theory {
namespace {

// ---- By hand ------------------------------------------------------------------------------------

std::vector<RegretAtDoublings> equal_runs(std::size_t seeds, const RegretAtDoublings& run) {
  std::vector<RegretAtDoublings> runs(seeds, run);
  return runs;
}

// Of log2 of the ratio of two rates: means over at most 50 runs, of differences that amplify the
// roundings of their terms by less than 3; and over ln 2.
constexpr double kLogarithmError = 2 * 3 * (50 + 4) / 0.69 * 0x1p-53;

TEST(Growth, OfRunsThatAllAgreeIsAsSureAsCoins) {
  const GrowthReport line = judge_growth(equal_runs(8, {100.0, 200.0, 400.0}));
  EXPECT_EQ(line.growth, Growth::kLinear);
  EXPECT_EQ(line.linear_p_value, std::exp2(-8.0));
  EXPECT_EQ(line.exponent.value, 1.0);
  EXPECT_EQ(judge_growth(equal_runs(7, {100.0, 200.0, 400.0})).growth, Growth::kUndecided);
  const GrowthReport root = judge_growth(equal_runs(8, {100.0, 100.0 * std::sqrt(2.0), 200.0}));
  EXPECT_EQ(root.growth, Growth::kSublinear);
  EXPECT_NEAR(root.exponent.value, 0.5, kLogarithmError);
  EXPECT_EQ(judge_growth(equal_runs(8, {100.0, 101.0, 102.0})).growth, Growth::kSublinear);
}

TEST(Growth, OfNothingIsSublinearWithEnoughSeeds) {
  const GrowthReport converged = judge_growth(equal_runs(8, {3.0, 3.0, 3.0}));
  EXPECT_EQ(converged.growth, Growth::kSublinear);
  EXPECT_EQ(converged.exponent.value, -kInfinity);
  EXPECT_EQ(converged.exponent.upper, -kInfinity);
  EXPECT_DOUBLE_EQ(converged.unseen_share, 1.0 - std::pow(0.005, 1.0 / 8.0));
  const GrowthReport few = judge_growth(equal_runs(4, {3.0, 3.0, 3.0}));
  EXPECT_EQ(few.growth, Growth::kUndecided);
  EXPECT_EQ(few.exponent.upper, kInfinity);
}

// Half of the runs lose at a constant rate, half lose nothing: expected regret is a line.
TEST(Growth, OfRunsThatFallIntoTwoHeapsIsThatOfTheMean) {
  std::vector<RegretAtDoublings> seeds(40, {0.5, 0.5, 0.5});
  for (std::size_t i = 0; i < 20; ++i) seeds[i] = {250.0, 500.0, 1000.0};
  EXPECT_EQ(judge_growth(seeds).growth, Growth::kLinear);
}

TEST(Growth, BetweenTheThresholdAndALineIsUndecided) {
  const double half = std::exp2(-0.9);
  const GrowthReport report =
      judge_growth(equal_runs(50, {100.0 * half * half, 100.0 * half, 100.0}));
  EXPECT_EQ(report.growth, Growth::kUndecided);
  EXPECT_NEAR(report.exponent.value, 0.9, kLogarithmError);
}

TEST(Growth, TakesTheLargestMultipleOfFour) {
  std::vector<double> curve(11);
  for (std::size_t t = 0; t < curve.size(); ++t) curve[t] = static_cast<double>(t + 1);
  const RegretAtDoublings at = at_doublings(curve);
  EXPECT_EQ(at.quarter, 2.0);
  EXPECT_EQ(at.half, 4.0);
  EXPECT_EQ(at.full, 8.0);
  EXPECT_THROW(at_doublings({1.0, 2.0, 3.0}), std::invalid_argument);
}

// Realised regret may fall; its expectation is that of expected regret.
TEST(Growth, OfRealisedRegretIsJudgedTheSame) {
  GrowthSettings realised;
  realised.may_fall = true;
  std::vector<RegretAtDoublings> line = equal_runs(20, {100.0, 200.0, 400.0});
  line[3] = {10.0, 5.0, 50.0};
  EXPECT_THROW(judge_growth(line), std::invalid_argument);
  EXPECT_EQ(judge_growth(line, realised).growth, Growth::kLinear);
  // A first rate that is not above 0 says nothing about the ratio.
  const GrowthReport falls = judge_growth(equal_runs(20, {5.0, 1.0, 1.0}), realised);
  EXPECT_EQ(falls.exponent.upper, kInfinity);
}

TEST(Growth, HasThePowerThatItsSpreadAllows) {
  std::vector<RegretAtDoublings> runs = equal_runs(20, {100.0, 200.0, 400.0});
  for (std::size_t i = 0; i < runs.size(); i += 2) runs[i] = {110.0, 210.0, 415.0};
  const GrowthReport sharp = judge_growth(runs);
  ASSERT_TRUE(sharp.power.has_value());
  EXPECT_EQ(sharp.power->line, 1.0 - 0.005);
  EXPECT_EQ(sharp.power->square_root, 1.0);
  for (std::size_t i = 0; i < runs.size(); i += 2) runs[i] = {110.0, 210.0, 900.0};
  const GrowthReport wide = judge_growth(runs);
  EXPECT_GT(wide.power->line, 0.0);
  EXPECT_LT(wide.power->line, 0.9);
  EXPECT_GT(wide.power->square_root, wide.power->line);  // a line's interval must also hold 1
  EXPECT_EQ(judge_growth(equal_runs(7, {1.0, 2.0, 4.0})).power->line, 0.0);
  EXPECT_FALSE(judge_growth(equal_runs(20, {3.0, 3.0, 3.0})).power.has_value());
}

TEST(Growth, RefusesWhatIsNoRegret) {
  EXPECT_THROW(judge_growth({{1.0, 2.0, 3.0}}), std::invalid_argument);
  EXPECT_THROW(judge_growth(equal_runs(9, {1.0, 0.5, 3.0})), std::invalid_argument);
  EXPECT_THROW(judge_growth(equal_runs(9, {1.0, 2.0, kInfinity})), std::invalid_argument);
}

// ---- Level and power, as docs/theory.md states them ---------------------------------------------

constexpr std::uint64_t kRounds = 4096;
constexpr std::uint64_t kSeeds = 40;

// A mistake costs 1 and happens in round t with the given probability, independently.
RegretAtDoublings run_with(const std::function<double(double)>& probability, Rng& rng) {
  RegretAtDoublings run;
  double lost = 0.0;
  for (std::uint64_t t = 1; t <= kRounds; ++t) {
    if (rng.uniform() < probability(static_cast<double>(t))) lost += 1.0;
    if (t == kRounds / 4) run.quarter = lost;
    if (t == kRounds / 2) run.half = lost;
  }
  run.full = lost;
  return run;
}

std::map<Growth, std::uint64_t> outcomes_of(const std::function<double(double)>& probability,
                                            std::uint64_t experiments) {
  std::map<Growth, std::uint64_t> counts;
  for (std::uint64_t i = 0; i < experiments; ++i) {
    std::vector<RegretAtDoublings> seeds;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      Rng rng(i, "tests/growth", seed);
      seeds.push_back(run_with(probability, rng));
    }
    ++counts[judge_growth(seeds).growth];
  }
  return counts;
}

// At 10,000 mistakes in all runs together the right answer comes in 99 of 100 experiments: the
// counts do not contradict that at 1e-6.
void expect_power(const std::function<double(double)>& probability, Growth right) {
  constexpr std::uint64_t kExperiments = 100;
  double mistakes = 0.0;
  for (std::uint64_t t = 1; t <= kRounds; ++t) {
    mistakes += std::min(probability(static_cast<double>(t)), 1.0);
  }
  ASSERT_GE(mistakes * static_cast<double>(kSeeds), 10000.0);
  auto counts = outcomes_of(probability, kExperiments);
  EXPECT_GE(excess_p_value(kExperiments - counts[right], kExperiments, 0.01), 1e-6)
      << counts[right];
  const Growth wrong = right == Growth::kLinear ? Growth::kSublinear : Growth::kLinear;
  EXPECT_EQ(counts[wrong], 0U);
}

TEST(GrowthPower, OfALine) {
  expect_power([](double) { return 0.1; }, Growth::kLinear);
}

TEST(GrowthPower, OfALineAfterLearning) {
  expect_power([](double t) { return 0.1 + std::exp(-t / 100.0); }, Growth::kLinear);
}

TEST(GrowthPower, OfASquareRoot) {
  expect_power([](double t) { return 2.0 / std::sqrt(t); }, Growth::kSublinear);
}

TEST(GrowthPower, OfALogarithm) {
  expect_power([](double t) { return 50.0 / t; }, Growth::kSublinear);
}

TEST(GrowthPower, OfAFewMistakesIsNone) {
  auto counts = outcomes_of([](double) { return 0.001; }, 40);
  EXPECT_GE(counts[Growth::kUndecided], 36U);
}

// The reported power is that of experiments with the same spread: of ones whose truth is a line,
// the mean of what they report is near the share that decides.
TEST(GrowthPower, IsReportedAsItIsCounted) {
  constexpr std::uint64_t kExperiments = 200;
  double reported = 0.0;
  std::uint64_t decided = 0;
  for (std::uint64_t i = 0; i < kExperiments; ++i) {
    std::vector<RegretAtDoublings> seeds;
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
      Rng rng(i, "tests/growth/power", seed);
      seeds.push_back(run_with([](double) { return 0.0075; }, rng));
    }
    const GrowthReport report = judge_growth(seeds);
    reported += report.power->line / static_cast<double>(kExperiments);
    if (report.growth == Growth::kLinear) ++decided;
  }
  // Neither tail of the count contradicts the mean at 1e-3.
  EXPECT_GE(excess_p_value(decided, kExperiments, reported), 1e-3) << decided << " " << reported;
  EXPECT_GE(excess_p_value(kExperiments - decided, kExperiments, 1.0 - reported), 1e-3)
      << decided << " " << reported;
  EXPECT_GT(reported, 0.3);
  EXPECT_LT(reported, 0.9);
}

// At the threshold itself each decision is wrong, and has half of one percent.
TEST(GrowthLevel, IsKeptAtTheThreshold) {
  constexpr std::uint64_t kExperiments = 400;
  auto counts = outcomes_of([](double t) { return 0.5 * std::pow(t, -0.25); }, kExperiments);
  for (const Growth wrong : {Growth::kLinear, Growth::kSublinear}) {
    EXPECT_GE(excess_p_value(counts[wrong], kExperiments, 0.005), 1e-6) << counts[wrong];
  }
}

}  // namespace
}  // namespace eenet::theory
