#include "experiments/reports/judge_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/reports/judge_junit.h"
#include "reference/floating_point.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;
using testing::Not;
using verify::oracle::Counterexample;
using verify::oracle::Divergence;
using verify::oracle::FaultKind;
using verify::oracle::JudgeVerdict;
using verify::oracle::LevelReport;

JudgeRequest sample_request() {
  JudgeRequest request;
  request.command = {"python3", "my adapter.py"};
  return request;
}

Counterexample sample_failure(const std::string& id) {
  Counterexample example;
  example.divergence.level = "gradient";
  example.divergence.id = id;
  example.divergence.field = "gradient";
  example.divergence.place = "W_2[0][3]";
  example.divergence.got = 0.5;
  example.divergence.expected = 0.25;
  example.divergence.bound = 1e-16;
  example.divergence.ratio = kInfinity;
  example.divergence.sentence = "gradient at W_2[0][3] is 0.5,\x1b[31m expected 0.25";
  example.question = {{"op", "gradient"}};
  example.answer = {{"gradient", {0.5}}};
  example.expected = {{"gradient", {0.25}}};
  example.remarks = "first\nsecond \x1b[2J\n";
  return example;
}

LevelReport level_of(const std::string& name, std::uint64_t planned) {
  LevelReport level;
  level.level = name;
  level.planned = planned;
  return level;
}

JudgeRun sample_run() {
  JudgeRun run;
  run.report.hello.name = "network <1>";
  run.report.verdict = JudgeVerdict::kAgrees;
  run.report.levels = {level_of("forward", 10), level_of("run", 5)};
  run.report.levels[0].cases = run.report.levels[0].agree = 10;
  run.report.levels[1].skipped = 5;
  run.report.levels[1].skip_reason = "it does not declare it";
  return run;
}

JudgeRun failing_run() {
  JudgeRun run = sample_run();
  run.report.verdict = JudgeVerdict::kDisagrees;
  LevelReport gradient = level_of("gradient", 10);
  gradient.cases = 10;
  gradient.agree = 7;
  gradient.failures = 3;
  gradient.first = sample_failure("gradient/3.4.2.1.1.ordinary.5.77");
  gradient.smallest = sample_failure("gradient/2.1.1.1.1.ordinary.0.7");
  run.report.levels.push_back(gradient);
  run.report.first_divergence = gradient.first->divergence;
  run.report.counterexample = gradient.smallest;
  run.report.explanations = {"agrees if the loss is (f - y)^2"};
  return run;
}

TEST(JudgeReport, TheExitCodeIsThatOfTheVerdict) {
  verify::oracle::JudgeReport report = sample_run().report;
  EXPECT_EQ(exit_code(report, false), 0);
  EXPECT_EQ(exit_code(report, true), 0);
  for (const JudgeVerdict verdict :
       {JudgeVerdict::kDisagrees, JudgeVerdict::kNondeterministic, JudgeVerdict::kIncomplete}) {
    report.verdict = verdict;
    EXPECT_EQ(exit_code(report, false), 1);
    EXPECT_EQ(exit_code(report, true), 1);
  }
}

TEST(JudgeReport, DoubtsAreExitCodeFourIfAskedFor) {
  verify::oracle::JudgeReport acceptable = sample_run().report;
  acceptable.levels[0].acceptable = 1;
  verify::oracle::JudgeReport unexpected = sample_run().report;
  unexpected.unexpected_passes = {"forward/2.2.2.1.1.ordinary.3.4"};
  for (const verify::oracle::JudgeReport& report : {acceptable, unexpected}) {
    EXPECT_EQ(exit_code(report, false), 0);
    EXPECT_EQ(exit_code(report, true), 4);
  }
  verify::oracle::JudgeReport kink = sample_run().report;
  kink.levels[0].kink = 1;
  EXPECT_EQ(exit_code(kink, true), 0);
}

TEST(JudgeReport, TheLineThatShowsACaseAgainHasWhatDecidesIt) {
  JudgeRequest request = sample_request();
  EXPECT_EQ(judge_again_command("forward/2.1", request),
            "eenet oracle judge --case forward/2.1 -- python3 'my adapter.py'");
  request.options.profile = verify::oracle::Profile::kStatistical;
  request.options.seed = 7;
  EXPECT_EQ(judge_again_command("forward/2.1", request),
            "eenet oracle judge --case forward/2.1 --profile statistical --seed 7 -- python3 "
            "'my adapter.py'");
}

