// What holds for every command: help, JSON, version, and an output that goes nowhere.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "experiments/formats/files.h"
#include "reference/environments/data_sets.h"
#include "reference/registry.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;

// The command line below "Example:", as a user would copy it.
std::string example_in(const std::string& help) {
  const std::string title = "Example:\n";
  const std::size_t at = help.find(title);
  if (at == std::string::npos) return "";
  const std::size_t start = help.find_first_not_of(' ', at + title.size());
  return help.substr(start, help.find('\n', start) - start);
}

TEST_F(Cli, HelpOnEveryLevelShowsAnExampleThatWorksAsTyped) {
  for (const std::string level : {"",
                                  "run ",
                                  "replay ",
                                  "verify ",
                                  "claims ",
                                  "claims check ",
                                  "claims list ",
                                  "claims rules ",
                                  "claims explain ",
                                  "regret ",
                                  "regret check ",
                                  "theory ",
                                  "theory ntk ",
                                  "theory width ",
                                  "theory spectrum ",
                                  "theory psi ",
                                  "theory bound ",
                                  "oracle ",
                                  "oracle judge ",
                                  "oracle smoke ",
                                  "oracle adapter ",
                                  "oracle check ",
                                  "oracle curves ",
                                  "oracle vectors ",
                                  "sweep ",
                                  "sweep cells ",
                                  "table ",
                                  "report ",
                                  "report diff ",
                                  "report badge ",
                                  "completion ",
                                  "manual ",
                                  "data ",
                                  "data list ",
                                  "data prepare "}) {
    SCOPED_TRACE(level);
    const Outcome help = eenet(level + "--help");
    EXPECT_EQ(help.code, 0);
    EXPECT_EQ(help.err, "");
    EXPECT_THAT(help.out, HasSubstr("Usage: eenet " + level + "["));
    const std::string example = example_in(help.out);
    ASSERT_THAT(example + " ", HasSubstr("eenet " + level)) << help.out;
    Surroundings shell = here();
    const std::filesystem::path program = EENET_PROGRAM;
    shell.environment["PATH"] = program.parent_path().string() + ":" + std::getenv("PATH");
    const Outcome typed = RunningProgram("/bin/sh", {"-c", example}, shell).wait();
    EXPECT_EQ(typed.code, 0) << example << "\n" << typed.err;
    EXPECT_NE(typed.out, "");
  }
}

TEST_F(Cli, ShortHelpIsTheSame) {
  EXPECT_EQ(eenet("-h").out, eenet("--help").out);
  EXPECT_EQ(eenet("run -h").out, eenet("run --help").out);
}

TEST_F(Cli, VersionSaysWhatABugReportNeeds) {
  const Outcome text = eenet("--version");
  EXPECT_EQ(text.code, 0);
  const json version = json_of("--version --json");
  EXPECT_EQ(version.at("schema"), "eenet.version/1");
  for (const char* key : {"version", "revision", "compiler", "flags"}) {
    ASSERT_TRUE(version.at(key).is_string()) << key;
    EXPECT_NE(version.at(key), "") << key;
    EXPECT_THAT(text.out, HasSubstr(version.at(key).get<std::string>()));
  }
  EXPECT_THAT(version.at("flags").get<std::string>(), HasSubstr("-ffp-contract=off"));
  for (const char* package :
       {"Eigen", "Spectra", "OpenBLAS", "nlohmann_json", "Boost", "fmt", "CLI11"}) {
    EXPECT_NE(version.at("packages").at(package), "") << package;
  }
  EXPECT_THAT(text.out, HasSubstr("\nwitnesses  "));
  ASSERT_FALSE(version.at("witnesses").empty());
  for (const json& witness : version.at("witnesses")) {
    EXPECT_THAT(text.out, HasSubstr(witness.get<std::string>()));
  }
  EXPECT_TRUE(version.at("absent_witnesses").is_array());
}

