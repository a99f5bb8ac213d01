#include "theory/regret/proof_terms.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "reference/environments/recorded_rounds.h"
#include "reference/operations/operations.h"
#include "reference/require.h"
#include "theory/measured/enclosure.h"
#include "theory/regret/run_facts.h"

namespace eenet::theory {

namespace {

// The two scores of one arm, and the exact sum of both.
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

template <typename Value>
bool differs(const std::optional<Value>& recorded, const Value& played) {
  return recorded && *recorded != played;
}
bool differs(const std::optional<Eigen::VectorXd>& recorded, const Eigen::VectorXd& played) {
  return recorded && !(recorded->size() == played.size() && *recorded == played);
}
bool differs(const std::optional<Eigen::MatrixXd>& recorded, const Eigen::MatrixXd& played) {
  return recorded && !(recorded->rows() == played.rows() && recorded->cols() == played.cols() &&
                       *recorded == played);
}

constexpr const char* kNotAsPlayed =
    " is not what its header gives, expected a trace that eenet replay accepts";

void require_recorded(const TraceRound& recorded, const PlayedRound& played) {
  EENET_REQUIRE(recorded.arm == played.choice.arm && recorded.reward == played.reward &&
                    !(recorded.label && recorded.label != played.label) &&
                    !differs(recorded.contexts, played.round.contexts) &&
                    !differs(recorded.rewards, played.round.rewards) &&
                    !differs(recorded.exploitation_scores, played.choice.exploitation_scores) &&
                    !differs(recorded.exploration_scores, played.choice.exploration_scores) &&
                    !differs(recorded.expected_rewards, played.round.expected_rewards) &&
                    !differs(recorded.digest, played.digest.hex()),
                "trace: round ", played.t, kNotAsPlayed);
}

void require_recorded(const TraceEnd& recorded, const RunOutcome& outcome) {
  const TraceEnd played = record_end(outcome, TraceDetail::kFull);
  bool same = recorded.status == played.status && !differs(recorded.digest, *played.digest) &&
              !differs(recorded.regret, *played.regret) &&
              !differs(recorded.realized_regret, *played.realized_regret);
  for (std::size_t i = 0; i < recorded.parameters.size(); ++i) {
    same = same && i < played.parameters.size() &&
           !differs(std::optional(recorded.parameters[i]), played.parameters[i]);
  }
  EENET_REQUIRE(same, "trace: the end", kNotAsPlayed);
}

}  // namespace

Interval ProofRound::sum() const {
  return optimal_error + exploration_distance + exploitation_distance + played_error;
}

Counterfactual::Counterfactual(const RewardLaw& law, std::unique_ptr<Policy> policy)
    : law_(law), policy_(std::move(policy)) {}

ProofRound Counterfactual::learn(const PlayedRound& played) {
  const Round& round = played.round;
  const Eigen::VectorXd& h = round.expected_rewards;
  const Eigen::Index best = index_of_largest(h);
  context_ = round.contexts.col(best);
  policy_->choose(played.t, context_, choice_);  // shown the best arm alone, a policy plays it
  EENET_REQUIRE(all_finite(choice_.exploitation_scores) && all_finite(choice_.exploration_scores),
                "trace: networks that learn from the best arms diverge in round ", played.t,
                ", expected a smaller learning rate");
  policy_->learn(round.rewards[best]);
  const Prediction of_star = prediction_of(choice_, 0);
  const Prediction of_played = prediction_of(played.choice, played.choice.arm);
  const Prediction of_best = prediction_of(played.choice, best);
  ProofRound terms;
  terms.regret = exactly(h[best]) - exactly(h[played.choice.arm]);
  terms.optimal_error = law_.expected_error(of_star.sum(), h[best]);
  terms.exploration_distance = distance(of_star.exploration, of_best.exploration);
  terms.exploitation_distance = distance(of_star.exploitation, of_best.exploitation);
  terms.played_error = law_.expected_error(of_played.sum(), h[played.choice.arm]);
  terms.played_loss = squared_error(of_played.sum(), played.reward);
  terms.optimal_loss = squared_error(of_star.sum(), round.rewards[best]);
  terms.range = std::max(largest_error(of_played.sum()), largest_error(of_star.sum()));
  return terms;
}

void append(ProofTerms& terms, const ProofRound& round) {
  append(terms.optimal_error, round.optimal_error);
  append(terms.exploration_distance, round.exploration_distance);
  append(terms.exploitation_distance, round.exploitation_distance);
  append(terms.played_error, round.played_error);
  append(terms.played_loss, round.played_loss);
  append(terms.optimal_loss, round.optimal_loss);
  terms.range.push_back(terms.range.empty() ? round.range
                                            : std::max(round.range, terms.range.back()));
}

bool has_proof_terms(const TraceHeader& header) {
  const auto& settings = header.method.given;
  const bool has_bonus = settings.contains("covariance");  // in place of f2, and no network
  return settings.contains("width") && settings.contains("depth") && !has_bonus;
}

MeasuredRun measure_run(const Trace& trace, const ArrayReader& read_array,
                        const std::function<void(std::uint64_t)>& on_round) {
  const TraceHeader& header = trace.header;
  EENET_REQUIRE(has_proof_terms(header), "trace: method ", header.method.name,
                " has no scores, expected one with networks");
  EENET_REQUIRE(!trace.rounds.empty(), "trace: there is no whole round, expected at least one");
  const auto environment = environment_of(trace, read_array);
  const auto policy = make_policy(header, *environment);
  Counterfactual counterfactual(RewardLaw::of(trace), make_policy(header, *environment));
  FactsMeter meter(header, *policy);
  MeasuredRun run;
  const std::uint64_t rounds = trace.rounds.size();
  const RunOutcome outcome =
      play(*environment, *policy, header.rounds, [&](const PlayedRound& played) {
        EENET_REQUIRE(played.t <= rounds, "trace: the end", kNotAsPlayed);
        require_recorded(trace.rounds[played.t - 1], played);
        meter.see(played, *policy);
        append(run.terms, counterfactual.learn(played));
        if (on_round) on_round(played.t);
        return played.t < rounds || trace.end;  // a run that diverged says so in the round after
      });
  EENET_REQUIRE(outcome.rounds == rounds, "trace: round ", outcome.rounds + 1, kNotAsPlayed);
  if (trace.end) require_recorded(*trace.end, outcome);
  run.facts = meter.facts(outcome.rounds);
  return run;
}

}  // namespace eenet::theory
