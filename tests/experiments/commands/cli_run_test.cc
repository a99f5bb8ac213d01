// `eenet run`: what it computes, and what it leaves behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "experiments/formats/files.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class CliRun : public Cli {};

// All but the time that it took.
json without_seconds(json summary) {
  for (json& run : summary.at("runs")) run.erase("seconds");
  return summary;
}

TEST_F(CliRun, JsonHasTheKeysOfTheContract) {
  const json summary = json_of("run --env two-arms --rounds 8 --seeds 3..5 --json");
  EXPECT_EQ(summary.at("schema"), "eenet.run/1");
  EXPECT_EQ(summary.at("environment").at("name"), "two-arms");
  EXPECT_EQ(summary.at("method").at("name"), "eenet");
  EXPECT_EQ(summary.at("rounds"), 8);
  ASSERT_EQ(summary.at("runs").size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const json& run = summary.at("runs").at(i);
    EXPECT_EQ(run.at("seed"), 3 + i);
    EXPECT_TRUE(run.at("regret").is_number());
    EXPECT_TRUE(run.at("realized_regret").is_number());
    EXPECT_EQ(run.at("digest").get<std::string>().size(), 16U);
    EXPECT_TRUE(run.at("seconds").is_number());
  }
  const json& regret = summary.at("regret");
  EXPECT_EQ(regret.at("basis"), "statistical");
  EXPECT_EQ(regret.at("level"), 0.99);
  EXPECT_LE(regret.at("lower"), regret.at("value"));
  EXPECT_LE(regret.at("value"), regret.at("upper"));
  EXPECT_EQ(regret.at("certified").at("upper"), 8.0);
}

TEST_F(CliRun, DefaultsAreThoseOfTheContract) {
  const json summary = json_of("run --rounds 2 --json");
  EXPECT_EQ(summary.at("environment").at("settings").at("dim"), "20");
  EXPECT_EQ(summary.at("environment").at("settings").at("arms"), "10");
  EXPECT_EQ(summary.at("environment").at("settings").at("noise"), "none");
  const json& method = summary.at("method").at("settings");
  EXPECT_EQ(method.at("width"), "100");
  EXPECT_EQ(method.at("depth"), "2");
  EXPECT_EQ(method.at("eta1"), "0.1");
  EXPECT_EQ(method.at("eta2"), "0.1");
  EXPECT_EQ(method.at("features"), "projection");
  EXPECT_EQ(method.at("k"), "10");
  EXPECT_EQ(summary.at("runs").size(), 1U);
}

TEST_F(CliRun, ResultsDoNotDependOnTheNumberOfJobs) {
  const std::string command =
      "run --env cosine:dim=4,noise=bernoulli --method eenet:width=8 --rounds 100 --seeds 1..5 "
      "--json --trace full --out ";
  const json alone = json_of(command + "one --jobs 1");
  const json crowd = json_of(command + "three --jobs 3");
  EXPECT_EQ(without_seconds(alone), without_seconds(crowd));
  EXPECT_EQ(names_in("one"), names_in("three"));
  for (const std::string& name : names_in("one")) {
    if (name == "runs.json" || name == "resume") continue;  // hold the seconds
    EXPECT_EQ(read_file(folder() / "one" / name), read_file(folder() / "three" / name)) << name;
  }
}

TEST_F(CliRun, LeavesItsResultsInTheFolder) {
  const json printed = json_of(
      "run --env two-arms --rounds 4 --seeds 1..2 --trace digest --out deep/results --json");
  EXPECT_THAT(names_in("deep/results"),
              ElementsAre("regret.csv", "resume", "runs.json", "theta1-1.npy", "theta1-2.npy",
                          "theta2-1.npy", "theta2-2.npy", "trace-1.jsonl", "trace-2.jsonl"));
  EXPECT_EQ(json_in("deep/results/runs.json"), printed);
  const std::string csv = text_in("deep/results/regret.csv");
  EXPECT_THAT(csv, HasSubstr("seed,round,regret,realized_regret,uniform_regret\n1,1,"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 2 * 4);
}

TEST_F(CliRun, TextGoesToStandardOutputAndNothingElseDoes) {
  const Outcome outcome = eenet("run --env two-arms --rounds 64 --seeds 1..3");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "") << "nothing to warn of, and too short for progress";
  EXPECT_THAT(outcome.out, HasSubstr("for 64 rounds, seeds 1..3"));
  EXPECT_THAT(outcome.out, HasSubstr("expected regret"));
}

