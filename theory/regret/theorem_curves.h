// The right-hand sides of Theorem 1 that can be computed on a run, as bounds over its rounds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/kind.h"
#include "reference/trace.h"
#include "theory/regret/bound_study.h"

namespace eenet::theory {

// On one run.
struct TheoremCurve {
  std::string id;                     // of bounds.h: "THM-1/printed", ...
  std::vector<std::uint64_t> rounds;  // increasing; the last is T
  std::vector<Interval> ends;
  std::vector<std::string> hypotheses;  // preconditions that fail at T, or are not known (?)
};

// "THM-1/online-loss", in every round. The trace is one that measure_run accepts.
TheoremCurve online_loss_curve(const Trace& trace, double delta, const ArrayReader& read_array);

// "THM-1/printed", "THM-1/corrected" and "THM-1/sharpened" at rounds 1, 2, 4, ..., T, as far as
// their Psi is known at all of them. Throws std::invalid_argument if none is; it says why.
std::vector<TheoremCurve> theorem_curves(const Trace& trace, const BoundStudySettings& settings,
                                         const ArrayReader& read_array);

}  // namespace eenet::theory
