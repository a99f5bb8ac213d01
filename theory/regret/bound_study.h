// Both sides of the regret theorems on one run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "reference/kind.h"
#include "reference/trace.h"
#include "theory/regret/bound_quantities.h"
#include "theory/regret/run_bounds.h"

namespace eenet::theory {

struct BoundStudySettings {
  double delta = 0.1;
  BoundQuantitySettings quantities;
};

// One bound at the rounds of BoundStudy::rounds; nothing where it is not known.
struct BoundCurve {
  std::string id;
  std::vector<std::optional<Measured>> values;
};

struct BoundStudy {
  std::vector<std::uint64_t> rounds;  // 1, 2, 4, ..., T
  std::vector<Measured> regret;       // one per entry of `rounds`
  std::vector<BoundCurve> curves;
  std::vector<RegretBound> bounds;  // at T
  std::optional<MeasuredRun> run;   // none: the method has no scores
  ComplexityAt complexity;          // at T
  std::vector<LeftOut> left_out;
};

// Is called with the number of steps done. Playing a round again is one step, the bounds at round t
// are t steps.
using StudyProgress = std::function<void(std::uint64_t done)>;

// The number of steps for a trace of so many rounds.
std::uint64_t steps_of_study(std::uint64_t rounds);

// `read_array` as for make_environment. Throws std::invalid_argument if the trace lacks
// something that is needed, or a new run from its header gives other numbers.
BoundStudy study_bounds(const Trace& trace, const BoundStudySettings& settings,
                        const ArrayReader& read_array, const StudyProgress& on_step = {});

}  // namespace eenet::theory
