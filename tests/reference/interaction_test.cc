#include "reference/interaction.h"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/floating_point.h"
#include "reference/registry.h"

namespace eenet {
namespace {

struct Pairing {
  std::unique_ptr<Environment> environment;
  std::unique_ptr<Policy> policy;

  Pairing(const std::string& environment_spec, const std::string& policy_spec,
          std::uint64_t seed = 1)
      : environment(make_environment(Spec::parse(environment_spec), {seed, false, {}})),
        policy(make_policy(Spec::parse(policy_spec), *environment, {seed, {}})) {}

  [[nodiscard]] RunOutcome play(std::uint64_t rounds, const RoundObserver& observer = {}) const {
    return eenet::play(*environment, *policy, rounds, observer);
  }
};

TEST(Play, LeavesNoScoresOfAnotherPolicyInAChoice) {
  const auto contexts = Eigen::MatrixXd::Identity(2, 2);
  Choice choice;
  const auto choose = [&](const std::string& method) {
    Pairing("two-arms", method).policy->choose(1, contexts, choice);
  };
  for (const std::string method : {"random", "optimal"}) {
    choose("eenet:width=2");
    ASSERT_EQ(choice.exploitation_scores.size(), 2);
    choose(method);
    EXPECT_EQ(choice.exploitation_scores.size(), 0) << method;
    EXPECT_EQ(choice.exploration_scores.size(), 0) << method;
    EXPECT_EQ(choice.gradient_features.size(), 0) << method;
  }
  choose("eenet:width=2");
  choose("greedy:width=2");
  EXPECT_EQ(choice.exploitation_scores.size(), 2);
  EXPECT_EQ(choice.exploration_scores.size(), 0);
  EXPECT_EQ(choice.gradient_features.size(), 0);
}

TEST(Play, ChargesOptimalNothingAndRandomAboutTheUniformRegret) {
  const RunOutcome optimal = Pairing("linear", "optimal").play(500);
  EXPECT_EQ(optimal.regret.pseudo, 0.0);
  EXPECT_EQ(optimal.regret.realized, 0.0);
  const RunOutcome random = Pairing("linear", "random").play(500);
  // Hoeffding for 500 independent losses in [0, 1] at 1e-6.
  const double allowed = std::sqrt(500.0 * std::log(2.0 / 1e-6) / 2.0);
  EXPECT_LE(std::abs(random.regret.pseudo - random.regret.uniform), allowed);
}

TEST(Play, AddsRegretRoundByRoundAndNeverTakesAnyBack) {
  double before = 0.0;
  double sum = 0.0;
  const RunOutcome outcome =
      Pairing("cosine:noise=bernoulli", "eenet:width=8").play(200, [&](const PlayedRound& played) {
        const double lost = played.round.expected_rewards.maxCoeff() -
                            played.round.expected_rewards[played.choice.arm];
        sum += lost;
        EXPECT_EQ(played.regret.pseudo, sum);
        EXPECT_GE(played.regret.pseudo, before);
        before = played.regret.pseudo;
        return true;
      });
  EXPECT_EQ(outcome.regret.pseudo, sum);
}

TEST(Play, StopsWhenItsObserverHasSeenEnough) {
  const RunOutcome outcome =
      Pairing("linear", "random").play(100, [](const PlayedRound& played) { return played.t < 7; });
  EXPECT_EQ(outcome.rounds, 7U);
}

TEST(Play, EndsAtTheRoundWhoseScoresAreNoNumbersAnyMore) {
  std::uint64_t told = 0;
  const RunOutcome outcome =
      Pairing("linear", "eenet:eta1=50").play(1000, [&](const PlayedRound& played) {
        told = played.t;
        return true;
      });
  EXPECT_EQ(outcome.status, RunStatus::kDiverged);
  EXPECT_LT(outcome.rounds, 1000U);
  EXPECT_EQ(outcome.rounds, told);
}

TEST(Play, NoticesParametersThatDivergeInTheLastRound) {
  const std::uint64_t last = Pairing("linear", "eenet:eta1=50").play(1000).rounds;
  EXPECT_EQ(Pairing("linear", "eenet:eta1=50").play(last).status, RunStatus::kDiverged);
}

TEST(Play, HasAnotherDigestForAnotherSeedRateOrEnvironment) {
  const std::uint64_t digest = Pairing("linear", "eenet:width=8").play(20).digest.value();
  EXPECT_EQ(digest, Pairing("linear", "eenet:width=8").play(20).digest.value());
  EXPECT_NE(digest, Pairing("linear", "eenet:width=8", 2).play(20).digest.value());
  EXPECT_NE(digest, Pairing("linear", "eenet:width=8,eta2=0.11").play(20).digest.value());
  EXPECT_NE(digest, Pairing("cosine", "eenet:width=8").play(20).digest.value());
}

TEST(Play, ChecksParametersIntoTheDigestAtPowersOfTwoAndTheLastRound) {
  std::vector<std::uint64_t> rounds;
  for (std::uint64_t t = 1; t <= 20; ++t) {
    if (is_checkpoint(t, 20)) rounds.push_back(t);
  }
  EXPECT_EQ(rounds, (std::vector<std::uint64_t>{1, 2, 4, 8, 16, 20}));
}

// An environment of somebody else's that breaks a rule.
class Broken final : public Environment {
 public:
  explicit Broken(Round round) : round_(std::move(round)) {}
  [[nodiscard]] Eigen::Index dim() const override { return 2; }
  [[nodiscard]] Eigen::Index arms() const override { return 1; }
  void observe(std::uint64_t /*t*/, Round& round) const override { round = round_; }

 private:
  Round round_;
};

TEST(Play, RefusesRoundsThatBreakTheAssumptions) {
  const Eigen::VectorXd half = Eigen::VectorXd::Constant(1, 0.5);
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(2, 1);
  const std::vector<Round> bad = {{Eigen::MatrixXd(2, 0), Eigen::VectorXd(0), Eigen::VectorXd(0)},
                                  {Eigen::MatrixXd::Identity(3, 1), half, half},
                                  {2.0 * unit, half, half},
                                  {Eigen::MatrixXd::Constant(2, 1, kNaN), half, half},
                                  {unit, half, Eigen::VectorXd::Constant(1, 1.5)},
                                  {unit, Eigen::VectorXd::Constant(1, -0.5), half},
                                  {unit, half, Eigen::VectorXd::Constant(1, kNaN)},
                                  {unit, half, Eigen::VectorXd::Constant(2, 0.5)}};
  for (const Round& round : bad) {
    const Broken environment(round);
    const auto policy = make_policy(Spec::parse("random"), environment, {});
    EXPECT_THROW(play(environment, *policy, 1), std::invalid_argument);
  }
  const Broken sound({unit, half, half});
  const auto policy = make_policy(Spec::parse("random"), sound, {});
  EXPECT_NO_THROW(play(sound, *policy, 1));
  EXPECT_THROW(play(sound, *policy, 0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet
