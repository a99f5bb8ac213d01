// `eenet verify` as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <vector>

#include "experiments/formats/files.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"
#include "tests/experiments/runs/fake_mutants.h"
#include "verify/test_run.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

json without_seconds(json document) {
  document.erase("seconds");
  for (json& suite : document.at("suites")) suite.erase("seconds");
  return document;
}

class CliVerify : public Cli {
 protected:
  // A case that its suite passes: one of a run that was all agreement.
  const std::string token_ = "streams/2.3.1.1.1.ordinary.0.7";
  const std::string file_ = "streams_2.3.1.1.1.ordinary.0.7.txt";

  // A copy of the program, with the stand-in beside it if there are answers.
  [[nodiscard]] std::string copied_program(const std::string& answers) const {
    std::filesystem::copy_file(EENET_PROGRAM, folder() / "eenet");
    if (!answers.empty()) write_fake_mutants(folder() / "eenet-mutants", answers);
    return (folder() / "eenet").string();
  }
};

TEST_F(CliVerify, RefusesWhatCannotBeMeant) {
  expect_all_refused({
      {"verify --suite mars", {"mars", "gradient", "update", "traces", "initialisation"}},
      {"verify --suite", {"--suite"}},
      {"verify --suite streams traces", {"traces", "eenet verify --help"}},
      {"verify --cases 0", {"--cases 0", "1 to"}},
      {"verify --cases 99999999999", {"--cases 99999999999", "1 to"}},
      {"verify --cases -5", {"--cases", "-5", "whole number"}},
      {"verify --cases many", {"--cases", "many"}},
      {"verify --jobs 4294967296", {"--jobs", "4294967296", "from 0 to 4294967295"}},
      {"verify --seed x", {"--seed", "x", "whole number"}},
      {"verify --jobs 0", {"--jobs 0", "at least 1"}},
      {"verify --reproduce", {"--reproduce"}},
      {"verify --reproduce nonsense", {"nonsense", "suite/"}},
      {"verify --reproduce mars/2.3.1.1.1.ordinary.0.7", {"mars", "gradient"}},
      {"verify --reproduce streams/2.3", {"2.3", "depth"}},
      {"verify --reproduce streams/2.3.1.1.1.purple.0.7", {"purple"}},
      {"verify --reproduce streams/2.3.1.1.1.ordinary.0.7 --suite streams", {"--suite"}},
      {"verify --reproduce streams/2.3.1.1.1.ordinary.0.7 --cases 5", {"--cases"}},
      {"verify --reproduce streams/2.3.1.1.1.ordinary.0.7 --mutants", {"--mutants"}},
      {"verify --mutants --failures f", {"--mutants", "--failures"}},
      {"verify now", {"now", "eenet verify --help"}},
      {"verify --cases 1e30", {"--cases", "1e30", "whole number"}},
      {"verify --reproduce streams/2.3.1.100000.100000.ordinary.0.7", {"100000", "at most"}},
      {"verify --failures /dev/null", {"/dev/null", "folder"}},
  });
}

TEST_F(CliVerify, AnEmptyValueIsAMistakeAndNotTheDefault) {
  for (const char* option : {"--reproduce", "--failures", "--junit"}) {
    SCOPED_TRACE(option);
    expect_refusal(RunningProgram(EENET_PROGRAM, {"verify", option, ""}, here()).wait(),
                   {option, "expected something"});
  }
}

