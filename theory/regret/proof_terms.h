// The four sums that the proof of Theorem 1 bounds regret by, measured one by one on a run.
// [EENET, Main Proof; claim PRF-DECOMP]
//
//   I_2 = E |f*(x_i*) - r_i*|          error of the counterfactual networks on the best arm
//   I_3 = |f2*(x_i*) - f2(x_i*)|       the networks against the counterfactual ones
//   I_4 = |f1*(x_i*) - f1(x_i*)|
//   I_5 = E |f(x_played) - r_played|   error on the arm played
//
// f = f1 + f2; a star marks the networks that start from the same parameters and always learn from
// the best arm i* (the lowest index of largest h). f2 has its phi from its own f1. Expectations are
// over the reward alone. regret_t <= I_2 + I_3 + I_4 + I_5 in every round.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "reference/interaction.h"
#include "reference/kind.h"
#include "reference/trace.h"
#include "theory/regret/preconditions.h"
#include "theory/regret/regret_sums.h"
#include "theory/regret/reward_law.h"

namespace eenet::theory {

// The terms of one round.
struct ProofRound {
  Interval regret;                 // h(x_i*) - h(x_played)
  Interval optimal_error;          // I_2
  Interval exploration_distance;   // I_3
  Interval exploitation_distance;  // I_4
  Interval played_error;           // I_5
  Interval played_loss;            // (f(x_played) - r)^2 = (f2 - (r - f1))^2
  Interval optimal_loss;           // (f*(x_i*) - r_i*)^2
  double range = 0.0;  // the largest of |f(x_played) - r| and |f*(x_i*) - r| over r in [0, 1]

  // I_2 + I_3 + I_4 + I_5, what bounds the regret.
  [[nodiscard]] Interval sum() const;
};

// The networks that always learn from the best arm, trained beside a run.
class Counterfactual {
 public:
  // `policy` starts from the parameters of the run's policy.
  Counterfactual(const RewardLaw& law, std::unique_ptr<Policy> policy);

  // Learns from the best arm of a round of the run, and returns the terms of that round. Throws
  // std::invalid_argument if these networks diverge.
  ProofRound learn(const PlayedRound& played);

 private:
  RewardLaw law_;
  std::unique_ptr<Policy> policy_;
  Eigen::MatrixXd context_;
  Choice choice_;
};

// Sums over the rounds so far.
struct ProofTerms {
  RunningSum optimal_error;          // I_2
  RunningSum exploration_distance;   // I_3
  RunningSum exploitation_distance;  // I_4
  RunningSum played_error;           // I_5
  RunningSum played_loss;
  RunningSum optimal_loss;
  std::vector<double> range;  // C: not a sum but the largest over the rounds so far
};
void append(ProofTerms& terms, const ProofRound& round);

struct MeasuredRun {
  ProofTerms terms;
  RunFacts facts;
};

// Whether the method of the trace has scores f1 (and f2; a method without an exploration network
// counts as f2 = 0).
bool has_proof_terms(const TraceHeader& header);

// Plays the run again, and the counterfactual one beside it. Throws std::invalid_argument that
// names the round if the trace is not what happens, or does not hold the rewards of all arms.
// Calls on_round(rounds done).
MeasuredRun measure_run(const Trace& trace, const ArrayReader& read_array,
                        const std::function<void(std::uint64_t)>& on_round = {});

}  // namespace eenet::theory
