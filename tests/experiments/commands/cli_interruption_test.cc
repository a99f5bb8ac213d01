// Ctrl-C, a full disk and a worker that dies: what is whole stays, and nothing else does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>

#include "experiments/formats/files.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

class CliInterruption : public Cli {
 protected:
  CliInterruption() { make_writable_folder(folder() / "tmp"); }

  [[nodiscard]] Surroundings with_own_tmp() const {
    Surroundings surroundings = here();
    surroundings.environment["TMPDIR"] = folder() / "tmp";
    return surroundings;
  }

  // Starts a run that would take for ever and sends the signal, to it or to its whole group as a
  // terminal does, once there are some rounds on disk.
  [[nodiscard]] Outcome interrupted(int signal, bool whole_group) const {
    RunningProgram program(EENET_PROGRAM,
                           words_of("run --env two-arms --method eenet:width=8 "
                                    "--rounds 1000000000 --seeds 1..2 --jobs 2 "
                                    "--trace full --out results"),
                           with_own_tmp());
    EXPECT_TRUE(becomes_true([this] { return rounds_on_disk(1) > 5 && rounds_on_disk(2) > 5; }));
    ::kill(whole_group ? -program.pid() : program.pid(), signal);
    Outcome outcome = program.wait();
    EXPECT_FALSE(program.left_processes());
    return outcome;
  }

  [[nodiscard]] std::ptrdiff_t rounds_on_disk(int seed) const {
    const std::filesystem::path path =
        folder() / "results" / ("trace-" + std::to_string(seed) + ".jsonl");
    if (!std::filesystem::exists(path)) return 0;
    const std::string text = read_file(path);
    return std::count(text.begin(), text.end(), '\n') - 1;
  }

  void expect_whole_rounds_replay() const {
    for (const int seed : {1, 2}) {
      const std::ptrdiff_t rounds = rounds_on_disk(seed);
      const nlohmann::json report =
          json_of("replay --json results/trace-" + std::to_string(seed) + ".jsonl");
      EXPECT_EQ(report.at("rounds"), rounds);
      EXPECT_EQ(report.at("complete"), false);
      EXPECT_EQ(report.at("matches"), true);
    }
  }
};

TEST_F(CliInterruption, CtrlCEndsTheRunAndKeepsEveryWholeRound) {
  const Outcome outcome = interrupted(SIGINT, true);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(names_in("tmp"), testing::IsEmpty());
  EXPECT_THAT(names_in("results"),
              testing::ElementsAre("resume", "trace-1.jsonl", "trace-2.jsonl"));
  expect_whole_rounds_replay();
}

TEST_F(CliInterruption, ASignalToTheParentAloneEndsItsWorkersToo) {
  const Outcome outcome = interrupted(SIGINT, false);
  EXPECT_EQ(outcome.code, 130);
  EXPECT_THAT(names_in("tmp"), testing::IsEmpty());
  expect_whole_rounds_replay();
}

TEST_F(CliInterruption, TerminationIsToldApartFromCtrlC) {
  EXPECT_EQ(interrupted(SIGTERM, false).code, 128 + SIGTERM);
  EXPECT_THAT(names_in("tmp"), testing::IsEmpty());
}

TEST_F(CliInterruption, AFullDiskUnderTheTraceIsToldWithTheFile) {
  make_writable_folder(folder() / "results");
  std::filesystem::create_symlink("/dev/full", folder() / "results" / "trace-1.jsonl");
  expect_refusal(run_eenet("run --rounds 5 --trace full --out results", with_own_tmp()),
                 {"results/trace-1.jsonl", "cannot be written", "No space left"});
  EXPECT_THAT(names_in("tmp"), testing::IsEmpty());
}

TEST_F(CliInterruption, ADiskThatFillsUpLeavesATraceOfWholeRounds) {
  Surroundings small = with_own_tmp();
  small.largest_file = 20'000;
  expect_refusal(
      run_eenet("run --env linear:dim=4 --method eenet:width=4 --rounds 500 --trace full "
                "--out results",
                small),
      {"results/trace-1.jsonl", "cannot be written"});
  EXPECT_THAT(names_in("tmp"), testing::IsEmpty());
  const nlohmann::json report = json_of("replay --json results/trace-1.jsonl");
  EXPECT_EQ(report.at("rounds"), rounds_on_disk(1));
  EXPECT_GT(report.at("rounds"), 5);
  EXPECT_EQ(report.at("matches"), true);
}

TEST_F(CliInterruption, ADiskTooFullForTheParametersLeavesNoHalfOfThem) {
  Surroundings small = with_own_tmp();
  small.largest_file = 5'000;  // theta1 alone has 8 * (20*100 + 100) bytes
  expect_refusal(run_eenet("run --rounds 3 --out results", small),
                 {"results/theta1-1.npy", "cannot be written"});
  EXPECT_THAT(names_in("results"), testing::ElementsAre("resume"));
  EXPECT_THAT(names_in("tmp"), testing::IsEmpty());
}

TEST_F(CliInterruption, AFolderForTemporaryFilesThatIsMissingIsNamed) {
  Surroundings nowhere = here();
  nowhere.environment["TMPDIR"] = folder() / "absent";
  expect_refusal(run_eenet("run --rounds 3", nowhere), {"temp", "No such file"});
}

TEST_F(CliInterruption, AWorkerThatIsKilledIsAnInternalError) {
  RunningProgram program(EENET_PROGRAM,
                         words_of("run --env two-arms --method eenet:width=8 "
                                  "--rounds 1000000000 --trace full --out results"),
                         with_own_tmp());
  ASSERT_TRUE(becomes_true([this] { return rounds_on_disk(1) > 5; }));
  const std::string children = read_file("/proc/" + std::to_string(program.pid()) + "/task/" +
                                         std::to_string(program.pid()) + "/children");
  ASSERT_NE(children, "") << "no worker";
  ::kill(std::stoi(children), SIGKILL);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.err, HasSubstr("internal error"));
  EXPECT_THAT(names_in("tmp"), testing::IsEmpty());
}

}  // namespace
}  // namespace eenet::experiments