TEST_F(CliVerify, TheDocumentAddsUp) {
  const json document = json_of("verify --cases 400 --seed 3 --json");
  EXPECT_EQ(document.at("schema"), "eenet.verify/1");
  EXPECT_EQ(document.at("seed"), 3);
  EXPECT_EQ(document.at("cases"), 400);
  EXPECT_EQ(document.at("suites").size(), verify::suites().size());
  EXPECT_FALSE(document.at("witnesses").empty());
  EXPECT_TRUE(document.at("failures").empty());
  EXPECT_TRUE(document.at("mutants").is_null());
  for (const json& suite : document.at("suites")) {
    SCOPED_TRACE(suite.at("name"));
    std::uint64_t outcomes = 0;
    for (const char* key : {"agree", "kink", "disagree", "discarded", "inconclusive"}) {
      outcomes += suite.at(key).get<std::uint64_t>();
    }
    EXPECT_EQ(suite.at("cases"), outcomes);
    std::uint64_t of_kinds = 0;
    for (const json& cases : suite.at("kinds")) of_kinds += cases.get<std::uint64_t>();
    EXPECT_EQ(suite.at("cases"), of_kinds);
    EXPECT_LE(suite.at("worst_ratio"), 1.0);
  }
}

TEST_F(CliVerify, ResultsDoNotDependOnTheNumberOfJobs) {
  const std::string command = "verify --suite streams --suite update --cases 20000 --json --jobs ";
  const json alone = json_of(command + "1");
  EXPECT_EQ(without_seconds(alone), without_seconds(json_of(command + "2")));
  EXPECT_EQ(alone.at("suites").at(0).at("name"), "update") << "in the order of the library";
}

TEST_F(CliVerify, AnotherSeedIsAnotherRun) {
  const std::string command = "verify --suite streams --cases 50 --json --seed ";
  EXPECT_NE(json_of(command + "1").at("suites").at(0).at("kinds"),
            json_of(command + "2").at("suites").at(0).at("kinds"));
}

TEST_F(CliVerify, TextNamesSuitesAndWitnesses) {
  const Outcome outcome = eenet("verify --suite streams --suite streams --cases 50");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("worst error/bound"));
  EXPECT_THAT(outcome.out, HasSubstr("  streams     50 "));
  EXPECT_THAT(outcome.out, HasSubstr("witnesses  "));
  EXPECT_THAT(outcome.out, HasSubstr("every property holds, seed 1"));
}

TEST_F(CliVerify, ACaseCanBeTriedAgain) {
  const Outcome outcome = eenet("verify --reproduce " + token_);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(token_ + ": passes now"));
  const json document = json_of("verify --json --reproduce " + token_);
  EXPECT_EQ(document.at("cases"), 1);
  EXPECT_EQ(document.at("suites").at(0).at("name"), "streams");
  EXPECT_EQ(document.at("suites").at(0).at("cases"), 1);
  EXPECT_EQ(document.at("replayed"), json::array({{{"reproduce", token_}, {"passes", true}}}));
  EXPECT_TRUE(document.at("failures").empty());
}

TEST_F(CliVerify, RememberedFailuresAreTriedFirstAndKept) {
  make_writable_folder(folder() / "failures");
  const std::string content = "eenet verify --reproduce " + token_ + "\n\nlong ago\n";
  write_atomically(folder() / "failures" / file_, content);
  const json document = json_of("verify --suite streams --cases 5 --failures failures --json");
  EXPECT_EQ(document.at("replayed"), json::array({{{"reproduce", token_}, {"passes", true}}}));
  EXPECT_EQ(document.at("suites").at(0).at("cases"), 5) << "the old case is not a new one";
  EXPECT_THAT(names_in("failures"), ElementsAre(file_));
  EXPECT_EQ(read_file(folder() / "failures" / file_), content);
  const json other = json_of("verify --suite traces --cases 5 --failures failures --json");
  EXPECT_TRUE(other.at("replayed").empty()) << "its suite was not asked for";
}

TEST_F(CliVerify, AFolderForFailuresIsMadeAndStaysEmptyWhenAllIsWell) {
  EXPECT_EQ(eenet("verify --suite streams --cases 5 --failures new/folder").code, 0);
  EXPECT_THAT(names_in("new/folder"), IsEmpty());
}

