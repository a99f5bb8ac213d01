#include "experiments/reports/verify_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "tests/experiments/verify_samples.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const std::string kToken = "gradient/3.4.1.1.1.near-kink.0.5";

TEST(VerifyReport, WithoutFailuresIsGreen) {
  const VerifyReport report = sample_report();
  EXPECT_EQ(exit_code(report, true), 0);
  EXPECT_TRUE(problems(report).empty());
  const std::string text = verify_text(report);
  EXPECT_THAT(text, HasSubstr("  gradient     20     20     0         0          0"));
  EXPECT_THAT(text, HasSubstr("witnesses  tape, differences (absent: duals)"));
  EXPECT_THAT(text, HasSubstr("every property holds, seed 7"));
}

TEST(VerifyReport, JsonHasWhatOthersRelyOn) {
  VerifyReport report = sample_report();
  report.failures = {sample_failure("gradient", 5)};
  const json document = json::parse(verify_json(report));
  EXPECT_EQ(document.at("schema"), "eenet.verify/1");
  EXPECT_EQ(document.at("seed"), 7);
  EXPECT_EQ(document.at("cases"), 30);
  EXPECT_EQ(document.at("witnesses"), json::array({"tape", "differences"}));
  const json& suite = document.at("suites").at(0);
  EXPECT_EQ(suite.at("name"), "gradient");
  EXPECT_EQ(suite.at("cases"), 20);
  EXPECT_EQ(suite.at("worst_ratio"), 0.25);
  EXPECT_EQ(suite.at("kinds"), json::object({{"near-kink", 20}}));
  EXPECT_EQ(suite.at("ratios").size(), std::size_t{verify::kRatioDecades});
  const json& failure = document.at("failures").at(0);
  EXPECT_EQ(failure.at("suite"), "gradient");
  EXPECT_EQ(failure.at("property"), report.failures[0].property);
  EXPECT_EQ(failure.at("reproduce"), kToken);
  EXPECT_EQ(failure.at("counterexample"), report.failures[0].counterexample);
  EXPECT_TRUE(document.at("mutants").is_null());
}

TEST(VerifyReport, AFailureIsToldWithItsReproducer) {
  VerifyReport report = sample_report();
  report.failures = {sample_failure("gradient", 5)};
  EXPECT_EQ(exit_code(report, false), 1);
  const std::string text = verify_text(report);
  EXPECT_THAT(
      text, HasSubstr("gradient, does not hold: Sums <commute> & \"associate\".\n  a + b is 1\n"));
  EXPECT_THAT(text, HasSubstr("\n  eenet verify --reproduce " + kToken + "\n"));
  EXPECT_THAT(text, HasSubstr("1 failure, seed 7"));
  EXPECT_THAT(text, Not(HasSubstr("every property holds")));
}

TEST(VerifyReport, TheSameFailureCountsOnce) {
  VerifyReport report;
  add_failure(report, sample_failure("gradient", 5));
  add_failure(report, sample_failure("gradient", 5));
  add_failure(report, sample_failure("gradient", 6));
  add_failure(report, sample_failure("update", 5));
  EXPECT_EQ(report.failures.size(), 3U);
}

TEST(VerifyReport, RatiosThatAreNoNumbersAreWords) {
  VerifyReport report = sample_report();
  report.suites[0].statistics.worst_ratio = std::numeric_limits<double>::quiet_NaN();
  report.suites[1].statistics.worst_ratio = std::numeric_limits<double>::infinity();
  const json suites = json::parse(verify_json(report)).at("suites");
  EXPECT_EQ(suites.at(0).at("worst_ratio"), "nan");
  EXPECT_EQ(suites.at(1).at("worst_ratio"), "inf");
  EXPECT_THAT(verify_text(report), HasSubstr("nan"));
}

TEST(VerifyReport, ASuiteInWhichNothingWasSaidIsNoSuccess) {
  for (const verify::Outcome outcome :
       {verify::Outcome::kDiscarded, verify::Outcome::kInconclusive}) {
    VerifyReport report = sample_report();
    report.suites[1].statistics = {};
    report.suites[1].statistics.add(sample_case(1), {outcome, 0.0, ""});
    EXPECT_EQ(exit_code(report, false), 1);
    EXPECT_THAT(problems(report), ElementsAre(HasSubstr("suite update is empty")));
    EXPECT_THAT(verify_text(report), HasSubstr("suite update is empty: of its 1 cases"));
    EXPECT_THAT(verify_text(report), Not(HasSubstr("every property holds")));
    EXPECT_EQ(json::parse(verify_json(report)).at("problems").size(), 1U);
  }
}

TEST(VerifyReport, SomethingInconclusiveMattersWhenStrict) {
  VerifyReport report = sample_report();
  report.suites[1].statistics.add(sample_case(1), {verify::Outcome::kInconclusive, 0.0, ""});
  EXPECT_EQ(exit_code(report, false), 0);
  EXPECT_EQ(exit_code(report, true), 4);
  report.failures = {sample_failure("gradient", 5)};
  EXPECT_EQ(exit_code(report, true), 1) << "a failure matters more";
}

TEST(VerifyReport, ReplaysAreToldWhetherTheyPassOrNot) {
  VerifyReport report = sample_report();
  report.replayed = {{kToken, sample_failure("gradient", 5), false},
                     {"update/2.1.1.1.1.ordinary.0.0", {}, true}};
  const std::string text = verify_text(report);
  EXPECT_THAT(text, HasSubstr("still fails  " + kToken));
  EXPECT_THAT(text, HasSubstr("passes now   update/2.1.1.1.1.ordinary.0.0"));
  const json replayed = json::parse(verify_json(report)).at("replayed");
  EXPECT_EQ(replayed.at(0), json::object({{"reproduce", kToken}, {"passes", false}}));
  EXPECT_EQ(replayed.at(1).at("passes"), true);
}

TEST(VerifyReport, AReplayOfWhichNothingIsSaidDoesNotPass) {
  const std::string token = "update/2.1.1.1.1.ordinary.0.0";
  verify::PieceResult result;
  result.statistics.add(sample_case(1), {verify::Outcome::kDiscarded, 0.0, ""});
  VerifyReport report = sample_report();
  report.replayed = {replay_report(token, result)};
  EXPECT_EQ(exit_code(report, false), 1);
  EXPECT_THAT(problems(report), ElementsAre(HasSubstr(token + ": neither fails nor passes")));
  EXPECT_THAT(verify_text(report), HasSubstr("untested     " + token));
  EXPECT_EQ(json::parse(verify_json(report)).at("replayed").at(0).at("passes"), false);
  result.statistics.add(sample_case(1), {verify::Outcome::kKink, 0.0, ""});
  EXPECT_TRUE(replay_report(token, result).passes);
}

TEST(VerifyReport, BytesThatAreNoTextDoNotCostTheDocument) {
  VerifyReport report = sample_report();
  report.failures = {sample_failure("gradient", 5)};
  report.failures[0].counterexample = "\xff\xfe!";
  const json document = json::parse(verify_json(report));
  EXPECT_THAT(document.at("failures").at(0).at("counterexample").get<std::string>(),
              testing::EndsWith("!"));
}

}  // namespace
}  // namespace eenet::experiments
