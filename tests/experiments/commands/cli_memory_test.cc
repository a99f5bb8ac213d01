// Little memory (ulimit -v): a right result or one sentence that says so, never a hang, and never
// another story.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

constexpr std::size_t kMebi = std::size_t{1} << 20U;

class CliMemory : public Cli {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "the sanitizer itself needs more addresses than there are memory";
#endif
  }

  [[nodiscard]] Surroundings with(std::size_t mebibytes) const {
    Surroundings surroundings = here();
    surroundings.memory = mebibytes * kMebi;
    surroundings.patience = 60;
    return surroundings;
  }

  // A trace of ten rounds in trace-9.jsonl.
  void write_trace() const {
    ASSERT_EQ(eenet("run --env linear:dim=3,arms=2 --method eenet:width=4 --rounds 10 --seeds 9 "
                    "--trace full --out .")
                  .code,
              0);
  }

  // The trace with this in front of its sixth round's arm, and another arm there.
  void write_trace_with(const std::string& inserted) const {
    write_trace();
    std::string trace = text_in("trace-9.jsonl");
    const std::size_t arm = trace.find("\"arm\":", trace.find("{\"t\":6,"));
    const std::size_t digit = arm + std::string("\"arm\":").size();
    trace[digit] = trace[digit] == '0' ? '1' : '0';
    trace.insert(arm, inserted);
    write_text("long.jsonl", trace);
  }

  void write_zeros(const std::string& name, std::size_t numbers) const {
    const std::string size = std::to_string(numbers);
    write_text(name, npy_of<double>("<f8", "(" + size + ",)", {}));
    std::filesystem::resize_file(
        folder() / name, std::filesystem::file_size(folder() / name) + numbers * sizeof(double));
  }
};

TEST_F(CliMemory, WhatNeedsLittleRunsWithLittle) {
  const std::string run = "run --env two-arms --method eenet:width=8 --rounds 20 --seeds 1..3 ";
  ASSERT_EQ(eenet(run + "--out much").code, 0);
  EXPECT_EQ(run_eenet(run + "--out little", with(120)).code, 0);
  EXPECT_EQ(text_in("little/regret.csv"), text_in("much/regret.csv"));
  EXPECT_EQ(run_eenet("--version", with(120)).code, 0);
}

TEST_F(CliMemory, ABufferThatOpenBlasCannotHaveIsMissed) {
  for (const char* command :
       {"theory spectrum --env linear --rounds 20 --lambda 1",
        "verify --suite kernel --cases 20 --quiet", "claims check LEM-upperboundofStk --quiet"}) {
    const Outcome outcome = run_eenet(command, with(150));
    expect_refusal(outcome, {"a buffer of 128 MiB", "out of memory"});
  }
}

TEST_F(CliMemory, EveryLimitGivesTheResultOrASentence) {
  const std::string command = "theory spectrum --env linear:dim=3 --rounds 10 --lambda 1 --jobs 4";
  const Outcome whole = eenet(command);
  for (std::size_t mebibytes = 170; mebibytes < 700; mebibytes += 50) {
    const Outcome outcome = run_eenet(command, with(mebibytes));
    if (outcome.code != 0) {
      EXPECT_LT(mebibytes, 500U) << outcome.err;
      expect_refusal(outcome, {"out of memory"});
    } else {
      EXPECT_EQ(outcome.out, whole.out) << mebibytes;
    }
  }
}

TEST_F(CliMemory, ARunHearsSignalsWithLittleMemory) {
  RunningProgram program(
      EENET_PROGRAM,
      words_of("run --env two-arms --method eenet:width=8 --rounds 1000000000 --trace digest "
               "--out results"),
      with(120));
  ASSERT_TRUE(becomes_true(
      [this] { return std::filesystem::exists(folder() / "results" / "trace-1.jsonl"); }));
  ::kill(program.pid(), SIGTERM);
  EXPECT_EQ(program.wait().code, 128 + SIGTERM);
  EXPECT_FALSE(program.left_processes());
}

TEST_F(CliMemory, NoLibraryStartsThreads) {
  RunningProgram program(
      EENET_PROGRAM,
      words_of("run --env two-arms --method eenet:width=8 --rounds 1000000000 --trace digest "
               "--out results"),
      here());
  ASSERT_TRUE(becomes_true(
      [this] { return std::filesystem::exists(folder() / "results" / "trace-1.jsonl"); }));
  const auto threads =
      std::filesystem::directory_iterator("/proc/" + std::to_string(program.pid()) + "/task");
  EXPECT_EQ(std::distance(begin(threads), end(threads)), 1);
  ::kill(program.pid(), SIGTERM);
  program.wait();
}

TEST_F(CliMemory, ALineOfATraceThatDoesNotFitIsNotTheTracesEnd) {
  write_trace_with(std::string(90 * kMebi, ' '));
  EXPECT_EQ(eenet("replay long.jsonl --quiet").code, 1) << "with memory, the difference is found";
  expect_refusal(run_eenet("replay long.jsonl --quiet", with(120)),
                 {"long.jsonl, line 7", "out of memory"});
}

TEST_F(CliMemory, NumbersOfATraceThatDoNotFitAreNoFaultOfTheTrace) {
  std::string list = "\"more\":[0";
  for (std::size_t i = 0; i < 4 * kMebi; ++i) list += ",0";
  write_trace_with(list + "],");
  EXPECT_EQ(eenet("replay long.jsonl --quiet").code, 1) << "with memory, the difference is found";
  expect_refusal(run_eenet("replay long.jsonl --quiet", with(120)),
                 {"long.jsonl, line 7", "out of memory"});
}

TEST_F(CliMemory, AnArrayThatDoesNotFitIsNotShort) {
  write_zeros("contexts.npy", 8 * kMebi);
  for (const std::size_t mebibytes : {100U, 150U}) {
    expect_refusal(run_eenet("run --init contexts.npy --rounds 2", with(mebibytes)),
                   {"contexts.npy", "out of memory"});
  }
}

}  // namespace
}  // namespace eenet::experiments