TEST_F(CliVerify, ADamagedFailureIsToldAndNothingIsLost) {
  make_writable_folder(folder() / "failures");
  write_atomically(folder() / "failures" / file_, "eenet verify --repro");
  expect_refusal(eenet("verify --suite streams --cases 5 --failures failures"),
                 {"failures/" + file_, "damaged", "--reproduce TOKEN"});
  EXPECT_EQ(read_file(folder() / "failures" / file_), "eenet verify --repro");
}

TEST_F(CliVerify, JunitXmlIsReadByOthers) {
  ASSERT_EQ(eenet("verify --suite streams --cases 5 --junit results.xml").code, 0);
  const std::string script =
      "import xml.etree.ElementTree as E\n"
      "suite, = E.parse('results.xml').getroot()\n"
      "assert suite.get('name') == 'streams' and suite.get('failures') == '0'\n"
      "assert len(suite) == int(suite.get('tests')) >= 2\n"
      "assert all(test.tag == 'testcase' for test in suite)\n"
      "assert float(suite.get('time')) >= 0\n";
  const Outcome python = RunningProgram("/usr/bin/env", {"python3", "-c", script}, here()).wait();
  EXPECT_EQ(python.code, 0) << python.err;
  EXPECT_THAT(names_in("."), ElementsAre("results.xml"));
}

TEST_F(CliVerify, AFileThatCannotBeWrittenIsNamed) {
  // Before the cases: there would be days of them.
  expect_refusal(eenet("verify --cases 1000000000 --junit absent/results.xml"),
                 {"absent/results.xml", "cannot be written"});
}

TEST_F(CliVerify, AFullDiskUnderAFileDoesNotCostTheResult) {
  std::filesystem::create_symlink("/dev/full", folder() / "results.xml");
  const Outcome outcome = eenet("verify --suite streams --cases 5 --junit results.xml --json");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("results.xml: cannot be written: No space left"));
  EXPECT_EQ(json::parse(outcome.out).at("cases"), 5);
  EXPECT_TRUE(std::filesystem::is_symlink(folder() / "results.xml"));
}

TEST_F(CliVerify, MutantsNeedTheirProgram) {
  expect_refusal(RunningProgram(copied_program(""), {"verify", "--mutants"}, here()).wait(),
                 {"eenet-mutants is missing", "built with the tests", "--target eenet-mutants"});
}

TEST_F(CliVerify, MutantsAreCountedAndASurvivorFailsTheRun) {
  const Outcome outcome =
      RunningProgram(copied_program(kUsualAnswers),
                     words_of("verify --mutants --suite update --suite gradient --cases 50 "
                              "--seed 9 --json --junit results.xml"),
                     here())
          .wait();
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.err, "");
  const json mutants = json::parse(outcome.out).at("mutants");
  EXPECT_EQ(mutants.at("total"), 5);
  EXPECT_EQ(mutants.at("killed"), 4);
  EXPECT_EQ(mutants.at("survivors"), json::array({"survivor"}));
  EXPECT_THAT(text_in("results.xml"), HasSubstr("mutant survivor survives"));
}

TEST_F(CliVerify, CtrlCLeavesNothingBehind) {
  make_writable_folder(folder() / "tmp");
  Surroundings own = here();
  own.environment["TMPDIR"] = folder() / "tmp";
  RunningProgram program(EENET_PROGRAM,
                         words_of("verify --cases 100000000 --jobs 2 --failures failures "
                                  "--junit results.xml"),
                         own);
  ASSERT_TRUE(becomes_true([this] { return !names_in("tmp").empty(); }));
  ::kill(-program.pid(), SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_EQ(outcome.out, "");
  EXPECT_FALSE(program.left_processes());
  EXPECT_THAT(names_in("tmp"), IsEmpty());
  EXPECT_THAT(names_in("."), ElementsAre("failures", "tmp"));
  EXPECT_THAT(names_in("failures"), IsEmpty());
}

}  // namespace
}  // namespace eenet::experiments
