#include "reference/interaction.h"

#include "reference/floating_point.h"
#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

namespace {

void add_to_regret(const Round& round, Eigen::Index played, Regret& regret) {
  const Eigen::Index best = index_of_largest(round.expected_rewards);
  const double largest = round.expected_rewards[best];
  regret.pseudo += largest - round.expected_rewards[played];
  regret.realized += round.rewards[best] - round.rewards[played];
  double lost = 0.0;
  for (Eigen::Index i = 0; i < round.expected_rewards.size(); ++i) {
    lost += largest - round.expected_rewards[i];
  }
  regret.uniform += lost / static_cast<double>(round.expected_rewards.size());
}

void add_to_digest(const Round& round, const Choice& choice, double reward,
                   const std::optional<double>& label, Digest& digest) {
  for (Eigen::Index i = 0; i < round.contexts.cols(); ++i) digest.add(round.contexts.col(i));
  digest.add(choice.exploitation_scores);
  digest.add(choice.exploration_scores);
  digest.add(static_cast<std::uint64_t>(choice.arm));
  digest.add(reward);
  if (label) digest.add(*label);
}

}  // namespace

bool is_checkpoint(std::uint64_t t, std::uint64_t last) {
  return t == last || (t & (t - 1)) == 0;
}

RunOutcome play(const Environment& environment, Policy& policy, std::uint64_t rounds,
                const RoundObserver& observer) {
  EENET_REQUIRE(rounds >= 1 && rounds <= environment.rounds_available(), "play: ", rounds,
                " rounds were asked for, the environment has ", environment.rounds_available());
  require_ieee_arithmetic();
  RunOutcome outcome;
  Round round;
  Choice choice;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    environment.observe(t, round);
    require_valid_round(environment, t, round);
    policy.choose(t, round.contexts, choice);
    if (!all_finite(choice.exploitation_scores) || !all_finite(choice.exploration_scores)) {
      outcome.status = RunStatus::kDiverged;
      break;
    }
    const double reward = round.rewards[choice.arm];
    const std::optional<double> label = policy.learn(reward);
    outcome.rounds = t;
    add_to_regret(round, choice.arm, outcome.regret);
    add_to_digest(round, choice, reward, label, outcome.digest);
    if (is_checkpoint(t, rounds)) {
      for (const Eigen::VectorXd& theta : policy.parameters()) outcome.digest.add(theta);
    }
    if (observer && !observer({t, round, choice, reward, label, outcome.regret, outcome.digest})) {
      break;
    }
  }
  outcome.parameters = policy.parameters();
  for (const Eigen::VectorXd& theta : outcome.parameters) {
    if (!all_finite(theta)) outcome.status = RunStatus::kDiverged;
  }
  return outcome;
}

}  // namespace eenet