TEST_F(CliRun, ParametersWrittenByOneRunAreTheStartOfAnother) {
  // With learning rates this small no parameter moves: what is written is what was drawn.
  ASSERT_EQ(eenet("run --env two-arms --method eenet:eta1=1e-300,eta2=1e-300 --rounds 1 --seeds 7 "
                  "--out drawn")
                .code,
            0);
  const std::string command = "run --env two-arms --rounds 20 --seeds 7 --json --trace full ";
  const json by_seed = json_of(command + "--out seed");
  const json by_file = json_of(command + "--init drawn/theta1-7.npy,drawn/theta2-7.npy --out file");
  EXPECT_EQ(by_file.at("runs").at(0).at("digest"), by_seed.at("runs").at(0).at("digest"));
  for (const char* name : {"theta1-7.npy", "theta2-7.npy", "regret.csv"}) {
    EXPECT_EQ(read_file(folder() / "file" / name), read_file(folder() / "seed" / name)) << name;
  }
  // And another start is another run.
  const json moved = json_of(command + "--init seed/theta1-7.npy,seed/theta2-7.npy --out moved");
  EXPECT_NE(moved.at("runs").at(0).at("digest"), by_seed.at("runs").at(0).at("digest"));
  EXPECT_EQ(eenet("replay moved/trace-7.jsonl").code, 0) << "the trace holds its start";
}

TEST_F(CliRun, ALearningRateTooLargeIsToldAndRecorded) {
  // Seed 1 draws a network whose units are all dead for the arm it plays: that one never learns.
  const Outcome outcome = eenet(
      "run --env two-arms --method eenet:width=4,eta1=1e200 --rounds 50 --seeds 1..2 "
      "--trace full --out results --json");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("1 of 2 runs diverged (seed 2 after round "));
  EXPECT_THAT(outcome.err, HasSubstr("learning rate"));
  EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1);
  const json summary = json_in("results/runs.json");
  EXPECT_EQ(json::parse(outcome.out), summary) << "the result is there all the same";
  EXPECT_FALSE(summary.at("runs").at(0).contains("diverged_after_round"));
  EXPECT_LT(summary.at("runs").at(1).at("diverged_after_round"), 50);
  EXPECT_EQ(summary.at("regret").at("basis"), "certified");
  const std::string trace = text_in("results/trace-2.jsonl");
  EXPECT_THAT(trace.substr(trace.rfind("{\"end\"")), HasSubstr("\"status\":\"diverged\""));
  const json replayed = json_of("replay --json results/trace-2.jsonl");
  EXPECT_EQ(replayed.at("matches"), true);
  EXPECT_EQ(replayed.at("complete"), true);
  EXPECT_EQ(replayed.at("diverged"), true);
  EXPECT_THAT(names_in("results"), ElementsAre("regret.csv", "resume", "runs.json", "theta1-1.npy",
                                               "theta2-1.npy", "trace-1.jsonl", "trace-2.jsonl"));
}

TEST_F(CliRun, OptimalHasNoRegret) {
  for (const char* environment : {"linear", "teacher", "duplicates", "antipodal"}) {
    const json summary = json_of(std::string("run --method optimal --rounds 50 --seeds 1..3 "
                                             "--json --env ") +
                                 environment);
    EXPECT_EQ(summary.at("regret").at("value"), 0.0) << environment;
    EXPECT_EQ(summary.at("regret").at("upper"), 0.0) << environment;
  }
}

TEST_F(CliRun, RandomHasSomeRegret) {
  EXPECT_GT(json_of("run --method random --rounds 50 --json").at("regret").at("value"), 0.0);
}

// Two arms that a network cannot confuse, the better one second: EE-Net as printed finds it at once
// or never tries it, by the draw of its initial parameters.
TEST_F(CliRun, TwoArmsShowTheLockIn) {
  const json summary = json_of("run --env two-arms --rounds 2000 --seeds 1..40 --json --quiet");
  int locked = 0;
  for (const json& run : summary.at("runs")) {
    const double regret = run.at("regret");
    EXPECT_TRUE(regret <= 1.0 || regret == 1000.0) << "seed " << run.at("seed") << ": " << regret;
    if (regret == 1000.0) ++locked;
  }
  EXPECT_EQ(locked, 17) << "the seeds are fixed, and so is this";
}

}  // namespace
}  // namespace eenet::experiments
