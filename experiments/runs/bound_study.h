// Both sides of the regret theorems on one run: what `eenet theory bound` computes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/runs/bound_quantities.h"
#include "reference/trace.h"
#include "theory/regret/run_bounds.h"

namespace eenet::experiments {

struct BoundStudySettings {
  double delta = 0.1;
  BoundQuantitySettings quantities;
};

// A bound at the rounds of BoundStudy::rounds, as far as it is known there.
struct BoundCurve {
  std::string id;
  std::vector<std::optional<theory::Measured>> values;
};

struct BoundStudy {
  std::vector<std::uint64_t> rounds;  // 1, 2, 4, ..., T
  std::vector<theory::Measured> regret;
  std::vector<BoundCurve> curves;
  std::vector<theory::RegretBound> bounds;  // at T
  std::optional<theory::MeasuredRun> run;   // none: the method has no scores
  theory::ComplexityAt complexity;          // at T
  std::vector<std::string> notes;           // a sentence for everything left out
};

// Told how many steps are done: a round played again is one, the bounds at round t are t.
using StudyProgress = std::function<void(std::uint64_t done)>;

std::uint64_t steps_of_study(std::uint64_t rounds);

// Throws std::invalid_argument on a trace that does not hold what is needed, or is not what its
// header gives.
BoundStudy study_bounds(const Trace& trace, const BoundStudySettings& settings,
                        const StudyProgress& on_step = {});

}  // namespace eenet::experiments
