// `eenet-released` against a second writing of it, to the bit.
#include <algorithm>
#include <cmath>
#include <string>

#include "reference/require.h"
#include "verify/generators/numbers.h"
#include "verify/methods/method_games.h"
#include "verify/plain/released.h"
#include "verify/properties/comparison.h"

namespace eenet::verify {

namespace {

// Equal as numbers: where a step of 0 is left out, a zero may keep its sign.
void require_equal(const char* what, const Eigen::VectorXd& got, const plain::Numbers& expected,
                   Findings& findings) {
  findings.require(got == plain::vector_of(expected),
                   [&] { return text(what, " is not that of the plain writing"); });
}

void plays_as_described(const Case& drawn, Findings& findings) {
  const Case one = affordable(drawn);
  Rng rng = case_rng(one, "released");
  const std::uint64_t pool = 1 + rng.below(2);
  // As few units as give the filter 100 to 200 inputs.
  const std::uint64_t hidden = 1 + pool * (100 + rng.below(100)) / (one.dimension + 2);
  const Spec method = {"eenet-released",
                       {{"hidden", std::to_string(hidden)},
                        {"pool", std::to_string(pool)},
                        {"eta2", "0.01"},
                        {"steps", std::to_string(1 + rng.below(12))}}};
  const auto policy = MethodGame(one, method).new_policy();
  plain::Released expected(complete_policy_spec(method), one.dimension, one.seed);
  Choice choice;
  // Far apart, so that a few rounds see every rule: t = 1, 11, ..., and those around 1000.
  const bool late = rng.below(2) == 0;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(one.rounds, 3); ++i) {
    const std::uint64_t t = late ? 991 + 10 * i : 1 + 10 * i;
    const Eigen::MatrixXd contexts = method_contexts(one, t);
    policy->choose(t, contexts, choice);
    const plain::Released::Scores scores = expected.scores(t, plain::columns_of(contexts));
    if (!plain::finite(scores.exploitation) || !plain::finite(scores.exploration)) return;
    require_equal("f1", choice.exploitation_scores, scores.exploitation, findings);
    require_equal("f2", choice.exploration_scores, scores.exploration, findings);
    for (Eigen::Index arm = 0; arm < contexts.cols(); ++arm) {
      require_equal("phi", choice.gradient_features.col(arm),
                    scores.phi[static_cast<std::size_t>(arm)], findings);
    }
    findings.require(choice.arm == static_cast<Eigen::Index>(scores.arm), [&] {
      return text("round ", t, " plays arm ", choice.arm, ", expected ", scores.arm);
    });
    if (findings.worst().outcome == Outcome::kDisagree) return;
    const double reward = rng.below(2) == 0 ? 0.0 : method_reward(one, t);
    const std::optional<double> label = policy->learn(reward);
    findings.require(label == expected.learn(t, scores.arm, reward), "the label is another one");
    if (!plain::finite(expected.theta1()) || !plain::finite(expected.theta2())) return;
    require_equal("theta1", policy->parameters().at(0), expected.theta1(), findings);
    require_equal("theta2", policy->parameters().at(1), expected.theta2(), findings);
  }
}

}  // namespace

std::vector<Property> released_method_properties() {
  return {{"`eenet-released` scores, labels and trains as its description says, to the bit.",
           plays_as_described}};
}

}  // namespace eenet::verify
