// Draws of a statement "with probability 1 - delta": how many, and what a failing one changes.
#include "verify/claims/high_probability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace eenet::verify {
namespace {

Context with_share(double false_alarm, Effort effort = Effort::kQuick) {
  Context context;
  context.false_alarm = false_alarm;
  context.effort = effort;
  return context;
}

Draws all_hold_but(std::uint64_t failing, std::uint64_t open, const Context& context) {
  Draws draws(number_of_draws(context), Answer::kYes);
  for (std::uint64_t i = 0; i < failing; ++i) draws[i] = Answer::kNo;
  for (std::uint64_t i = 0; i < open; ++i) draws[draws.size() - 1 - i] = Answer::kUnknown;
  return draws;
}

TEST(Draws, AreAsManyAsShowItAndNoMore) {
  for (const Effort effort : {Effort::kQuick, Effort::kFull}) {
    const Context context = with_share(3e-4, effort);
    // If a draw fails with probability delta, none of n fails with probability (1 - delta)^n.
    const double none =
        std::pow(1.0 - draws_delta(context), static_cast<double>(number_of_draws(context)));
    EXPECT_LE(none, 1.5e-4);
    EXPECT_GT(none / (1.0 - draws_delta(context)), 1.5e-4);
  }
  EXPECT_GT(number_of_draws(with_share(1e-5)), number_of_draws(with_share(1e-3)));
  EXPECT_THROW((void)number_of_draws(with_share(0.0)), std::invalid_argument);
}

TEST(Draws, HaveSeedsOfTheirOwn) {
  const Context context = with_share(1e-3);
  std::set<std::uint64_t> seeds;
  const Draws draws = draws_of(context, [&seeds](std::uint64_t seed) {
    seeds.insert(seed);
    return Answer::kYes;
  });
  EXPECT_EQ(draws.size(), number_of_draws(context));
  EXPECT_EQ(seeds.size(), draws.size());
}

TEST(Draws, ShowAStatementOnlyIfHardlyOneFails) {
  const Context context = with_share(1e-3);
  const auto status = [&context](std::uint64_t failing, std::uint64_t open) {
    return judge_draws(all_hold_but(failing, open, context), context).finding("").status;
  };
  const std::uint64_t draws = number_of_draws(context);
  EXPECT_EQ(status(0, 0), Status::kHolds);
  EXPECT_EQ(status(1, 0), Status::kInconclusive);
  EXPECT_EQ(status(0, 1), Status::kInconclusive) << "an open draw may have failed";
  EXPECT_EQ(status(draws, 0), Status::kContradicted);
  EXPECT_EQ(status(0, draws), Status::kInconclusive);
  EXPECT_EQ(status(draws / 4, 0), Status::kInconclusive) << "about delta";
}

TEST(Draws, SayHowManyFailed) {
  const Context context = with_share(1e-3);
  EXPECT_THAT(text_of(all_hold_but(2, 0, context), context), testing::StartsWith("2 of "));
  EXPECT_THAT(text_of(all_hold_but(2, 3, context), context), testing::HasSubstr("3 are open"));
  const Verdict verdict = judge_draws(all_hold_but(1, 1, context), context).finding("");
  EXPECT_EQ(verdict.seeds, number_of_draws(context));
  EXPECT_EQ(verdict.bound.value().value, 0.25);
  EXPECT_TRUE(verdict.p_value.has_value());
  EXPECT_THAT(verdict.decides, testing::HasSubstr("closer ends"));
}

}  // namespace
}  // namespace eenet::verify
