#include "theory/regret/trace_regret.h"

#include <utility>

#include "reference/environments/recorded_rounds.h"
#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet::theory {

TraceRegretMeter::TraceRegretMeter(TraceHeader header, bool realised, ArrayReader read_array)
    : header_(std::move(header)), realised_(realised), read_array_(std::move(read_array)) {}

const Round& TraceRegretMeter::observe(const TraceRound& recorded) {
  if (!environment_) {
    EENET_REQUIRE(
        is_known_environment(header_.environment), "round ", recorded.t, " has no ",
        recorded.expected_rewards ? "rewards" : "expected_rewards",
        " of all arms, and environment ", header_.environment.name,
        " is not known here, expected a trace that has them (h is what regret is measured "
        "with)");
    environment_ = make_environment(header_, read_array_);
  }
  EENET_REQUIRE(recorded.t <= environment_->rounds_available(), "round ", recorded.t,
                ": environment ", header_.environment.name, " has ",
                environment_->rounds_available(), " rounds, expected no more");
  environment_->observe(recorded.t, round_);
  EENET_REQUIRE(recorded.arm >= 0 && recorded.arm < round_.rewards.size() &&
                    round_.rewards[recorded.arm] == recorded.reward,
                "round ", recorded.t, " plays arm ", recorded.arm, " for a reward of ",
                recorded.reward, ", which is not what environment ", header_.environment.to_text(),
                " gives with seed ", header_.seed,
                ", expected a trace of it, or one with its own expected_rewards");
  return round_;
}

void TraceRegretMeter::add(const TraceRound& round) {
  const bool complete = round.expected_rewards && (!realised_ || round.rewards);
  const Eigen::VectorXd& h = complete ? *round.expected_rewards : observe(round).expected_rewards;
  const Eigen::VectorXd& of_arms = !realised_ ? h : complete ? *round.rewards : round_.rewards;
  EENET_REQUIRE(
      h.size() >= 1 && h.size() == of_arms.size() && round.arm >= 0 && round.arm < h.size(),
      "round ", round.t, " plays arm ", round.arm, " of ", h.size(),
      ", expected an arm with an expected reward");
  sum_ += of_arms[index_of_largest(h)] - of_arms[round.arm];
  regret_.push_back(sum_);
}

}  // namespace eenet::theory
