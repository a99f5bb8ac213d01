// The folder of `eenet run --out`: never the files of two runs, and a stopped run goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include "experiments/formats/files.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class CliRunFolder : public Cli {
 protected:
  static constexpr const char* kRun =
      "run --env two-arms --method eenet:width=8 --rounds 40 --seeds 1..4 --trace full ";
  // Long enough to be stopped before its last seed.
  static constexpr const char* kLongRun =
      "run --env two-arms --method eenet:width=8 --rounds 4000 --seeds 1..4 --trace full --jobs 1 ";

  // Everything in the folder and in its folder `resume` but the seconds.
  [[nodiscard]] std::map<std::string, std::string> files_in(const std::string& name) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder() / name)) {
      if (!entry.is_regular_file()) continue;
      const std::string path = std::filesystem::relative(entry.path(), folder() / name);
      files[path] = path.starts_with("resume/seed-") ? "" : read_file(entry.path());
    }
    if (files.contains("runs.json")) {
      json summary = json::parse(files.at("runs.json"));
      for (json& run : summary.at("runs")) run.erase("seconds");
      files["runs.json"] = summary.dump();
    }
    return files;
  }

  [[nodiscard]] bool exists(const std::string& path) const {
    return std::filesystem::exists(folder() / path);
  }

  // Starts the run, sends the signal once its second seed has begun, and waits.
  void stop_in_the_middle(int signal) const {
    RunningProgram program(EENET_PROGRAM, words_of(std::string(kLongRun) + "--out results"),
                           here());
    EXPECT_TRUE(becomes_true([this] { return exists("results/trace-2.jsonl"); }));
    ::kill(program.pid(), signal);
    program.wait();
    EXPECT_TRUE(exists("results/resume/seed-1.json"));
  }
};

TEST_F(CliRunFolder, AStoppedRunGoesOnToTheFilesOfOneThatWasNot) {
  ASSERT_EQ(eenet(std::string(kLongRun) + "--out whole").code, 0);
  for (const int signal : {SIGINT, SIGKILL}) {
    stop_in_the_middle(signal);
    write_text("results/theta1-2.npy.partial-123", "what a killed process leaves");
    EXPECT_FALSE(exists("results/runs.json"));
    const auto first = std::filesystem::last_write_time(folder() / "results/trace-1.jsonl");
    const Outcome outcome = eenet(std::string(kLongRun) + "--out results");
    EXPECT_EQ(outcome.code, 0);
    EXPECT_THAT(outcome.err, HasSubstr("results: "));
    EXPECT_THAT(outcome.err, HasSubstr(" of 4 seeds are there already"));
    EXPECT_EQ(std::filesystem::last_write_time(folder() / "results/trace-1.jsonl"), first)
        << "a seed that was done is kept";
    EXPECT_EQ(files_in("results"), files_in("whole"));
    std::filesystem::remove_all(folder() / "results");
  }
}

TEST_F(CliRunFolder, WorkersOfAKilledRunWriteNothingMore) {
  RunningProgram program(
      EENET_PROGRAM,
      words_of("run --env two-arms --method eenet:width=8 --rounds 1000000000 --seeds 1..2 "
               "--jobs 2 --trace full --out results"),
      here());
  ASSERT_TRUE(becomes_true([this] { return exists("results/trace-2.jsonl"); }));
  ::kill(program.pid(), SIGKILL);
  const std::string refusal = "another run is writing there";
  // The lock ends with the last worker.
  EXPECT_TRUE(becomes_true([&] {
    return eenet("run --rounds 2 --out results").err.find(refusal) == std::string::npos;
  }));
  const auto size = std::filesystem::file_size(folder() / "results/trace-1.jsonl");
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(std::filesystem::file_size(folder() / "results/trace-1.jsonl"), size);
}

TEST_F(CliRunFolder, OneRunAtATimeWritesThere) {
  const std::string command =
      "run --env two-arms --method eenet:width=8 --rounds 1000000000 --trace full --out results";
  RunningProgram program(EENET_PROGRAM, words_of(command), here());
  ASSERT_TRUE(becomes_true([this] { return exists("results/trace-1.jsonl"); }));
  expect_refusal(eenet(command), {"results", "another run is writing there"});
  ::kill(program.pid(), SIGINT);
  EXPECT_EQ(program.wait().code, 130);
}

