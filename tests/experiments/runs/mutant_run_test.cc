#include "experiments/runs/mutant_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "experiments/processes/jobs.h"
#include "experiments/reports/verify_report.h"
#include "tests/experiments/folder_test.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/runs/fake_mutants.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class MutantRun : public FolderTest {
 protected:
  [[nodiscard]] MutantPlan plan_with(const std::string& answers) const {
    MutantPlan plan;
    plan.program = folder() / "eenet-mutants";
    write_fake_mutants(plan.program, answers);
    plan.suites = {"gradient", "update"};
    plan.cases = 50;
    plan.seed = 9;
    plan.jobs = 2;
    plan.quiet = true;
    return plan;
  }

  [[nodiscard]] VerifyReport report_of(const std::string& answers) const {
    VerifyReport report;
    run_mutants(plan_with(answers), report);
    return report;
  }

  // "gradient: sentence" for every suite that killed it.
  static std::vector<std::string> killers(const VerifyReport& report, const std::string& name) {
    std::vector<std::string> texts;
    for (const MutantOutcome& outcome : report.mutants->outcomes) {
      if (outcome.mutant.name != name) continue;
      for (const Kill& kill : outcome.killed_by) texts.push_back(kill.suite + ": " + kill.property);
    }
    return texts;
  }
};

TEST_F(MutantRun, TellsWhoKilledWhom) {
  const VerifyReport report = report_of(kUsualAnswers);
  ASSERT_TRUE(report.mutants.has_value());
  EXPECT_THAT(killers(report, "sign-flip"),
              ElementsAre("gradient: Signs are right.", "update: Signs are right."));
  EXPECT_THAT(killers(report, "early-stop"), ElementsAre("update: Steps are taken."));
  EXPECT_THAT(killers(report, "crash"), ElementsAre("gradient: by a crash, signal 11",
                                                    HasSubstr("update: by a crash, exit")));
  EXPECT_THAT(killers(report, "refusal"), ElementsAre(HasSubstr("gradient: refused, ")));
  EXPECT_THAT(killers(report, "survivor"), IsEmpty());
  EXPECT_THAT(killers(report, "renaming"), IsEmpty());
  ASSERT_EQ(report.suites.size(), 2U) << "those of the program without a mutant";
  EXPECT_EQ(report.suites[1].statistics.agree, 2U);
}

TEST_F(MutantRun, ASuiteIsNotShownWhatItNeverComesBy) {
  const VerifyReport report =
      report_of(kUsualAnswers + "/gradient) echo '[\"crash\"]' >\"$EENET_MUTANTS_MET\" ;;\n");
  EXPECT_THAT(killers(report, "sign-flip"), ElementsAre("update: Signs are right."));
  EXPECT_THAT(killers(report, "crash"), testing::SizeIs(2));
  EXPECT_THAT(report.mutants->outcomes.front().met_by, ElementsAre("update"));
}

TEST_F(MutantRun, ASuiteThatDoesNotTellWhatItMetIsAnError) {
  EXPECT_THROW(static_cast<void>(report_of("/update) rm \"$EENET_MUTANTS_MET\" ;;\n")),
               std::runtime_error);
}

TEST_F(MutantRun, ASurvivorIsAProblem) {
  const VerifyReport report = report_of(kUsualAnswers);
  EXPECT_THAT(problems(report),
              ElementsAre("mutant survivor survives (reference/survivor.cc): why survivor"));
  EXPECT_EQ(exit_code(report, false), 1);
}

TEST_F(MutantRun, WithoutSurvivorsAllIsWell) {
  const VerifyReport report = report_of(kUsualAnswers + "survivor/gradient) fail 'Caught.' ;;\n");
  EXPECT_THAT(problems(report), IsEmpty());
  EXPECT_EQ(exit_code(report, true), 0);
}

TEST_F(MutantRun, AnEquivalentMutantThatIsKilledIsAProblem) {
  const VerifyReport report = report_of(kUsualAnswers +
                                        "survivor/gradient) fail 'Caught.' ;;\n"
                                        "renaming/update) fail 'Names are names.' ;;\n");
  EXPECT_THAT(problems(report), ElementsAre(HasSubstr("renaming is said to be equivalent")));
  EXPECT_EQ(exit_code(report, false), 1);
}

