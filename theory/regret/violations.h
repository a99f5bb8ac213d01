// Is a promise "with probability 1 - delta" kept? Runs with independent seeds are the units.
#pragma once

#include <cstdint>
#include <vector>

#include "theory/measured/answer.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// The probability of an event that happened in `count` of `trials` independent trials: the interval
// of Clopper and Pearson, whose two errors are at most (1 - level) / 2 each, for every probability
// and number of trials. Requires 1 <= trials, count <= trials, 0 < level < 1.
Measured event_probability(std::uint64_t count, std::uint64_t trials, double level);

// The level at which one side of that interval just reaches `probability`: the p-value of the
// hypothesis that the event's probability is at most `probability`, against a larger one.
double excess_p_value(std::uint64_t count, std::uint64_t trials, double probability);

// Regret and bound at the same rounds: whether regret is at most the bound at all of them.
Answer is_at_most_everywhere(const std::vector<Measured>& regret,
                             const std::vector<Measured>& bound);

struct PromiseReport {
  std::uint64_t seeds = 0;
  std::uint64_t violations = 0;           // seeds with a violation at one of the rounds compared
  std::uint64_t possible_violations = 0;  // those, and seeds that may have one
  Measured probability;            // of a seed that violates: lower end from the certain ones,
                                   // upper end from the possible ones
  double p_value = 1.0;            // of "at most delta", from the certain ones
  Answer kept = Answer::kUnknown;  // at most delta: yes, no, or not enough evidence
};

// kept[s]: whether seed s stays at most at the bound. Requires at least one seed.
PromiseReport judge_promise(const std::vector<Answer>& kept, double delta, double level);

// The same from numbers: regrets[s] and bounds[s] belong to seed s. For a promise about one horizon
// T give its last round only; for one that is uniform in t give all rounds.
PromiseReport judge_promise(const std::vector<std::vector<Measured>>& regrets,
                            const std::vector<std::vector<Measured>>& bounds, double delta,
                            double level);

}  // namespace eenet::theory
