#include "verify/test_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <new>
#include <numeric>
#include <stdexcept>

namespace eenet::verify {
namespace {

TEST(TestRun, DealsEveryCaseInPiecesAndNoneToNobody) {
  std::vector<std::string> names;
  for (const Suite& suite : suites()) names.push_back(suite.name);
  for (const std::uint64_t cases : {1ULL, 10ULL, 10'000ULL, 123'456ULL}) {
    std::map<std::string, std::uint64_t> dealt;
    for (const Piece& piece : deal(names, cases)) {
      EXPECT_GE(piece.cases, 1U);
      EXPECT_LE(piece.cases, kCasesPerPiece);
      dealt[piece.suite] += piece.cases;
    }
    EXPECT_EQ(dealt.size(), names.size());
  }
  EXPECT_EQ(deal({"gradient"}, 2'500).size(), 3U);
  EXPECT_EQ(deal({"gradient"}, 2'500).back().cases, 500U);
}

TEST(TestRun, APieceIsTheSameEveryTime) {
  const Piece piece{"gradient", 3, 50};
  const PieceResult a = run_piece(piece, {.seed = 5});
  const PieceResult b = run_piece(piece, {.seed = 5});
  EXPECT_EQ(a.statistics.kinds, b.statistics.kinds);
  EXPECT_EQ(a.statistics.ratios, b.statistics.ratios);
  EXPECT_EQ(a.statistics.worst_ratio, b.statistics.worst_ratio);
  EXPECT_NE(a.statistics.ratios, run_piece(piece, {.seed = 6}).statistics.ratios);
}

// "No network is wider than three" fails, and shrinks to the smallest network that is.
TEST(TestRun, ShrinksAFailureToTheSmallestCase) {
  const Suite suite{
      "example", 1, {{"no network is wider than 3", [](const Case& one, Findings& findings) {
                        findings.require(one.width <= 3, "too wide");
                      }}}};
  const PieceResult result = run_suite_piece(suite, {"example", 0, 1000}, {.seed = 1});
  ASSERT_TRUE(result.failure.has_value());
  EXPECT_EQ(result.failure->token(), "example/2.4.1.1.1.ordinary.0.0");
  EXPECT_EQ(result.failure->counterexample, "too wide");
  EXPECT_EQ(result.statistics.disagree, 1U);
}

TEST(TestRun, AnExceptionIsAFailure) {
  const Suite suite{"example", 1, {{"nothing throws", [](const Case&, Findings&) {
                                      throw std::runtime_error("it did");
                                    }}}};
  const auto failure = check_case(suite, Case(), 0.0);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->counterexample, "threw: it did");
}

TEST(TestRun, ALackOfMemoryIsNoFailureOfAProperty) {
  const Suite suite{"example", 1, {{"nothing throws", [](const Case& one, Findings&) {
                                      if (one.width > 3) throw std::bad_alloc();
                                    }}}};
  EXPECT_THROW(run_suite_piece(suite, {"example", 0, 1000}, {.seed = 1}), std::bad_alloc);
}

TEST(TestRun, AddsUp) {
  Statistics sum;
  sum.add(run_piece({"gradient", 0, 40}, {.seed = 1}).statistics);
  sum.add(run_piece({"gradient", 1, 40}, {.seed = 1}).statistics);
  EXPECT_EQ(sum.cases, 80U);
  EXPECT_EQ(sum.agree + sum.kink + sum.disagree + sum.discarded + sum.inconclusive, sum.cases);
  EXPECT_EQ(std::accumulate(sum.ratios.begin(), sum.ratios.end(), std::uint64_t{0}), sum.cases);
}

TEST(TestRun, TokensAreReadBackAndOthersRefused) {
  const Failure failure{"gradient", "", draw_case(9), ""};
  const auto [suite, one] = parse_token(failure.token());
  EXPECT_EQ(suite, "gradient");
  EXPECT_EQ(one, failure.smallest);
  for (const char* token : {"", "gradient", "odd/2.1.1.1.1.ordinary.0.0", "gradient/2.1"}) {
    EXPECT_THROW(parse_token(token), std::invalid_argument) << token;
  }
}

TEST(Findings, KeepTheWorst) {
  Findings findings;
  findings.compare(1.0, 1.0, 0.0, [] { return "never"; });
  EXPECT_EQ(findings.worst().outcome, Outcome::kAgree);
  findings.compare(1.0, 1.5, 1.0, [] { return "never"; });
  EXPECT_EQ(findings.worst().ratio, 0.5);
  findings.compare(std::nan(""), 1.0, 1.0, [] { return "not a number"; });
  EXPECT_EQ(findings.worst().outcome, Outcome::kDisagree);
  EXPECT_EQ(findings.worst().detail, "not a number");
  EXPECT_TRUE(std::isnan(findings.worst().ratio));
}

}  // namespace
}  // namespace eenet::verify