TEST_F(CliRunFolder, TheSameCommandAgainGivesTheSame) {
  ASSERT_EQ(eenet(std::string(kRun) + "--out results").code, 0);
  const auto before = files_in("results");
  const Outcome again = eenet(std::string(kRun) + "--out results --jobs 2 --quiet");
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, "");
  EXPECT_EQ(files_in("results"), before);
}

TEST_F(CliRunFolder, WhatIsDamagedIsMadeAgain) {
  ASSERT_EQ(eenet(std::string(kRun) + "--out results").code, 0);
  const auto before = files_in("results");
  write_text("results/resume/seed-1.json", "not a record");
  std::string record = text_in("results/resume/seed-2.json");
  char& digit = record[record.find("\"regret\":") + 9];
  digit = digit == '1' ? '2' : '1';
  write_text("results/resume/seed-2.json", record);
  std::filesystem::remove(folder() / "results/theta2-3.npy");
  write_text("results/trace-4.jsonl", text_in("results/trace-4.jsonl") + " ");
  const Outcome again = eenet(std::string(kRun) + "--out results");
  EXPECT_EQ(again.code, 0);
  EXPECT_EQ(again.err, "") << "none of the four is kept";
  EXPECT_EQ(files_in("results"), before);
}

TEST_F(CliRunFolder, MoreSeedsAreAddedAndFewerRefused) {
  const std::string command = "run --env two-arms --method eenet:width=8 --rounds 20 ";
  ASSERT_EQ(eenet(command + "--seeds 1..2 --out grown").code, 0);
  EXPECT_THAT(eenet(command + "--seeds 1..3 --out grown").err,
              HasSubstr("grown: 2 of 3 seeds are there already"));
  ASSERT_EQ(eenet(command + "--seeds 1..3 --out whole").code, 0);
  EXPECT_EQ(files_in("grown"), files_in("whole"));
  expect_refusal(eenet(command + "--seeds 1..2 --out grown"), {"grown", "seed 3", "--seeds"});
  EXPECT_EQ(files_in("grown"), files_in("whole"));
}

TEST_F(CliRunFolder, FilesOfAnotherRunStayAndAreNamed) {
  write_array("x.npy", "(2, 1, 2)", {1, 0, 0, 1});
  write_array("r.npy", "(2, 1)", {0, 1});
  const std::string command = "run --env arrays:contexts=x.npy,rewards=r.npy --method random ";
  ASSERT_EQ(eenet(command + "--out results").code, 0);
  const auto before = files_in("results");
  expect_refusal(eenet(command + "--rounds 1 --out results"), {"results", "rounds is 2 there"});
  expect_refusal(eenet(command + "--trace full --out results"), {"trace is none there"});
  expect_refusal(eenet("run --method random --rounds 2 --out results"), {"environment is arrays"});
  expect_refusal(eenet("run --env arrays:contexts=x.npy,rewards=r.npy --out results"),
                 {"method is random"});
  write_array("r.npy", "(2, 1)", {1, 1});
  expect_refusal(eenet(command + "--out results"), {"arrays is"});
  EXPECT_EQ(files_in("results"), before);
}

TEST_F(CliRunFolder, FilesOfAnUnknownRunStayAndAreNamed) {
  make_writable_folder(folder() / "older");
  write_text("older/trace-5.jsonl", "of some run");
  expect_refusal(eenet("run --rounds 2 --seeds 5 --out older"), {"older", "trace-5.jsonl"});
  EXPECT_THAT(names_in("older"), testing::ElementsAre("trace-5.jsonl"));
  write_text("notes.txt", "of mine");
  EXPECT_EQ(eenet("run --rounds 2 --out .").code, 0) << "other files and folders do not matter";
  EXPECT_EQ(text_in("notes.txt"), "of mine");
}

}  // namespace
}  // namespace eenet::experiments
