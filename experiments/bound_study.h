// Both sides of the regret theorems on one run: what `eenet theory bound` computes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/trace.h"
#include "theory/run_bounds.h"

namespace eenet::experiments {

struct BoundStudySettings {
  double delta = 0.1;
  double lambda = 1.0;  // of the effective dimension
  std::uint64_t most_points =
      1000;  // of a kernel matrix, or of Psi; bounds that need more are left out
  unsigned jobs = 1;
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

// Told what is being done and how much of it is.
using StudyProgress = std::function<void(std::uint64_t done)>;

// Throws std::invalid_argument on a trace that does not hold what is needed, or is not what its
// header gives.
BoundStudy study_bounds(const Trace& trace, const BoundStudySettings& settings,
                        const StudyProgress& on_round = {});

}  // namespace eenet::experiments
