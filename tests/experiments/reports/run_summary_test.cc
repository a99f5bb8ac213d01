#include "experiments/reports/run_summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "reference/registry.h"
#include "theory/measured/mean.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

RunPlan plan() {
  RunPlan plan;
  plan.environment = Spec::parse("two-arms:low=0.25");
  plan.method = Spec::parse("greedy:width=5");
  plan.rounds = 4;
  return plan;
}

// A run that loses `step` in every round of four.
SeedResult steady(std::uint64_t seed, double step) {
  SeedResult result;
  result.seed = seed;
  result.rounds = 4;
  result.regret = 4 * step;
  result.realized_regret = 2 * step;
  result.digest = "00000000000000a" + std::to_string(seed);
  result.seconds = 1.5;
  for (std::uint64_t t = 1; t <= 4; ++t) {
    const auto rounds = static_cast<double>(t);
    result.curve.push_back({t, rounds * step, rounds * step / 2, rounds * 0.375});
  }
  return result;
}

// One that was given up after round 2.
SeedResult diverged(std::uint64_t seed) {
  SeedResult result = steady(seed, 0.25);
  result.diverged = true;
  result.rounds = 2;
  result.regret = 0.5;
  result.curve.resize(2);
  return result;
}

TEST(RunSummary, OfSeveralSeedsIsTheStudentInterval) {
  const theory::Measured regret = expected_regret(plan(), {steady(1, 0.25), steady(2, 0.5)});
  const theory::Measured wanted = theory::expected_regret({1.0, 2.0}, 4.0, 0.99);
  EXPECT_EQ(regret.value, 1.5);
  EXPECT_EQ(regret.lower, wanted.lower);
  EXPECT_EQ(regret.upper, wanted.upper);
  EXPECT_EQ(regret.basis, theory::Basis::kStatistical);
}

TEST(RunSummary, OfADivergedRunHasOnlyTheProvenEnds) {
  const theory::Measured regret = expected_regret(plan(), {steady(1, 0.25), diverged(2)});
  EXPECT_EQ(regret.value, 0.75);
  EXPECT_EQ(regret.lower, 0.0);
  EXPECT_EQ(regret.upper, 4.0);
  EXPECT_EQ(regret.basis, theory::Basis::kCertified);
}

TEST(RunSummary, JsonHasTheKeysOfTheContract) {
  const json summary = json::parse(run_summary_json(plan(), {steady(1, 0.25), steady(2, 0.5)}));
  EXPECT_EQ(summary.at("schema"), "eenet.run/1");
  EXPECT_EQ(summary.at("environment").at("name"), "two-arms");
  EXPECT_EQ(summary.at("environment").at("settings").at("low"), "0.25");
  EXPECT_EQ(summary.at("environment").at("settings").at("high"), "1") << "defaults included";
  EXPECT_EQ(summary.at("method").at("name"), "greedy");
  EXPECT_EQ(summary.at("method").at("settings").at("eta1"), "0.1");
  EXPECT_EQ(summary.at("rounds"), 4);
  ASSERT_EQ(summary.at("runs").size(), 2U);
  const json& run = summary.at("runs").at(1);
  EXPECT_EQ(run.at("seed"), 2);
  EXPECT_EQ(run.at("regret"), 2.0);
  EXPECT_EQ(run.at("realized_regret"), 1.0);
  EXPECT_EQ(run.at("digest"), "00000000000000a2");
  EXPECT_EQ(run.at("seconds"), 1.5);
  EXPECT_FALSE(run.contains("diverged_after_round"));
  for (const char* key : {"value", "lower", "upper", "basis", "level", "certified"}) {
    EXPECT_TRUE(summary.at("regret").contains(key)) << key;
  }
}

TEST(RunSummary, JsonSaysWhichRunDivergedAndWhen) {
  const json summary = json::parse(run_summary_json(plan(), {steady(1, 0.25), diverged(2)}));
  EXPECT_FALSE(summary.at("runs").at(0).contains("diverged_after_round"));
  EXPECT_EQ(summary.at("runs").at(1).at("diverged_after_round"), 2);
  EXPECT_FALSE(summary.at("regret").contains("level"));
}

TEST(RunSummary, CsvHasEveryPointOfEveryCurve) {
  EXPECT_EQ(run_summary_csv({steady(1, 0.1), diverged(2)}),
            "seed,round,regret,realized_regret,uniform_regret\n"
            "1,1,0.1,0.05,0.375\n"
            "1,2,0.2,0.1,0.75\n"
            "1,3,0.30000000000000004,0.15000000000000002,1.125\n"
            "1,4,0.4,0.2,1.5\n"
            "2,1,0.25,0.125,0.375\n"
            "2,2,0.5,0.25,0.75\n");
}

TEST(RunSummary, TextShowsHalvingsTheCurveAndTheInterval) {
  EXPECT_EQ(run_summary_text(plan(), {steady(1, 0.25), steady(2, 0.25)}),
            complete_policy_spec(plan().method).to_text() + "\nin " +
                complete_environment_spec(plan().environment).to_text() +
                "\n"
                "for 4 rounds, seeds 1..2\n"
                "\n"
                "  round  regret  99% interval  uniform choice\n"
                "      1    0.25  [0.25, 0.25]           0.375\n"
                "      2     0.5    [0.5, 0.5]            0.75\n"
                "      4       1        [1, 1]             1.5\n"
                "\n"
                "  regret by time  ████\n"
                "  expected regret 1 [1, 1] (99% interval)\n");
}

TEST(RunSummary, TextOfOneSeedHasNoInterval) {
  const std::string text = run_summary_text(plan(), {steady(3, 0.25)});
  EXPECT_THAT(text, HasSubstr("for 4 rounds, seed 3\n"));
  EXPECT_THAT(text, HasSubstr("      4       1             -             1.5\n"));
  EXPECT_THAT(text, HasSubstr("expected regret 1 [0, 4] (certified)"));
}

TEST(RunSummary, TextNamesTheRunsThatDiverged) {
  const std::string text = run_summary_text(plan(), {steady(1, 0.25), diverged(2)});
  EXPECT_THAT(text, HasSubstr("  seed 2 diverged after round 2\n"));
  EXPECT_THAT(text, Not(HasSubstr("seed 1 diverged")));
}

TEST(RunSummary, TextOfARunThatDivergedAtOnceHasNoTable) {
  SeedResult nothing = diverged(1);
  nothing.rounds = 0;
  nothing.regret = 0.0;
  nothing.curve.clear();
  const std::string text = run_summary_text(plan(), {nothing});
  EXPECT_THAT(text, HasSubstr("seed 1 diverged after round 0"));
  EXPECT_THAT(text, HasSubstr("expected regret 0 [0, 4] (certified)"));
  EXPECT_THAT(text, Not(HasSubstr("uniform")));
}

}  // namespace
}  // namespace eenet::experiments
