#include "theory/regret/regret_growth.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include "reference/floating_point.h"
#include "reference/interaction.h"
#include "reference/registry.h"
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

TEST(Growth, RefusesWhatIsNoRegret) {
  EXPECT_THROW(judge_growth({{1.0, 2.0, 3.0}}), std::invalid_argument);
  EXPECT_THROW(judge_growth(equal_runs(9, {1.0, 0.5, 3.0})), std::invalid_argument);
  EXPECT_THROW(judge_growth(equal_runs(9, {1.0, 2.0, kInfinity})), std::invalid_argument);
}

// ---- Level and power, as docs/theory.md states them
// ------------------------------------------------

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

// At the threshold itself each decision is wrong, and has half of one percent.
TEST(GrowthLevel, IsKeptAtTheThreshold) {
  constexpr std::uint64_t kExperiments = 400;
  auto counts = outcomes_of([](double t) { return 0.5 * std::pow(t, -0.25); }, kExperiments);
  for (const Growth wrong : {Growth::kLinear, Growth::kSublinear}) {
    EXPECT_GE(excess_p_value(counts[wrong], kExperiments, 0.005), 1e-6) << counts[wrong];
  }
}

// ---- Controls: policies that are known to learn, and not to
// -----------------------------------------

// Plays a uniform arm with a fixed probability, and always learns.
class EpsilonGreedy final : public Policy {
 public:
  EpsilonGreedy(std::unique_ptr<Policy> inner, double epsilon, std::uint64_t seed)
      : inner_(std::move(inner)), epsilon_(epsilon), seed_(seed) {}

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    Rng rng(seed_, "tests/epsilon", t);
    if (rng.uniform() >= epsilon_) {
      inner_->choose(t, contexts, choice);
      return;
    }
    const auto arm =
        static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(contexts.cols())));
    inner_->choose(t, contexts.col(arm), choice);  // shown one arm, it plays that one
    choice.arm = arm;
  }
  std::optional<double> learn(double reward) override { return inner_->learn(reward); }
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override {
    return inner_->parameters();
  }

 private:
  std::unique_ptr<Policy> inner_;
  double epsilon_;
  std::uint64_t seed_;
};

GrowthReport growth_of(const std::string& environment, const std::string& method,
                       std::uint64_t rounds, double epsilon = 0.0) {
  std::vector<RegretAtDoublings> seeds;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const auto made =
        make_environment(complete_environment_spec(Spec::parse(environment)), {seed, false, {}});
    EpsilonGreedy policy(make_policy(complete_policy_spec(Spec::parse(method)), *made, {seed, {}}),
                         epsilon, seed);
    std::vector<double> curve;
    play(*made, policy, rounds, [&](const PlayedRound& played) {
      curve.push_back(played.regret.pseudo);
      return true;
    });
    seeds.push_back(at_doublings(curve));
  }
  return judge_growth(seeds);
}

constexpr const char* kLinearBandit = "linear:dim=4,arms=4";

TEST(GrowthControls, ThatDoNotLearnAreLines) {
  EXPECT_EQ(growth_of(kLinearBandit, "random", 2000).growth, Growth::kLinear);
  // Frozen: steps far below the last digit of any weight.
  EXPECT_EQ(growth_of(kLinearBandit, "eenet:width=16,eta1=1e-30,eta2=1e-30", 2000).growth,
            Growth::kLinear);
}

TEST(GrowthControls, ThatExploreForeverAreLines) {
  EXPECT_EQ(growth_of(kLinearBandit, "greedy:width=16", 4000, 0.1).growth, Growth::kLinear);
}

// Without exploration about half of the seeds lock in on the worse of two arms. [erratum B-3]
TEST(GrowthControls, ThatLockInAreLines) {
  EXPECT_EQ(growth_of("two-arms", "eenet:width=16", 1000).growth, Growth::kLinear);
}

TEST(GrowthControls, ThatConvergeAreSublinear) {
  EXPECT_EQ(growth_of(kLinearBandit, "greedy:width=16", 4000).growth, Growth::kSublinear);
  EXPECT_EQ(growth_of(kLinearBandit, "eenet:width=16", 4000).growth, Growth::kSublinear);
  EXPECT_EQ(growth_of(kLinearBandit, "optimal", 400).growth, Growth::kSublinear);
}

}  // namespace
}  // namespace eenet::theory
