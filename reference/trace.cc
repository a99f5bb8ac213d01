#include "reference/trace.h"

#include <utility>

#include "reference/registry.h"

namespace eenet {

namespace {

// Scores that a policy does not have are left out.
std::optional<Eigen::VectorXd> unless_empty(const Eigen::VectorXd& scores) {
  if (scores.size() == 0) return std::nullopt;
  return scores;
}

}  // namespace

TraceRound record_round(const PlayedRound& played, TraceDetail detail) {
  TraceRound record;
  record.t = played.t;
  record.arm = played.choice.arm;
  record.reward = played.reward;
  record.digest = played.digest.hex();
  if (detail == TraceDetail::kDigest) return record;
  record.label = played.label;
  record.contexts = played.round.contexts;
  record.exploitation_scores = unless_empty(played.choice.exploitation_scores);
  record.exploration_scores = unless_empty(played.choice.exploration_scores);
  record.expected_rewards = played.round.expected_rewards;
  record.rewards = played.round.rewards;
  return record;
}

TraceEnd record_end(const RunOutcome& outcome, TraceDetail detail) {
  TraceEnd end;
  end.status = outcome.status;
  end.rounds = outcome.rounds;
  end.regret = outcome.regret.pseudo;
  end.realized_regret = outcome.regret.realized;
  end.digest = outcome.digest.hex();
  if (detail == TraceDetail::kFull && outcome.status == RunStatus::kCompleted) {
    end.parameters = outcome.parameters;
  }
  return end;
}

std::unique_ptr<Environment> make_environment(const TraceHeader& header,
                                              const ArrayReader& read_array) {
  return make_environment(header.environment, {header.seed, header.normalise, read_array});
}

std::unique_ptr<Policy> make_policy(const TraceHeader& header, const Environment& environment) {
  return make_policy(header.method, environment, {header.seed, header.initial_parameters});
}

Trace recorded_run(TraceHeader header) {
  const auto environment = make_environment(header, {});
  const auto policy = make_policy(header, *environment);
  header.dim = environment->dim();
  header.arms = environment->arms();
  Trace trace;
  trace.header = std::move(header);
  const RunOutcome outcome =
      play(*environment, *policy, trace.header.rounds, [&trace](const PlayedRound& played) {
        trace.rounds.push_back(record_round(played, trace.header.detail));
        return true;
      });
  trace.end = record_end(outcome, trace.header.detail);
  return trace;
}

}  // namespace eenet