TEST_F(MutantRun, JsonCountsEquivalentMutantsApart) {
  const json document = json::parse(verify_json(report_of(kUsualAnswers))).at("mutants");
  EXPECT_EQ(document.at("total"), 5);
  EXPECT_EQ(document.at("killed"), 4);
  EXPECT_EQ(document.at("survivors"), json::array({"survivor"}));
  EXPECT_EQ(document.at("equivalent"),
            json::array({{{"name", "renaming"}, {"argument", "only a name"}}}));
  EXPECT_EQ(document.at("table").size(), 6U);
  EXPECT_EQ(document.at("table").at(1).at("name"), "early-stop");
  EXPECT_EQ(document.at("table").at(1).at("killed_by"),
            json::array({{{"suite", "update"}, {"property", "Steps are taken."}}}));
  EXPECT_EQ(document.at("scores"), json::array({{{"suite", "gradient"}, {"killed", 3}, {"met", 5}},
                                                {{"suite", "update"}, {"killed", 3}, {"met", 5}}}));
}

TEST_F(MutantRun, TextNamesKillersScoresAndSurvivors) {
  const std::string text = verify_text(report_of(kUsualAnswers));
  EXPECT_THAT(text, HasSubstr("  sign-flip   gradient: Signs are right.\n"
                              "              update: Signs are right.\n"));
  EXPECT_THAT(text, HasSubstr("  survivor    survives\n"));
  EXPECT_THAT(text, HasSubstr("  equivalent: renaming (reference/renaming.cc): only a name\n"));
  EXPECT_THAT(text, HasSubstr("4 of 5 mutants killed"));
  EXPECT_THAT(text, HasSubstr("mutant survivor survives (reference/survivor.cc): why survivor"));
}

TEST_F(MutantRun, AMutantThatNeverEndsIsKilledByTimeout) {
  MutantPlan plan = plan_with("early-stop/update) sleep 1000 ;;\n");
  plan.patience = 0.3;
  VerifyReport report;
  run_mutants(plan, report);
  EXPECT_THAT(killers(report, "early-stop"), ElementsAre(HasSubstr("update: by timeout")));
}

TEST_F(MutantRun, NothingIsTriedWhenTheProgramFailsWithoutAMutant) {
  const VerifyReport failing = report_of("/update) fail 'Steps are taken.' ;;\n");
  EXPECT_FALSE(failing.mutants.has_value());
  EXPECT_EQ(failing.failures.size(), 1U);
  EXPECT_THAT(problems(failing), ElementsAre(HasSubstr("no mutant was tried")));
  EXPECT_EQ(exit_code(failing, false), 1);
  const VerifyReport crashing = report_of("/update) kill -SEGV $$ ;;\n");
  EXPECT_FALSE(crashing.mutants.has_value());
  EXPECT_THAT(problems(crashing),
              ElementsAre(HasSubstr("suite update: signal 11"), HasSubstr("no mutant was tried")));
  EXPECT_EQ(exit_code(crashing, false), 1);
}

// Without a mutant means without the variable, whatever the surroundings say.
TEST_F(MutantRun, TheBaselineDoesNotInheritAMutant) {
  const int code = wait_for(start_forked([this] {
    ::setenv("EENET_MUTANT", "sign-flip", 1);
    return report_of(kUsualAnswers).mutants.has_value() ? 1 : 0;
  }));
  EXPECT_EQ(code, 1);
}

TEST_F(MutantRun, AMutantThatTheProgramDoesNotKnowIsNotCalledKilled) {
  EXPECT_THROW(static_cast<void>(report_of(
                   "crash/*) echo \"eenet-mutants: EENET_MUTANT is 'crash'\" >&2; exit 2 ;;\n")),
               std::runtime_error);
}

TEST_F(MutantRun, WhatIsNoListOfMutantsIsRefused) {
  for (const char* text : {"", "no JSON", "[]", "{}", R"([{"name":"a"}])", "[1]"}) {
    EXPECT_THROW(parse_mutants(text), std::runtime_error) << text;
  }
}

TEST_F(MutantRun, AnInterruptionEndsEverythingThatRuns) {
  const std::string marks = folder().string();
  const MutantPlan plan = plan_with("early-stop/update) echo $$ >'" + marks + "/pid.part'; mv '" +
                                    marks + "/pid.part' '" + marks + "/pid'; sleep 1000 ;;\n");
  const pid_t parent = start_forked([&plan] {
    try {
      VerifyReport report;
      run_mutants(plan, report);
    } catch (const Interrupted&) {
      return 42;
    }
    return 0;
  });
  ASSERT_TRUE(becomes_true([this] { return std::filesystem::exists(folder() / "pid"); }));
  ::kill(parent, SIGINT);
  EXPECT_EQ(wait_for(parent), 42);
  EXPECT_EQ(::kill(std::stoi(read_file(folder() / "pid")), 0), -1) << "a mutant lives on";
}

}  // namespace
}  // namespace eenet::experiments
