#include "experiments/runs/verify_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/experiments/verify_samples.h"

namespace eenet::experiments {
namespace {

TimedPiece sample_piece() {
  TimedPiece piece;
  piece.result.statistics = sample_statistics(3, 0.1);
  piece.result.statistics.add(sample_case(9), {verify::Outcome::kKink, 1.0 / 3.0, ""});
  piece.result.statistics.add(sample_case(9), {verify::Outcome::kDisagree, 2.0, "no"});
  piece.result.failure = sample_failure("gradient", std::numeric_limits<std::uint64_t>::max());
  piece.seconds = 0.1 + 0.2;
  return piece;
}

void expect_same(const verify::Statistics& got, const verify::Statistics& expected) {
  EXPECT_EQ(to_json(got), to_json(expected));
}

TEST(VerifyRun, APieceComesHomeExactly) {
  const TimedPiece sent = sample_piece();
  const TimedPiece got = timed_piece_from_json(to_json_text(sent));
  EXPECT_EQ(got.seconds, sent.seconds);
  expect_same(got.result.statistics, sent.result.statistics);
  EXPECT_EQ(got.result.statistics.kinds, sent.result.statistics.kinds);
  EXPECT_EQ(got.result.statistics.ratios, sent.result.statistics.ratios);
  ASSERT_TRUE(got.result.failure.has_value());
  EXPECT_EQ(got.result.failure->suite, "gradient");
  EXPECT_EQ(got.result.failure->property, sent.result.failure->property);
  EXPECT_EQ(got.result.failure->smallest, sent.result.failure->smallest);
  EXPECT_EQ(got.result.failure->counterexample, sent.result.failure->counterexample);
}

TEST(VerifyRun, PiecesAreMergedBySuiteInTheirOrder) {
  VerifyPlan plan;
  plan.suites = {"gradient", "update"};
  plan.replayed = {"update/3.4.1.1.1.near-kink.0.5", "update/3.4.1.1.1.near-kink.0.6"};
  const std::vector<verify::Piece> pieces = {
      {"gradient", 0, 4}, {"gradient", 1, 4}, {"update", 0, 4}};
  std::vector<TimedPiece> results(5);
  results[0].result.failure = sample_failure("update", 5);
  results[2].result.statistics = sample_statistics(4, 0.25);
  results[2].result.failure = sample_failure("gradient", 1);
  results[2].seconds = 1.0;
  results[3].result.statistics = sample_statistics(2, 0.75);
  results[3].result.failure = sample_failure("gradient", 1);
  results[3].seconds = 2.0;
  results[4].result.statistics = sample_statistics(3, 0.5);
  results[4].result.failure = sample_failure("update", 5);
  VerifyReport report;
  add_results(plan, pieces, results, report);
  ASSERT_EQ(report.suites.size(), 2U);
  EXPECT_EQ(report.suites[0].name, "gradient");
  EXPECT_EQ(report.suites[0].statistics.cases, 6U);
  EXPECT_EQ(report.suites[0].statistics.worst_ratio, 0.75);
  EXPECT_EQ(report.suites[0].seconds, 3.0);
  EXPECT_EQ(report.suites[1].statistics.agree, 3U);
  ASSERT_EQ(report.replayed.size(), 2U);
  EXPECT_TRUE(report.replayed[0].failure.has_value());
  EXPECT_FALSE(report.replayed[1].failure.has_value());
  ASSERT_EQ(report.failures.size(), 2U) << "each once, the one that was known first";
  EXPECT_EQ(report.failures[0].token(), "update/3.4.1.1.1.near-kink.0.5");
  EXPECT_EQ(report.failures[1].token(), "gradient/3.4.1.1.1.near-kink.0.1");
}

TEST(VerifyRun, ReportsCarryThePropertiesOfTheirSuite) {
  const SuiteReport report = report_of_suite("gradient");
  EXPECT_EQ(report.properties.size(), verify::suite_named("gradient").properties.size());
  EXPECT_FALSE(report.properties.empty());
}

}  // namespace
}  // namespace eenet::experiments
