#include "theory/regret/violations.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "reference/rng.h"

namespace eenet::theory {
namespace {

// P(X >= count) for a binomial X, term by term.
long double tail_from(std::uint64_t count, std::uint64_t trials, long double p) {
  long double sum = 0.0L;
  for (std::uint64_t k = count; k <= trials; ++k) {
    const auto n = static_cast<long double>(trials);
    const auto i = static_cast<long double>(k);
    sum += std::exp(std::lgamma(n + 1.0L) - std::lgamma(i + 1.0L) - std::lgamma(n - i + 1.0L) +
                    i * std::log(p) + (n - i) * std::log1p(-p));
  }
  return sum;
}

double shortened(long double x) {
  return static_cast<double>(x);
}

TEST(EventProbability, EndsWhereTheTailsAreHalfOfTheRest) {
  for (const std::uint64_t count : {1U, 7U, 20U, 39U}) {
    const Measured p = event_probability(count, 40, 0.98);
    EXPECT_NEAR(shortened(tail_from(count, 40, p.lower)), 0.01, 1e-12);
    EXPECT_NEAR(shortened(1.0L - tail_from(count + 1, 40, p.upper)), 0.01, 1e-12);
    EXPECT_EQ(p.value, static_cast<double>(count) / 40.0);
    EXPECT_EQ(p.level, 0.98);
  }
}

TEST(EventProbability, NeverCannotBeExcludedFromNothing) {
  EXPECT_EQ(event_probability(0, 20, 0.99).lower, 0.0);
  EXPECT_DOUBLE_EQ(event_probability(0, 20, 0.99).upper, 1.0 - std::pow(0.005, 1.0 / 20.0));
  EXPECT_EQ(event_probability(20, 20, 0.99).upper, 1.0);
  EXPECT_THROW(event_probability(3, 2, 0.99), std::invalid_argument);
  EXPECT_THROW(event_probability(0, 0, 0.99), std::invalid_argument);
  EXPECT_THROW(event_probability(0, 1, 1.0), std::invalid_argument);
}

TEST(EventProbability, CoversAsOftenAsItSays) {
  Rng rng(5, "tests/violations");
  int missed = 0;
  constexpr int kRepetitions = 2000;
  for (int i = 0; i < kRepetitions; ++i) {
    std::uint64_t count = 0;
    for (int trial = 0; trial < 30; ++trial) count += rng.uniform() < 0.1 ? 1U : 0U;
    const Measured p = event_probability(count, 30, 0.9);
    missed += p.lower <= 0.1 && 0.1 <= p.upper ? 0 : 1;
  }
  // At most 10% by construction; 1e-9 may go wrong.
  EXPECT_GE(tail_from(static_cast<std::uint64_t>(missed), kRepetitions, 0.1L), 1e-9L);
}

TEST(ExcessPValue, IsTheTail) {
  EXPECT_DOUBLE_EQ(excess_p_value(9, 20, 0.1),
                   shortened(tail_from(9, 20, static_cast<long double>(0.1))));
  EXPECT_EQ(excess_p_value(0, 20, 0.1), 1.0);
}

std::vector<Measured> curve(std::initializer_list<double> numbers) {
  std::vector<Measured> all;
  for (const double number : numbers) all.push_back(Measured::exact(number));
  return all;
}

TEST(Promise, IsBrokenByASeedAtAnyRound) {
  const std::vector<Measured> bound = curve({5.0, 6.0, 7.0});
  EXPECT_EQ(is_at_most_everywhere(curve({1.0, 6.0, 7.0}), bound), Answer::kYes);
  EXPECT_EQ(is_at_most_everywhere(curve({1.0, 6.5, 6.5}), bound), Answer::kNo);
  std::vector<Measured> open = bound;
  open[1] = Measured::certified_between(6.0, 5.0, 8.0);
  EXPECT_EQ(is_at_most_everywhere(curve({1.0, 6.0, 6.5}), open), Answer::kUnknown);
  EXPECT_EQ(is_at_most_everywhere(curve({1.0, 6.0, 7.5}), open), Answer::kNo);
  EXPECT_THROW(is_at_most_everywhere(curve({1.0}), bound), std::invalid_argument);
}

// Two arms: 9 of 20 seeds violate a bound that should hold for 9 of 10.
TEST(Promise, OfNineInTenIsBrokenByNineOfTwenty) {
  std::vector<std::vector<Measured>> regrets(20, curve({0.0}));
  for (std::size_t seed = 0; seed < 9; ++seed) regrets[seed] = curve({1000.0});
  const std::vector<std::vector<Measured>> bounds(20, curve({500.0}));
  const PromiseReport report = judge_promise(regrets, bounds, 0.1, 0.99);
  EXPECT_EQ(report.violations, 9U);
  EXPECT_EQ(report.kept, Answer::kNo);
  EXPECT_LT(report.p_value, 1e-4);
  EXPECT_EQ(judge_promise(regrets, bounds, 0.9, 0.99).kept, Answer::kYes);
  EXPECT_EQ(judge_promise(regrets, bounds, 0.4, 0.99).kept, Answer::kUnknown);
}

TEST(Promise, NeedsManySeedsToBeKept) {
  const auto kept = [](std::size_t seeds) {
    return judge_promise(std::vector<std::vector<Measured>>(seeds, curve({0.0})),
                         std::vector<std::vector<Measured>>(seeds, curve({500.0})), 0.1, 0.99)
        .kept;
  };
  EXPECT_EQ(kept(20), Answer::kUnknown);
  EXPECT_EQ(kept(50), Answer::kUnknown);
  EXPECT_EQ(kept(51), Answer::kYes);  // 1 - 0.005^(1/51) is just below 0.1
}

TEST(Promise, IsNotKeptByEndsThatLeaveItOpen) {
  const std::vector<std::vector<Measured>> regrets(60, curve({10.0}));
  const std::vector<std::vector<Measured>> bounds(60,
                                                  {Measured::certified_between(20.0, 5.0, 50.0)});
  const PromiseReport report = judge_promise(regrets, bounds, 0.1, 0.99);
  EXPECT_EQ(report.violations, 0U);
  EXPECT_EQ(report.possible_violations, 60U);
  EXPECT_EQ(report.kept, Answer::kUnknown);
}

}  // namespace
}  // namespace eenet::theory
