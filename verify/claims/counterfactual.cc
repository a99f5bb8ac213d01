#include "verify/claims/counterfactual.h"

#include "reference/registry.h"
#include "verify/claims/runs.h"

namespace eenet::verify {

ProofRun proof_run(const std::string& environment, const std::string& method, std::uint64_t rounds,
                   std::uint64_t seed) {
  const auto arms = environment_of(environment, seed);
  const auto policy = policy_of(method, *arms, seed);
  theory::Counterfactual counterfactual(
      theory::RewardLaw::of(complete_environment_spec(Spec::parse(environment))),
      policy_of(method, *arms, seed));
  ProofRun run;
  const RunOutcome outcome = play(*arms, *policy, rounds, [&](const PlayedRound& played) {
    run.rounds.push_back(counterfactual.learn(played));
    append(run.terms, run.rounds.back());
    return true;
  });
  run.regret = outcome.regret.pseudo;
  return run;
}

}  // namespace eenet::verify