TEST(JudgeReport, TextHasTheFirstCaseThenTheSmallestAndNothingThatATerminalObeys) {
  const std::string text = judge_text(failing_run(), sample_request());
  EXPECT_THAT(text, HasSubstr("first divergence: gradient at W_2[0][3] is 0.5,\\x1b[31m"));
  EXPECT_THAT(text, HasSubstr("It agrees if the loss is (f - y)^2."));
  EXPECT_THAT(text, HasSubstr("skipped  run: it does not declare it"));
  EXPECT_THAT(text, HasSubstr("    | second \\x1b[2J\n"));
  EXPECT_THAT(text,
              HasSubstr("again: eenet oracle judge --case gradient/2.1.1.1.1.ordinary.0.7 --"));
  EXPECT_THAT(text, HasSubstr("disagrees with the reference in 3 of 20 cases"));
  EXPECT_LT(text.find("as it was met: gradient/3.4"), text.find("smallest case that was found"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(JudgeReport, LongQuestionsAreShortenedInTextAlone) {
  JudgeRun run = failing_run();
  run.report.levels.back().first->question["theta"] = std::vector<double>(10'000, 1.0 / 3.0);
  EXPECT_LT(judge_text(run, sample_request()).size(), 10'000U);
  EXPECT_THAT(judge_text(run, sample_request()), HasSubstr("bytes; --out DIR saves all)"));
  EXPECT_GT(judge_json(run, sample_request()).size(), 100'000U);
}

TEST(JudgeReport, TheDocumentHasEveryNumber) {
  const Json document = Json::parse(judge_json(failing_run(), sample_request()));
  EXPECT_EQ(document.at("schema"), "eenet.judge/1");
  EXPECT_EQ(document.at("verdict"), "disagrees");
  const Json& divergence = document.at("first_divergence");
  EXPECT_EQ(divergence.at("got"), 0.5);
  EXPECT_EQ(divergence.at("ratio"), "inf");
  EXPECT_TRUE(divergence.at("fault").is_null());
  EXPECT_EQ(document.at("counterexample").at("question").at("op"), "gradient");
  EXPECT_EQ(document.at("levels").size(), 3U);
  EXPECT_EQ(document.at("levels").at(2).at("failures"), 3);
}

TEST(JudgeReport, AFaultHasItsName) {
  JudgeRun run = failing_run();
  run.report.first_divergence->fault = FaultKind::kTimeLimit;
  EXPECT_EQ(Json::parse(judge_json(run, sample_request())).at("first_divergence").at("fault"),
            "time-limit");
}

TEST(JudgeReport, TheSmallestCaseOfEachLevelIsAFile) {
  const auto files = counterexample_files(failing_run().report, sample_request());
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files.begin()->first, "gradient_2.1.1.1.1.ordinary.0.7.json");
  const Json saved = Json::parse(files.begin()->second);
  EXPECT_EQ(saved.at("schema"), "eenet.counterexample/1");
  EXPECT_EQ(saved.at("id"), "gradient/2.1.1.1.1.ordinary.0.7");
  EXPECT_EQ(saved.at("answer").at("gradient").at(0), 0.5);
}

TEST(JudgeJunit, ALevelIsATest) {
  const std::string xml = judge_junit(failing_run(), sample_request());
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"network &lt;1&gt;\" tests=\"4\" failures=\"1\" "
                             "errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"it does not declare it\"/>"));
  EXPECT_THAT(xml, HasSubstr("<failure message=\"eenet oracle judge --case gradient/2.1"));
}

TEST(JudgeJunit, AnIncompleteJudgementIsAFailure) {
  JudgeRun run = sample_run();
  run.report.verdict = JudgeVerdict::kIncomplete;
  run.report.complaints = {"the program ended"};
  EXPECT_THAT(judge_junit(run, sample_request()),
              HasSubstr("<failure message=\"incomplete: the program ended\">"));
}

}  // namespace
}  // namespace eenet::experiments
