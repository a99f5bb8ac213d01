#include "verify/claims/twin_run.h"

#include <cmath>
#include <vector>

#include "reference/mlp.h"
#include "reference/registry.h"
#include "verify/claims/runs.h"
#include "verify/plain/eenet.h"

namespace eenet::verify {

namespace {

// The label that the paper gives to the method's name. [EENET, Proposed Method, Potential Gain]
double label_of(const std::string& name, double reward, double score) {
  const double gain = reward - score;
  if (name == "eenet-abs") return std::abs(gain);
  if (name == "eenet-relu") return gain > 0.0 ? gain : 0.0;
  return gain;
}

}  // namespace

TwinRun twin_run(const std::string& environment, const std::string& method, std::uint64_t rounds,
                 std::uint64_t seed) {
  const auto arms = environment_of(environment, seed);
  const auto policy = policy_of(method, *arms, seed);
  const Spec spec = complete_policy_spec(Spec::parse(method));
  plain::EeNet twin(spec, static_cast<std::size_t>(arms->dim()), seed, {});
  const plain::Features features(spec, twin.theta1().size(), seed);
  const NaiveShape shape = {static_cast<std::size_t>(arms->dim()),
                            static_cast<std::size_t>(plain::whole_number(spec, "width")),
                            static_cast<std::size_t>(plain::whole_number(spec, "depth"))};
  TwinRun run;
  Round round;
  Choice choice;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    ++run.rounds;
    arms->observe(t, round);
    const std::vector<plain::Numbers> contexts = plain::columns_of(round.contexts);
    policy->choose(t, round.contexts, choice);
    const plain::EeNet::Scores scores = twin.scores(contexts);
    run.other_arm += static_cast<std::size_t>(choice.arm) == scores.arm ? 0U : 1U;
    run.other_scores += plain::same_bits(choice.exploitation_scores, scores.exploitation) &&
                                plain::same_bits(choice.exploration_scores, scores.exploration)
                            ? 0U
                            : 1U;
    const double reward = round.rewards[choice.arm];
    const plain::Numbers& played = contexts[scores.arm];
    const plain::Pass before = plain::forward(shape, twin.theta1(), played);
    const plain::Numbers phi = features.map(plain::gradient(shape, twin.theta1(), before));
    const double label = policy->learn(reward).value_or(0.0);
    const double twins = twin.learn(t, scores.arm, reward);
    run.other_label += plain::same_bits(label, twins) ? 0U : 1U;
    run.label_not_gain += label == label_of(spec.name, reward, before.value) ? 0U : 1U;
    const plain::Pass after = plain::forward(shape, twin.theta1(), played);
    run.label_would_move += label == label_of(spec.name, reward, after.value) ? 0U : 1U;
    const plain::Numbers later = features.map(plain::gradient(shape, twin.theta1(), after));
    run.phi_would_move += plain::same_bits(phi, later) ? 0U : 1U;
    const std::vector<Eigen::VectorXd> theta = policy->parameters();
    run.other_theta1 += plain::same_bits(theta[0], twin.theta1()) ? 0U : 1U;
    run.other_theta2 += plain::same_bits(theta[1], twin.theta2()) ? 0U : 1U;
  }
  return run;
}

}  // namespace eenet::verify
