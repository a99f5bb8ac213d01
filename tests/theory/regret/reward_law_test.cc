#include "theory/regret/reward_law.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "reference/environments/noise.h"
#include "reference/registry.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {
namespace {

RewardLaw law_of(const std::string& environment) {
  return RewardLaw::of(complete_environment_spec(Spec::parse(environment)));
}

void expect_around(const Interval& got, double expected) {
  EXPECT_LE(got.lower, expected);
  EXPECT_GE(got.upper, expected);
  EXPECT_LE(got.upper - got.lower, 16.0 * 0x1p-52);  // eight operations on numbers below 2
}

TEST(RewardLaw, IsReadFromTheEnvironment) {
  EXPECT_EQ(law_of("linear").noise, RewardNoise::kNone);
  EXPECT_EQ(law_of("two-arms:noise=bernoulli").noise, RewardNoise::kBernoulli);
  const RewardLaw bounded = law_of("cosine:noise=bounded,amplitude=0.25");
  EXPECT_EQ(bounded.noise, RewardNoise::kBounded);
  EXPECT_EQ(bounded.amplitude, 0.25);
  EXPECT_EQ(RewardLaw::of(Spec{"arrays", {}}).noise, RewardNoise::kNone);
  EXPECT_THROW(RewardLaw::of(Spec{"linear", {{"noise", "loud"}}}), std::invalid_argument);
}

TEST(RewardLaw, ExpectsErrorsAsWorkedByHand) {
  expect_around(law_of("linear").expected_error(exactly(0.25), 0.75), 0.5);
  // 1 with probability 3/4, else 0: 3/4 * 3/4 + 1/4 * 1/4.
  const RewardLaw coin = law_of("linear:noise=bernoulli");
  expect_around(coin.expected_error(exactly(0.25), 0.75), 0.625);
  expect_around(coin.expected_error(exactly(0.5), 0.5), 0.5);  // 2 h (1 - h), erratum E-17
  expect_around(coin.expected_error(exactly(-1.0), 0.5), 1.5);
  // Uniform on [0.25, 0.75]: half the reach at the mean, the distance outside.
  const RewardLaw uniform = law_of("linear:noise=bounded,amplitude=0.25");
  expect_around(uniform.expected_error(exactly(0.5), 0.5), 0.125);
  expect_around(uniform.expected_error(exactly(1.0), 0.5), 0.5);
  expect_around(uniform.expected_error(exactly(0.625), 0.5), (0.125 * 0.125 + 0.0625) / 0.5);
  // The reach shrinks where rewards would leave [0, 1].
  expect_around(uniform.expected_error(exactly(0.125), 0.125), 0.0625);
  expect_around(uniform.expected_error(exactly(0.5), 1.0), 0.5);
}

TEST(RewardLaw, CoversEveryPredictionBetweenTheEnds) {
  for (const char* environment :
       {"linear", "linear:noise=bernoulli", "linear:noise=bounded,amplitude=0.3"}) {
    const RewardLaw law = law_of(environment);
    const Interval wide = law.expected_error({0.2, 0.7}, 0.6);
    for (const double prediction : {0.2, 0.4, 0.6, 0.7}) {
      const Interval one = law.expected_error(exactly(prediction), 0.6);
      EXPECT_LE(wide.lower, one.upper) << environment;
      EXPECT_GE(wide.upper, one.lower) << environment;
    }
  }
}

// The law against the rewards that environments draw.
TEST(RewardLaw, IsThatOfTheNoise) {
  constexpr int kDraws = 20000;
  for (const char* environment : {"linear:noise=bernoulli", "linear:noise=bounded,amplitude=0.3"}) {
    const Spec spec = complete_environment_spec(Spec::parse(environment));
    const RewardLaw law = RewardLaw::of(spec);
    const Noise noise(Settings("noise", Noise::keys(), [&] {
      std::map<std::string, std::string> own;
      for (const Key& key : Noise::keys()) {
        const auto found = spec.given.find(key.name);
        if (found != spec.given.end()) own.insert(*found);
      }
      return own;
    }()));
    Rng rng(7, "tests/reward-law");
    Round round;
    round.expected_rewards = Eigen::VectorXd::Constant(kDraws, 0.6);
    noise.draw(rng, round);
    const double prediction = 0.5;
    double sum = 0.0;
    for (const double reward : round.rewards) sum += std::abs(prediction - reward);
    // Hoeffding: the errors lie in an interval of length 1, and 1e-9 may go wrong.
    const double reach = std::sqrt(std::log(2e9) / (2.0 * kDraws));
    EXPECT_NEAR(sum / kDraws, law.expected_error(exactly(prediction), 0.6).lower, reach);
  }
}

}  // namespace
}  // namespace eenet::theory
