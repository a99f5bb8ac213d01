#include "experiments/processes/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "experiments/formats/files.h"
#include "tests/experiments/forked.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

ChildOutcome shell(const std::string& script, const ChildLimits& limits = {}) {
  return run_child("/bin/sh", {"-c", script}, {}, limits);
}

TEST(ChildProcess, ItsOutputAndExitCodeAreCaptured) {
  const ChildOutcome outcome = shell("echo out; echo err >&2; exit 7");
  EXPECT_EQ(outcome.code, 7);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_EQ(outcome.out, "out\n");
  EXPECT_EQ(outcome.err, "err\n");
}

TEST(ChildProcess, MuchOutputIsCapturedWhole) {
  EXPECT_EQ(shell("head -c 3000000 /dev/zero").out, std::string(3'000'000, '\0'));
}

TEST(ChildProcess, ASignalIsToldApart) {
  const ChildOutcome outcome = shell("kill -SEGV $$");
  EXPECT_EQ(outcome.code, -1);
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_FALSE(outcome.timed_out);
}

TEST(ChildProcess, VariablesAreSetAndTakenOut) {
  ::setenv("EENET_TEST_VARIABLE", "inherited", 1);
  const auto seen = [](const std::string& value) {
    return run_child("/bin/sh", {"-c", "echo ${EENET_TEST_VARIABLE-none}"},
                     {{"EENET_TEST_VARIABLE", value}}, {})
        .out;
  };
  EXPECT_EQ(seen("given"), "given\n");
  EXPECT_EQ(seen(""), "none\n");
  EXPECT_EQ(shell("echo $EENET_TEST_VARIABLE").out, "inherited\n");
  ::unsetenv("EENET_TEST_VARIABLE");
}

TEST(ChildProcess, TakingTooLongEndsIt) {
  ChildLimits limits;
  limits.time = std::chrono::milliseconds(100);
  const ChildOutcome outcome = shell("echo begun; exec sleep 1000", limits);
  EXPECT_TRUE(outcome.timed_out);
  EXPECT_EQ(outcome.code, -1);
  EXPECT_EQ(outcome.out, "begun\n");
  EXPECT_LT(outcome.seconds, 60.0);
}

TEST(ChildProcess, WhatItLeftBehindEndsToo) {
  const ChildOutcome outcome = shell("sleep 1000 & echo $!");
  EXPECT_EQ(outcome.code, 0);
  const std::string process = "/proc/" + outcome.out.substr(0, outcome.out.size() - 1);
  EXPECT_TRUE(becomes_true([&process] {
    std::ifstream stat(process + "/stat");
    const std::string text{std::istreambuf_iterator<char>(stat), std::istreambuf_iterator<char>()};
    // Gone, or dead and not yet collected by the process that inherited it.
    return text.empty() || text.find(") Z") != std::string::npos;
  }));
}

TEST(ChildProcess, AProgramThatCannotBeRunIsNamed) {
  const TemporaryFolder folder;
  const std::filesystem::path absent = folder.path() / "absent";
  EXPECT_THROW(run_child(absent, {}, {}, {}), std::runtime_error);
  write_atomically(folder.path() / "text", "no program");
  std::filesystem::permissions(folder.path() / "text", std::filesystem::perms::owner_all);
  try {
    run_child(folder.path() / "text", {}, {}, {});
    ADD_FAILURE() << "it ran";
  } catch (const std::runtime_error& error) {
    EXPECT_THAT(error.what(), HasSubstr("text: is no program"));
  }
}

}  // namespace
}  // namespace eenet::experiments
