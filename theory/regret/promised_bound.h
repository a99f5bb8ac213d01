// A bound that regret is promised to stay below in every round, and the runs held against it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "theory/measured/answer.h"
#include "theory/regret/regret_curves.h"
#include "theory/regret/violations.h"

namespace eenet::theory {

struct PromisedBound {
  std::string name;
  std::vector<std::uint64_t> rounds;         // where it is known, increasing; the last is T
  std::vector<std::vector<Interval>> ends;   // of each run at those rounds; one: of all runs
  std::vector<std::string> hypotheses = {};  // preconditions that fail or are not known, if any

  [[nodiscard]] bool in_every_round() const { return rounds.size() == rounds.back(); }
  [[nodiscard]] const std::vector<Interval>& of_run(std::uint64_t run) const {
    return ends.size() == 1 ? ends.front() : ends[run];
  }
};

// C sqrt(t) and t, for t = 1 ... T. Requires a finite C above 0.
PromisedBound square_root_bound(double constant, std::uint64_t rounds);
PromisedBound trivial_bound(std::uint64_t rounds);

// values[t - 1] is the bound after round t.
PromisedBound bound_of_numbers(const std::string& name, const std::vector<double>& values);

// Whether one run stays at most at the bound.
struct RunAgainstBound {
  Answer kept = Answer::kYes;
  std::uint64_t first_violation = 0;  // the first round that is surely above; 0: none
};

// In all rounds where the bound is known. Between recorded rounds regret lies between the two
// recorded numbers; where regret may fall nothing is known there, and only recorded rounds count.
RunAgainstBound hold_against(const RegretCurves& curves, std::uint64_t run,
                             const PromisedBound& bound);

struct PromiseCheck {
  PromiseReport always;               // in all rounds where the bound is known
  PromiseReport at_end;               // at T alone
  std::uint64_t first_violation = 0;  // the earliest over runs; 0: none
};

PromiseCheck check_promise(const RegretCurves& curves, const PromisedBound& bound, double delta,
                           double level);

}  // namespace eenet::theory
