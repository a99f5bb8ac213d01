#include "experiments/runs/run_seed.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "experiments/formats/files.h"
#include "experiments/formats/npy.h"
#include "reference/floating_point.h"
#include "reference/registry.h"
#include "reference/trace_file.h"
#include "tests/experiments/formats/npy_bytes.h"
#include "tests/refusal.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

RunPlan small_plan() {
  RunPlan plan;
  plan.environment = Spec::parse("cosine:dim=3,arms=2,noise=bernoulli");
  plan.method = Spec::parse("eenet:width=4");
  plan.rounds = 20;
  return plan;
}

SeedResult run_quietly(const RunPlan& plan, std::uint64_t seed) {
  return run_seed(plan, seed, [] {});
}

TEST(RunSeed, SaysWhatTheReferenceSays) {
  const RunPlan plan = small_plan();
  const auto environment = make_environment(plan.environment, {7, false, {}});
  const auto policy = make_policy(plan.method, *environment, {7, {}});
  std::vector<Regret> regrets;
  const RunOutcome outcome = play(*environment, *policy, 20, [&](const PlayedRound& played) {
    regrets.push_back(played.regret);
    return true;
  });
  int told = 0;
  const SeedResult result = run_seed(plan, 7, [&told] { ++told; });
  EXPECT_EQ(told, 20);
  EXPECT_EQ(result.seed, 7U);
  EXPECT_EQ(result.rounds, 20U);
  EXPECT_FALSE(result.diverged);
  EXPECT_EQ(bits_of(result.regret), bits_of(outcome.regret.pseudo));
  EXPECT_EQ(bits_of(result.realized_regret), bits_of(outcome.regret.realized));
  EXPECT_EQ(result.digest, outcome.digest.hex());
  EXPECT_GE(result.seconds, 0.0);
  ASSERT_EQ(result.curve.size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_EQ(result.curve[i].round, i + 1);
    EXPECT_EQ(bits_of(result.curve[i].regret), bits_of(regrets[i].pseudo));
    EXPECT_EQ(bits_of(result.curve[i].realized_regret), bits_of(regrets[i].realized));
    EXPECT_EQ(bits_of(result.curve[i].uniform_regret), bits_of(regrets[i].uniform));
  }
}

TEST(RunSeed, DependsOnTheSeed) {
  EXPECT_EQ(run_quietly(small_plan(), 7).digest, run_quietly(small_plan(), 7).digest);
  EXPECT_NE(run_quietly(small_plan(), 7).digest, run_quietly(small_plan(), 8).digest);
}

TEST(RunSeed, LeavesItsTraceAndItsParametersBehind) {
  const TemporaryFolder folder;
  RunPlan plan = small_plan();
  plan.out = folder.path();
  plan.trace = TraceDetail::kFull;
  const SeedResult result = run_quietly(plan, 7);
  const Trace trace = read_trace(folder.path() / "trace-7.jsonl");
  ASSERT_TRUE(trace.end.has_value());
  EXPECT_EQ(trace.rounds.size(), 20U);
  EXPECT_EQ(trace.end->digest, result.digest);
  EXPECT_EQ(trace.header.seed, 7U);
  EXPECT_EQ(trace.header.method, complete_policy_spec(plan.method)) << "with every default";
  EXPECT_EQ(trace.header.environment, complete_environment_spec(plan.environment));
  EXPECT_EQ(trace.header.dim, 3);
  EXPECT_EQ(trace.header.arms, 2);
  EXPECT_THAT(trace.header.producer, HasSubstr("eenet"));
  EXPECT_EQ(read_npy(folder.path() / "theta1-7.npy").entries, trace.end->parameters[0]);
  EXPECT_EQ(read_npy(folder.path() / "theta2-7.npy").entries, trace.end->parameters[1]);
}

TEST(RunSeed, LeavesNoTraceUnlessAskedTo) {
  const TemporaryFolder folder;
  RunPlan plan = small_plan();
  plan.out = folder.path();
  run_quietly(plan, 7);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "trace-7.jsonl"));
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "theta1-7.npy"));
}

TEST(RunSeed, SaysAfterWhichRoundItDivergedAndKeepsNoParameters) {
  const TemporaryFolder folder;
  RunPlan plan = small_plan();
  plan.method = Spec::parse("eenet:width=4,eta1=1e200");
  plan.out = folder.path();
  const SeedResult result = run_quietly(plan, 7);
  EXPECT_TRUE(result.diverged);
  EXPECT_LT(result.rounds, 20U);
  EXPECT_EQ(result.curve.size(), result.rounds);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "theta1-7.npy"));
}

TEST(RunSeed, StartsFromGivenParameters) {
  RunPlan plan = small_plan();
  plan.initial_parameters = {Eigen::VectorXd::LinSpaced(16, -1, 1),
                             Eigen::VectorXd::LinSpaced(44, 1, -1)};
  EXPECT_NE(run_quietly(plan, 7).digest, run_quietly(small_plan(), 7).digest);
}