TEST_F(Cli, HelpNamesEverythingThatCanBeRun) {
  // As one text: help breaks its lines where the terminal ends.
  std::string help;
  for (const std::string& word : words_of(eenet("run --help").out)) help += word + " ";
  EXPECT_THAT(help, HasSubstr(environment_names()));
  EXPECT_THAT(help, HasSubstr(policy_names()));
}

TEST_F(Cli, ListNamesEverythingWithItsKeysAndDefaults) {
  const json list = json_of("run --list --json");
  EXPECT_EQ(list.at("schema"), "eenet.list/1");
  const std::string text = eenet("run --list").out;
  ASSERT_EQ(list.at("environments").size(), environment_kinds().size());
  ASSERT_EQ(list.at("methods").size(), policy_kinds().size());
  for (const char* group : {"environments", "methods"}) {
    for (const json& kind : list.at(group)) {
      EXPECT_THAT(text, HasSubstr("  " + kind.at("name").get<std::string>()));
      for (const json& key : kind.at("keys")) {
        EXPECT_THAT(text, HasSubstr("    " + key.at("name").get<std::string>() + "=" +
                                    key.value("default", "")));
      }
    }
  }
}

// A default that is shown but not accepted would be a lie.
TEST_F(Cli, EverythingListedRunsWithItsDefaults) {
  const json list = json_of("run --list --json");
  for (const json& kind : list.at("environments")) {
    const auto name = kind.at("name").get<std::string>();
    if (name == "arrays" || is_of_data(name)) continue;  // need files
    EXPECT_EQ(eenet("run --rounds 2 --method greedy:width=2 --env " + name).code, 0) << name;
  }
  for (const json& kind : list.at("methods")) {
    const auto name = kind.at("name").get<std::string>();
    EXPECT_EQ(eenet("run --rounds 2 --env two-arms --method " + name).code, 0) << name;
  }
}

TEST_F(Cli, QuietAndStrictAreTakenByEveryCommand) {
  EXPECT_EQ(eenet("run --quiet --strict --rounds 2 --out o --trace full").code, 0);
  EXPECT_EQ(eenet("replay --quiet --strict o/trace-1.jsonl").code, 0);
  EXPECT_EQ(eenet("verify --quiet --strict --suite streams --cases 5").code, 0);
  EXPECT_EQ(eenet("claims check EQ-GRAD --quiet --strict").code, 0);
  EXPECT_EQ(eenet("theory ntk --quiet --strict --env linear --rounds 2 --out H.npy").code, 0);
  EXPECT_EQ(eenet("theory spectrum --quiet --strict --env linear --rounds 2 --lambda 1").code, 0);
  EXPECT_EQ(eenet("theory psi --quiet --strict --trace o/trace-1.jsonl --reading printed").code, 0);
  // Whether anything is left open there is the run's affair; that it is asked is the command's.
  EXPECT_THAT(eenet("theory bound --quiet --strict --trace o/trace-1.jsonl").code, AnyOf(0, 4));
}

TEST_F(Cli, AFullDiskUnderStandardOutputIsToldInASentence) {
  Surroundings full = here();
  full.out = "/dev/full";
  for (const char* arguments : {"run --rounds 5", "run --list", "run --list --json", "--version",
                                "--help", "run --help", "run --rounds 5 --json"}) {
    SCOPED_TRACE(arguments);
    expect_refusal(run_eenet(arguments, full), {"standard output", "No space left"});
  }
}

TEST_F(Cli, AClosedPipeIsNoReasonToComplain) {
  Surroundings closed = here();
  closed.closed_pipe = true;
  for (const char* arguments : {"run --rounds 5", "run --list", "run --list --json", "--version",
                                "--help", "run --rounds 5 --json"}) {
    SCOPED_TRACE(arguments);
    const Outcome outcome = run_eenet(arguments, closed);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_EQ(outcome.err, "");
  }
}

}  // namespace
}  // namespace eenet::experiments
