#include "verify/claims/counterfactual.h"

#include <cmath>

#include "reference/operations/operations.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "verify/claims/runs.h"

namespace eenet::verify {

std::vector<ProofRound> proof_rounds(const std::string& environment, const std::string& method,
                                     std::uint64_t rounds, std::uint64_t seed) {
  const Spec spec = complete_environment_spec(Spec::parse(environment));
  const std::string noise = spec.given.at("noise");
  EENET_REQUIRE(noise == "none" || noise == "bernoulli", "proof_rounds: noise=", noise,
                ", expected none or bernoulli");
  const bool bernoulli = noise == "bernoulli";
  const auto expected_error = [bernoulli](double f, double h) {
    return bernoulli ? h * std::abs(f - 1.0) + (1.0 - h) * std::abs(f) : std::abs(f - h);
  };
  const auto arms = environment_of(environment, seed);
  const auto policy = policy_of(method, *arms, seed);
  const auto star = policy_of(method, *arms, seed);
  std::vector<ProofRound> all;
  Round round;
  Choice choice;
  Choice best_choice;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    arms->observe(t, round);
    const Eigen::Index best = index_of_largest(round.expected_rewards);
    policy->choose(t, round.contexts, choice);
    star->choose(t, round.contexts.col(best), best_choice);  // an arm set of one: it is played
    const auto total = [&choice](Eigen::Index i) {
      return choice.exploitation_scores[i] + choice.exploration_scores[i];
    };
    const double of_star = best_choice.exploitation_scores[0] + best_choice.exploration_scores[0];
    const double h_best = round.expected_rewards[best];
    const double h_played = round.expected_rewards[choice.arm];
    ProofRound one;
    one.regret = h_best - h_played;
    one.optimal_error = expected_error(of_star, h_best);
    one.exploration_gap =
        std::abs(best_choice.exploration_scores[0] - choice.exploration_scores[best]);
    one.exploitation_gap =
        std::abs(best_choice.exploitation_scores[0] - choice.exploitation_scores[best]);
    one.score_played = total(choice.arm);
    one.score_optimal = total(best);
    one.played_error = expected_error(one.score_played, h_played);
    one.played_residual = std::abs(one.score_played - round.rewards[choice.arm]);
    one.optimal_residual = std::abs(of_star - round.rewards[best]);
    all.push_back(one);
    policy->learn(round.rewards[choice.arm]);
    star->learn(round.rewards[best]);
  }
  return all;
}

}  // namespace eenet::verify
