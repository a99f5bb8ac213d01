#include "theory/regret/proof_terms.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "reference/interaction.h"
#include "reference/operations/operations.h"
#include "reference/require.h"
#include "theory/measured/enclosure.h"
#include "theory/regret/reward_law.h"
#include "theory/regret/run_facts.h"

namespace eenet::theory {

namespace {

// The prediction of a policy for one arm: the exact sum of its two scores.
struct Prediction {
  double exploitation = 0.0;
  double exploration = 0.0;
  [[nodiscard]] Interval sum() const { return exactly(exploitation) + exactly(exploration); }
};

Prediction prediction_of(const Choice& choice, Eigen::Index arm) {
  Prediction said;
  said.exploitation = choice.exploitation_scores[arm];
  if (choice.exploration_scores.size() > 0) said.exploration = choice.exploration_scores[arm];
  return said;
}

Interval distance(double a, double b) {
  return a >= b ? exactly(a) - exactly(b) : exactly(b) - exactly(a);
}

Interval squared_error(const Interval& prediction, double reward) {
  const Interval error = prediction - exactly(reward);
  const Interval square = error * error;
  return {std::max(square.lower, 0.0), square.upper};
}

// The largest |prediction - r| over r in [0, 1]: at one of the two ends.
double largest_error(const Interval& prediction) {
  const Interval from_one = exactly(1.0) - prediction;
  return std::max({std::abs(prediction.lower), std::abs(prediction.upper), std::abs(from_one.lower),
                   std::abs(from_one.upper)});
}

void require_recorded(const TraceRound& recorded, const PlayedRound& played) {
  const auto differs = [](const std::optional<Eigen::VectorXd>& a, const Eigen::VectorXd& b) {
    return a && !(a->size() == b.size() && *a == b);
  };
  EENET_REQUIRE(recorded.arm == played.choice.arm && recorded.reward == played.reward &&
                    !differs(recorded.exploitation_scores, played.choice.exploitation_scores) &&
                    !differs(recorded.exploration_scores, played.choice.exploration_scores) &&
                    !differs(recorded.expected_rewards, played.round.expected_rewards),
                "trace: round ", played.t,
                " is not what its header gives, expected a trace that eenet replay accepts");
}

// The networks that always learn from the best arm.
class Counterfactual {
 public:
  explicit Counterfactual(std::unique_ptr<Policy> policy) : policy_(std::move(policy)) {}

  // Shown the best arm alone, a policy plays it.
  Prediction learn(std::uint64_t t, const Round& round, Eigen::Index best) {
    context_ = round.contexts.col(best);
    policy_->choose(t, context_, choice_);
    EENET_REQUIRE(all_finite(choice_.exploitation_scores) && all_finite(choice_.exploration_scores),
                  "trace: networks that learn from the best arms diverge in round ", t,
                  ", expected a smaller learning rate");
    policy_->learn(round.rewards[best]);
    return prediction_of(choice_, 0);
  }

 private:
  std::unique_ptr<Policy> policy_;
  Eigen::MatrixXd context_;
  Choice choice_;
};

// The terms of one round in every sum.
void add_round(const RewardLaw& law, const PlayedRound& played, Eigen::Index best,
               const Prediction& counterfactual, ProofTerms& terms) {
  const Prediction of_played = prediction_of(played.choice, played.choice.arm);
  const Prediction of_best = prediction_of(played.choice, best);
  const Eigen::VectorXd& h = played.round.expected_rewards;
  append(terms.optimal_error, law.expected_error(counterfactual.sum(), h[best]));
  append(terms.exploration_distance, distance(counterfactual.exploration, of_best.exploration));
  append(terms.exploitation_distance, distance(counterfactual.exploitation, of_best.exploitation));
  append(terms.played_error, law.expected_error(of_played.sum(), h[played.choice.arm]));
  append(terms.played_loss, squared_error(of_played.sum(), played.reward));
  append(terms.optimal_loss, squared_error(counterfactual.sum(), played.round.rewards[best]));
  const double range =
      std::max(largest_error(of_played.sum()), largest_error(counterfactual.sum()));
  terms.range.push_back(terms.range.empty() ? range : std::max(range, terms.range.back()));
}

}  // namespace

bool has_proof_terms(const TraceHeader& header) {
  return header.method.given.contains("width") && header.method.given.contains("depth");
}

MeasuredRun measure_run(const Trace& trace, const ArrayReader& read_array,
                        const std::function<void(std::uint64_t)>& on_round) {
  const TraceHeader& header = trace.header;
  EENET_REQUIRE(has_proof_terms(header), "trace: method ", header.method.name,
                " has no scores, expected one with networks");
  EENET_REQUIRE(!trace.rounds.empty(), "trace: there is no whole round, expected at least one");
  const auto environment = make_environment(header, read_array);
  const auto policy = make_policy(header, *environment);
  Counterfactual counterfactual(make_policy(header, *environment));
  const RewardLaw law = RewardLaw::of(header.environment);
  FactsMeter meter(header, *policy);
  MeasuredRun run;
  const RunOutcome outcome =
      play(*environment, *policy, trace.rounds.size(), [&](const PlayedRound& played) {
        require_recorded(trace.rounds[played.t - 1], played);
        meter.see(played, *policy);
        const Eigen::Index best = index_of_largest(played.round.expected_rewards);
        add_round(law, played, best, counterfactual.learn(played.t, played.round, best), run.terms);
        if (on_round) on_round(played.t);
        return true;
      });
  EENET_REQUIRE(outcome.rounds == trace.rounds.size(), "trace: round ", outcome.rounds + 1,
                " is not what its header gives, expected a trace that eenet replay accepts");
  run.facts = meter.facts(outcome.rounds);
  return run;
}

}  // namespace eenet::theory