TEST(RunSeed, RefusesAPlanThatCannotBeRunBeforeAnyWork) {
  RunPlan sound = small_plan();
  make_runnable(sound, 7, 1);
  const auto refusal = [](const std::function<void(RunPlan&)>& spoil) {
    RunPlan plan = small_plan();
    spoil(plan);
    return refusal_of<std::invalid_argument>([&plan] { make_runnable(plan, 7, 1); });
  };
  EXPECT_THAT(refusal([](RunPlan& plan) { plan.method.name = "nobody"; }), HasSubstr("nobody"));
  EXPECT_THAT(refusal([](RunPlan& plan) { plan.environment.given["dim"] = "0"; }),
              HasSubstr("dim=0"));
  EXPECT_THAT(refusal([](RunPlan& plan) {
                plan.initial_parameters = {Eigen::VectorXd::Zero(15), Eigen::VectorXd::Zero(44)};
              }),
              HasSubstr("theta1 has 15 entries, expected 16"));
}

TEST(RunSeed, RefusesMoreRoundsThanTheArraysHold) {
  const TemporaryFolder folder;
  const std::filesystem::path contexts = folder.path() / "x.npy";
  const std::filesystem::path rewards = folder.path() / "r.npy";
  write_atomically(contexts, npy_of<double>("<f8", "(2, 1, 2)", {1, 0, 0, 1}));
  write_atomically(rewards, npy_of<double>("<f8", "(2, 1)", {0, 1}));
  RunPlan plan = small_plan();
  plan.environment =
      Spec::parse("arrays:contexts=" + contexts.string() + ",rewards=" + rewards.string());
  plan.rounds = 2;
  make_runnable(plan, 7, 1);
  plan.rounds = 3;
  EXPECT_THROW(make_runnable(plan, 7, 1), std::invalid_argument);
  plan.rounds = 0;
  make_runnable(plan, 7, 1);
  EXPECT_EQ(plan.rounds, 2U) << "all that there are, where nobody says how many";
}

TEST(CurveRounds, AreAllOfAShortRun) {
  for (std::uint64_t t = 1; t <= 1000; ++t) EXPECT_TRUE(is_curve_round(t, 1000));
}

TEST(CurveRounds, AreAboutAThousandOfALongOneWithEveryHalving) {
  for (const std::uint64_t rounds : {1001U, 9999U, 100'000U}) {
    std::size_t kept = 0;
    for (std::uint64_t t = 1; t <= rounds; ++t) kept += is_curve_round(t, rounds) ? 1U : 0U;
    EXPECT_GE(kept, 500U) << rounds;
    EXPECT_LE(kept, 1000U + 64U) << rounds;
    for (std::uint64_t half = rounds; half > 0; half /= 2) {
      EXPECT_TRUE(is_curve_round(half, rounds)) << half;
    }
  }
}

TEST(CurveRounds, AreDefinedForAnyNumberOfRounds) {
  EXPECT_TRUE(is_curve_round(UINT64_MAX, UINT64_MAX));
  EXPECT_TRUE(is_curve_round(1, UINT64_MAX));
  EXPECT_FALSE(is_curve_round(2'000, UINT64_MAX));
}

TEST(SeedResult, KeepsEveryBitOnItsWayThroughJson) {
  SeedResult result;
  result.seed = UINT64_MAX;
  result.diverged = true;
  result.rounds = 12;
  result.regret = 0.1 + 0.2;
  result.realized_regret = -1.0 / 3.0;
  result.digest = "0123456789abcdef";
  result.seconds = 1e-9;
  result.curve = {{1, 5e-324, -0.0, 1e300}, {12, 0.1, 0.2, 0.7}};
  const SeedResult read = seed_result_from_json(to_json_text(result));
  EXPECT_EQ(read.seed, result.seed);
  EXPECT_EQ(read.diverged, result.diverged);
  EXPECT_EQ(read.rounds, result.rounds);
  EXPECT_EQ(bits_of(read.regret), bits_of(result.regret));
  EXPECT_EQ(bits_of(read.realized_regret), bits_of(result.realized_regret));
  EXPECT_EQ(read.digest, result.digest);
  EXPECT_EQ(bits_of(read.seconds), bits_of(result.seconds));
  ASSERT_EQ(read.curve.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.curve[i].round, result.curve[i].round);
    EXPECT_EQ(bits_of(read.curve[i].regret), bits_of(result.curve[i].regret));
    EXPECT_EQ(bits_of(read.curve[i].realized_regret), bits_of(result.curve[i].realized_regret));
    EXPECT_EQ(bits_of(read.curve[i].uniform_regret), bits_of(result.curve[i].uniform_regret));
  }
}

}  // namespace
}  // namespace eenet::experiments
