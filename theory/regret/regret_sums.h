// Regret and the trivial bound of a trace, round by round, with the rounding of the sums in the
// ends. [EENET, Problem Definition]
#pragma once

#include <cstdint>
#include <vector>

#include "reference/trace.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// Entry t-1 is the sum over rounds 1 ... t.
using RunningSum = std::vector<Interval>;

// Adds a term to a running sum.
void append(RunningSum& sum, const Interval& term);

// The sum over the first t rounds, as a certified number. Requires 1 <= t <= sum.size().
Measured sum_until(const RunningSum& sum, std::uint64_t t);

struct RegretSums {
  RunningSum regret;          // h(x_i*) - h(x_played)
  RunningSum optimal_reward;  // h(x_i*); no regret is larger
  [[nodiscard]] std::uint64_t rounds() const { return regret.size(); }
};

// Throws std::invalid_argument, naming the round, unless the trace holds the expected rewards of
// all arms in every round, in [0, 1], and has a round.
RegretSums regret_sums(const Trace& trace);

}  // namespace eenet::theory
