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
#include <vector>

#include "reference/kind.h"
#include "reference/trace.h"
#include "theory/regret/preconditions.h"
#include "theory/regret/regret_sums.h"

namespace eenet::theory {

struct ProofTerms {
  RunningSum optimal_error;          // I_2
  RunningSum exploration_distance;   // I_3
  RunningSum exploitation_distance;  // I_4
  RunningSum played_error;           // I_5
  RunningSum played_loss;            // (f(x_played) - r)^2 = (f2 - (r - f1))^2
  RunningSum optimal_loss;           // (f*(x_i*) - r_i*)^2
  // C: the largest of |f(x_played) - r| and |f*(x_i*) - r|, over the rounds so far and r in [0, 1].
  std::vector<double> range;
};

struct MeasuredRun {
  ProofTerms terms;
  RunFacts facts;
};

// Whether the method of the trace has scores f1 (and f2; a method without an exploration network
// counts as f2 = 0).
bool has_proof_terms(const TraceHeader& header);

// Plays the run again, and the counterfactual run too. Throws std::invalid_argument that
// names the round if the new run differs from the trace, or the trace lacks rewards of some arm.
// Calls `on_round(rounds_done)`.
MeasuredRun measure_run(const Trace& trace, const ArrayReader& read_array,
                        const std::function<void(std::uint64_t)>& on_round = {});

}  // namespace eenet::theory
