#include "reference/environment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "reference/elementary.h"
#include "reference/environments/contexts.h"
#include "reference/mlp.h"
#include "reference/operations/operations.h"
#include "reference/registry.h"

namespace eenet {
namespace {

std::unique_ptr<Environment> make(const std::string& spec, std::uint64_t seed = 3) {
  return make_environment(Spec::parse(spec), {seed, false, {}});
}

Round round_of(const Environment& environment, std::uint64_t t) {
  Round round;
  environment.observe(t, round);
  return round;
}

// The vector a of the ridge environments.
Eigen::VectorXd direction(Eigen::Index dim, std::uint64_t seed = 3) {
  Eigen::VectorXd a(dim);
  Rng rng(seed, stream::kEnvironment);
  draw_unit_vector(rng, a);
  return a;
}

class EveryEnvironment : public testing::TestWithParam<const char*> {};

TEST_P(EveryEnvironment, GivesValidRoundsWithEveryNoise) {
  for (const char* noise : {"none", "bernoulli", "bounded"}) {
    Spec spec = Spec::parse(GetParam());
    spec.given["noise"] = noise;
    const auto environment = make_environment(spec, {3, false, {}});
    for (std::uint64_t t = 1; t <= 50; ++t) {
      EXPECT_NO_THROW(require_valid_round(*environment, t, round_of(*environment, t)));
    }
  }
}

TEST_P(EveryEnvironment, IsAPureFunctionOfSeedAndRound) {
  const auto one = make(GetParam());
  const auto two = make(GetParam());
  round_of(*two, 9);  // what was asked before does not matter
  const Round a = round_of(*one, 5);
  const Round b = round_of(*two, 5);
  EXPECT_EQ(a.contexts, b.contexts);
  EXPECT_EQ(a.expected_rewards, b.expected_rewards);
  EXPECT_EQ(a.rewards, b.rewards);
}

TEST_P(EveryEnvironment, KeepsContextsAndExpectedRewardsWhateverTheNoise) {
  Spec spec = Spec::parse(GetParam());
  spec.given["noise"] = "bernoulli";
  const Round quiet = round_of(*make(GetParam()), 4);
  const Round noisy = round_of(*make_environment(spec, {3, false, {}}), 4);
  EXPECT_EQ(quiet.contexts, noisy.contexts);
  EXPECT_EQ(quiet.expected_rewards, noisy.expected_rewards);
}

INSTANTIATE_TEST_SUITE_P(Environments, EveryEnvironment,
                         testing::Values("linear", "quadratic", "cosine", "teacher",
                                         "linear:contexts=blocks", "teacher:depth=3,width=5",
                                         "two-arms", "duplicates:pairs=3",
                                         "near-duplicates:gap=0.4", "antipodal",
                                         "linear:dim=1,arms=1"));

TEST(RidgeEnvironments, FollowTheirFormulas) {
  const Eigen::VectorXd a = direction(20);
  const std::map<std::string, double (*)(double)> formulas = {
      {"linear", [](double u) { return (1.0 + u) / 2.0; }},
      {"quadratic", [](double u) { return u * u; }},
      {"cosine", [](double u) { return (1.0 + cosine(3.0 * u)) / 2.0; }}};
  for (const auto& [name, formula] : formulas) {
    const Round round = round_of(*make(name), 2);
    for (Eigen::Index i = 0; i < 10; ++i) {
      EXPECT_EQ(round.expected_rewards[i], formula(dot(a, round.contexts.col(i)))) << name;
    }
  }
}

TEST(Teacher, IsARandomNetworkStretchedAndCut) {
  const auto environment = make("teacher");
  Rng rng(3, stream::kEnvironment);
  const Mlp net = Mlp::initialised({20, 32, 2}, rng);
  for (std::uint64_t t = 1; t <= 50; ++t) {
    const Round round = round_of(*environment, t);
    for (Eigen::Index i = 0; i < 10; ++i) {
      const double stretched = 0.5 + std::sqrt(32.0) / 4.0 * net(round.contexts.col(i));
      EXPECT_EQ(round.expected_rewards[i], std::clamp(stretched, 0.0, 1.0));
    }
  }
}

TEST(Blocks, PutOneVectorIntoEachArmsOwnBlock) {
  const Round round = round_of(*make("linear:dim=6,arms=3,contexts=blocks"), 1);
  for (Eigen::Index i = 0; i < 3; ++i) {
    for (Eigen::Index k = 0; k < 6; ++k) {
      EXPECT_EQ(round.contexts(k, i), k / 2 == i ? round.contexts(k % 2, 0) : 0.0);
    }
  }
  EXPECT_THROW(make("linear:dim=7,arms=3,contexts=blocks"), std::invalid_argument);
}

// Hoeffding: the mean of N rewards in [0, 1] misses h by more than sqrt(ln(2/alpha) / (2N)) with
// probability at most alpha = 1e-6.
TEST(Noise, HasTheExpectedRewardAsItsMean) {
  constexpr int kRounds = 20000;
  const double allowed = std::sqrt(std::log(2.0 / 1e-6) / (2.0 * kRounds));
  for (const char* noise : {"bernoulli", "bounded"}) {
    const auto environment = make(std::string("two-arms:low=0.3,high=0.95,noise=") + noise);
    double low = 0.0;
    double high = 0.0;
    for (std::uint64_t t = 1; t <= kRounds; ++t) {
      const Round round = round_of(*environment, t);
      low += round.rewards[0];
      high += round.rewards[1];
    }
    EXPECT_LE(std::abs(low / kRounds - 0.3), allowed) << noise;
    EXPECT_LE(std::abs(high / kRounds - 0.95), allowed) << noise;
  }
}

TEST(BoundedNoise, StaysWithinItsAmplitude) {
  const auto environment = make("two-arms:low=0.5,high=0.97,noise=bounded,amplitude=0.1");
  constexpr double kRounding = 0x1p-53;  // half of it the last sum's, the rest 1 - h's
  for (std::uint64_t t = 1; t <= 1000; ++t) {
    const Round round = round_of(*environment, t);
    EXPECT_LE(std::abs(round.rewards[0] - 0.5), 0.1 + kRounding);
    EXPECT_LE(std::abs(round.rewards[1] - 0.97), 0.03 + kRounding);
  }
}

TEST(TwoArms, AreOrthogonalAndFixed) {
  const Round round = round_of(*make("two-arms"), 77);
  EXPECT_EQ(round.contexts, Eigen::MatrixXd::Identity(2, 2));
  EXPECT_EQ(round.expected_rewards, (Eigen::VectorXd(2) << 0.5, 1.0).finished());
}

TEST(Duplicates, PayOneOfTwoIdenticalArms) {
  const auto environment = make("duplicates:dim=4,pairs=2");
  int first_pays = 0;
  for (std::uint64_t t = 1; t <= 100; ++t) {
    const Round round = round_of(*environment, t);
    for (Eigen::Index pair = 0; pair < 2; ++pair) {
      EXPECT_EQ(round.contexts.col(2 * pair), round.contexts.col(2 * pair + 1));
      EXPECT_EQ(round.rewards[2 * pair] + round.rewards[2 * pair + 1], 1.0);
      first_pays += round.rewards[2 * pair] == 1.0 ? 1 : 0;
    }
  }
  // 200 fair coins: outside 65..135 with probability below 1e-6.
  EXPECT_GT(first_pays, 65);
  EXPECT_LT(first_pays, 135);
}

TEST(NearDuplicates, LieOnAnArcOfTheGivenAngle) {
  const auto environment = make("near-duplicates:angle=0.001,gap=0.2");
  for (std::uint64_t t = 1; t <= 20; ++t) {
    const Round round = round_of(*environment, t);
    for (Eigen::Index i = 0; i < 10; ++i) {
      const double angle = round.contexts(1, i);  // its sine, which is no larger
      EXPECT_GE(angle, 0.0);
      EXPECT_LE(angle, 0.001);
      EXPECT_EQ(round.expected_rewards[i], angle < 0.0005 ? 0.9 : 0.9 - 0.2);
    }
  }
  EXPECT_THROW(make("near-duplicates:gap=0.95"), std::invalid_argument);
}

TEST(Antipodal, HasEveryContextAndItsNegative) {
  const Round round = round_of(*make("antipodal"), 1);
  ASSERT_EQ(round.contexts.cols(), 8);
  for (Eigen::Index pair = 0; pair < 4; ++pair) {
    EXPECT_EQ(round.contexts.col(2 * pair), -round.contexts.col(2 * pair + 1));
  }
  EXPECT_EQ(round.contexts, round_of(*make("antipodal"), 9).contexts);
}

}  // namespace
}  // namespace eenet
