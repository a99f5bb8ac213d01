// The loop of a contextual bandit: the environment shows arms, the policy plays one and learns from
// its reward; regret and digest are kept on the way. [EENET, Problem Definition]
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/digest.h"
#include "reference/environment.h"
#include "reference/policy.h"

namespace eenet {

// Sums over the rounds played so far.
struct Regret {
  double pseudo = 0.0;    // sum of h(x_i*) - h(x_played): never negative
  double realized = 0.0;  // sum of r_i* - r_played, i* the lowest index of largest h
  double uniform = 0.0;   // the pseudo-regret that an arm chosen uniformly has in expectation
};

// One round as it was played. The references are valid during the call only.
struct PlayedRound {
  std::uint64_t t;
  const Round& round;
  const Choice& choice;
  double reward;
  std::optional<double> label;
  const Regret& regret;  // after this round
  const Digest& digest;  // after this round
};

// Is called after every round; returns whether to go on.
using RoundObserver = std::function<bool(const PlayedRound&)>;

enum class RunStatus {
  kCompleted,
  kDiverged  // a score or a parameter is no finite number any more: the learning rate is too large
};

struct RunOutcome {
  RunStatus status = RunStatus::kCompleted;
  std::uint64_t rounds = 0;  // rounds played
  Regret regret;
  Digest digest;
  std::vector<Eigen::VectorXd> parameters;  // the policy's, at the end
};

// The parameters enter the digest at these rounds: 1, 2, 4, 8, ... and the last.
bool is_checkpoint(std::uint64_t t, std::uint64_t last);

// Plays `rounds` rounds. The digest takes, round by round: the contexts arm by arm, f1 of every
// arm, f2 of every arm, the arm, the reward, the label (of these, what the policy has), and at
// checkpoints theta_1 and theta_2 after learning.
// Requires 1 <= rounds <= environment.rounds_available(). Throws std::invalid_argument on a round
// that require_valid_round refuses.
RunOutcome play(const Environment& environment, Policy& policy, std::uint64_t rounds,
                const RoundObserver& observer = {});

}  // namespace eenet
