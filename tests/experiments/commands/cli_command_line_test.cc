// Words of the command line that are mistyped, misplaced or without effect: each is refused, and
// the sentence says what could have been meant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

class CommandLine : public Cli {
 protected:
  using Words = std::vector<std::string>;

  // With words that may be empty or hold blanks.
  [[nodiscard]] Outcome typed(const Words& words) const {
    return RunningProgram(EENET_PROGRAM, words, here()).wait();
  }

  void refused(const std::string& arguments, const Words& told) const {
    SCOPED_TRACE(arguments);
    expect_refusal(eenet(arguments), told);
  }
};

TEST_F(CommandLine, AMistypedCommandIsNamedWithTheNearest) {
  refused("rnu --rounds 5", {"'rnu'", "run, replay", "did you mean 'run'?", "eenet --help"});
  refused("bogus", {"'bogus'", "expected one of run"});
  refused("bogus --help", {"'bogus'", "expected one of run"});
  refused("theory bogus", {"'bogus'", "ntk, width, spectrum, psi, bound", "eenet theory --help"});
  refused("theory spektrum", {"'spektrum'", "did you mean 'spectrum'?"});
  refused("theory bogus --help", {"'bogus'"});
  refused("claims chekc", {"'chekc'", "did you mean 'check'?", "eenet claims --help"});
  refused("theory", {"no command", "ntk, width, spectrum, psi, bound"});
}

// `report` alone works for minutes.
TEST_F(CommandLine, ACommandThatHasCommandsLeavesTheWorkToThem) {
  refused("report diff absent.json absent.json", {"absent.json", "No such file"});
  refused("report badge --from absent.json --out badge.svg", {"absent.json", "No such file"});
}

TEST_F(CommandLine, AMistypedOptionIsNamedWithTheNearest) {
  refused("run --ruonds 5", {"'--ruonds'", "did you mean '--rounds'?", "eenet run --help"});
  refused("run --zzzzzzzz", {"'--zzzzzzzz'", "eenet run"});
  refused("run -r 5", {"'-r'"});
  refused("--versoin", {"'--versoin'", "did you mean '--version'?"});
  refused("theory --depth 3 ntk", {"'--depth'", "eenet theory", "a command first"});
  refused("run --help=yes", {"--help=yes", "without a value"});
}

TEST_F(CommandLine, AnOptionIsNoValueOfAnother) {
  refused("run --out --json", {"--out", "missing", "'--json' is an option"});
  refused("run --rounds --jobs 2", {"--rounds", "missing", "'--jobs' is an option"});
  refused("run --out -h", {"--out", "missing", "'-h' is an option"});
  refused("run --out", {"--out", "missing"});
  refused("theory psi --inputs P.npy --labels y.npy --width 4 --radius 1 --certificate --json",
          {"--certificate", "missing", "'--json' is an option"});
  EXPECT_THAT(names_in("."), testing::IsEmpty());
  EXPECT_EQ(eenet("run --rounds 2 --out=--json").code, 0) << "unless it is said that it is one";
  EXPECT_TRUE(std::filesystem::exists(folder() / "--json" / "runs.json"));
}

TEST_F(CommandLine, AnEmptyWordIsAMistake) {
  expect_refusal(typed({"run", "--rounds", "2", "--out", ""}), {"--out", "empty"});
  expect_refusal(typed({"run", "--rounds", "2", "--out="}), {"--out", "empty"});
  expect_refusal(typed({"run", "--env", ""}), {"--env", "empty"});
  expect_refusal(typed({"replay", ""}), {"empty"});
  expect_refusal(typed({"run", ""}), {"empty"});
  expect_refusal(typed({""}), {"''", "expected one of run"});
  expect_refusal(typed({"theory", "ntk", "--env", "linear", "--out", ""}), {"--out", "empty"});
  expect_refusal(typed({"claims", "check", "EQ-GRAD", "--skip", ""}), {"--skip", "empty"});
}

TEST_F(CommandLine, AFlagHasNoValueAndAValueIsGivenOnce) {
  refused("run --normalise=3", {"--normalise=3", "without a value"});
  refused("run --json=false", {"--json=false", "without a value"});
  refused("run --rounds 5 --rounds=6", {"--rounds", "twice"});
  refused("replay a b", {"'b'", "no more than 1"});
  refused("run away", {"'away'", "options only"});
}

TEST_F(CommandLine, WhatHasNoEffectIsRefused) {
  refused("run --normalise", {"--normalise", "linear", "arrays"});
  refused("run --list --rounds 5", {"--list", "--rounds"});
  refused("run --list --normalise", {"--list", "--normalise"});
  refused("--version run --list", {"--version", "without a command"});
  refused("verify --mutants --no-shrink", {"--mutants", "--no-shrink"});
}

TEST_F(CommandLine, CommonOptionsMayStandBeforeTheCommand) {
  EXPECT_EQ(json_of("--json run --list"), json_of("run --list --json"));
  EXPECT_EQ(json_of("theory --json spectrum --env linear --rounds 2 --lambda 1").at("schema"),
            "eenet.spectrum/1");
  EXPECT_EQ(json_of("--json --version"), json_of("--version --json"));
  EXPECT_EQ(eenet("--quiet --strict run --rounds 2").code, 0);
  EXPECT_EQ(eenet("--quiet theory --help").out, eenet("theory --help").out);
}

TEST_F(CommandLine, IsShownWithoutItsControlCharacters) {
  const Outcome outcome = typed({"run", "--env", "\x1b[2J\nmars"});
  expect_refusal(outcome, {"'\\x1b[2J\\nmars'"});
  EXPECT_THAT(outcome.err, testing::Not(testing::HasSubstr("\x1b")));
  expect_refusal(typed({"\xff\x1b"}), {"'\\xff\\x1b'"});
}

TEST_F(CommandLine, AFolderForTemporaryFilesThatCannotBeUsedIsNamed) {
  write_text("file", "");
  for (const std::string wrong : {"/nowhere", "file", "/proc"}) {
    Surroundings elsewhere = here();
    elsewhere.environment["TMPDIR"] = wrong;
    expect_refusal(run_eenet("run --rounds 2", elsewhere), {"TMPDIR=" + wrong, "temporary files"});
  }
}

}  // namespace
}  // namespace eenet::experiments
