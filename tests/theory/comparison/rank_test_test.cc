#include "theory/comparison/rank_test.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <stdexcept>

#include "reference/rng.h"
#include "theory/regret/violations.h"

namespace eenet::theory {
namespace {

using Numbers = std::vector<double>;

TEST(RankTest, CountsTheWaysAsWorkedByHand) {
  const RankTest test = rank_test({3.0, 4.0}, {1.0, 2.0});
  EXPECT_TRUE(test.exact);
  EXPECT_DOUBLE_EQ(test.larger_p_value, 1.0 / 6.0);
  EXPECT_DOUBLE_EQ(test.smaller_p_value, 1.0);
  // Of {1, 1} against {1, 0}: ranks 3, 3 against 3, 1. Half of the six ways have both of the first
  // sample at rank 3.
  const RankTest tied = rank_test({1.0, 1.0}, {1.0, 0.0});
  EXPECT_DOUBLE_EQ(tied.larger_p_value, 0.5);
  EXPECT_DOUBLE_EQ(tied.smaller_p_value, 1.0);
}

TEST(RankTest, SaysNothingOfEqualNumbers) {
  const RankTest test = rank_test(Numbers(6, 2.5), Numbers(9, 2.5));
  EXPECT_NEAR(test.larger_p_value, 1.0, 1e-14);  // fifteen sums of products of rounded quotients
  EXPECT_NEAR(test.smaller_p_value, 1.0, 1e-14);
}

// Every way one by one, and its pairs compared instead of ranked.
RankTest by_all_ways(const Numbers& first, const Numbers& second) {
  Numbers all = first;
  all.insert(all.end(), second.begin(), second.end());
  const auto wins = [&all](std::uint32_t chosen) {
    double count = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < all.size(); ++j) {
        if ((chosen >> i & 1U) == 0 || (chosen >> j & 1U) != 0) continue;
        count += all[i] > all[j] ? 1.0 : all[i] == all[j] ? 0.5 : 0.0;
      }
    }
    return count;
  };
  const double observed = wins((1U << first.size()) - 1U);
  RankTest test = {0.0, 0.0, true};
  double ways = 0.0;
  for (std::uint32_t chosen = 0; chosen < 1U << all.size(); ++chosen) {
    if (std::popcount(chosen) != static_cast<int>(first.size())) continue;
    ++ways;
    if (wins(chosen) >= observed) ++test.larger_p_value;
    if (wins(chosen) <= observed) ++test.smaller_p_value;
  }
  return {test.larger_p_value / ways, test.smaller_p_value / ways, true};
}

Numbers drawn(Rng& rng, std::uint64_t count, std::uint64_t values) {
  Numbers numbers(count);
  for (double& x : numbers) x = static_cast<double>(rng.below(values));
  return numbers;
}

TEST(RankTest, IsTheShareOfAllWays) {
  Rng rng(3, "tests/rank test");
  for (int i = 0; i < 60; ++i) {
    const Numbers first = drawn(rng, 1 + rng.below(5), 1 + rng.below(6));
    const Numbers second = drawn(rng, 1 + rng.below(5), 1 + rng.below(6));
    const RankTest test = rank_test(first, second);
    const RankTest expected = by_all_ways(first, second);
    EXPECT_NEAR(test.larger_p_value, expected.larger_p_value, 1e-14);
    EXPECT_NEAR(test.smaller_p_value, expected.smaller_p_value, 1e-14);
  }
}

TEST(RankTest, DrawsWaysWhereThereAreTooMany) {
  Rng rng(4, "tests/rank test");
  const Numbers first = drawn(rng, 12, 40);
  const Numbers second = drawn(rng, 15, 40);
  const RankTest exact = rank_test(first, second);
  const RankTest sampled = rank_test(first, second, 1, 0.0);
  EXPECT_FALSE(sampled.exact);
  const double p = exact.larger_p_value;
  const double deviation = std::sqrt(p * (1.0 - p) / static_cast<double>(kDealings));
  EXPECT_NEAR(sampled.larger_p_value, p, 6.0 * deviation);  // one in 5e8 is further away
  EXPECT_GT(rank_test(Numbers(60, 1.0), Numbers(60, 0.0), 1, 0.0).larger_p_value, 0.0);
}

// Heaps, as two-arms has them: a share of runs loses nothing, the others T/2.
TEST(RankTest, RaisesFalseAlarmsAsOftenAsItSaysAlsoOnHeaps) {
  Rng rng(5, "tests/rank test");
  constexpr std::uint64_t kExperiments = 1500;
  constexpr double kLevel = 0.05;
  std::uint64_t larger = 0;
  std::uint64_t smaller = 0;
  for (std::uint64_t i = 0; i < kExperiments; ++i) {
    const auto heaps = [&rng](std::uint64_t count) {
      Numbers runs(count);
      for (double& x : runs) x = rng.uniform() < 0.43 ? 500.0 : rng.uniform() < 0.5 ? 0.0 : 1.0;
      return runs;
    };
    const RankTest test = rank_test(heaps(12), heaps(15));
    larger += test.larger_p_value <= kLevel ? 1 : 0;
    smaller += test.smaller_p_value <= kLevel ? 1 : 0;
  }
  EXPECT_GE(excess_p_value(larger, kExperiments, kLevel), 1e-9);
  EXPECT_GE(excess_p_value(smaller, kExperiments, kLevel), 1e-9);
}

TEST(RankTest, ApproximatesForPower) {
  Rng rng(6, "tests/rank test");
  const Numbers first = drawn(rng, 30, 100);
  const Numbers second = drawn(rng, 30, 100);
  const RankTest exact = rank_test(first, second);
  const RankTest approximate = approximate_rank_test(first, second);
  EXPECT_NEAR(approximate.larger_p_value, exact.larger_p_value, 0.01);
  EXPECT_NEAR(approximate.smaller_p_value, exact.smaller_p_value, 0.01);
  EXPECT_EQ(approximate_rank_test({1.0}, {1.0}).larger_p_value, 1.0);
}

TEST(RankTest, RefusesWhatHasNoOrder) {
  EXPECT_THROW(rank_test({}, {1.0}), std::invalid_argument);
  EXPECT_THROW(rank_test({1.0}, {std::nan("")}), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
