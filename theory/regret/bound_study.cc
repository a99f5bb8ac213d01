#include "theory/regret/bound_study.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "reference/environments/recorded_rounds.h"
#include "reference/require.h"
#include "theory/measured/doublings.h"
#include "theory/psi/method_settings.h"

namespace eenet::theory {

namespace {

// Every h on orthogonal contexts is linear, too.
Answer is_linear(const Spec& environment) {
  const bool known = environment.name == "linear" || environment.name == "two-arms";
  return known ? Answer::kYes : Answer::kUnknown;
}

void add_to_curves(const std::vector<RegretBound>& bounds, std::size_t at, std::size_t rounds,
                   std::vector<BoundCurve>& curves) {
  for (const RegretBound& bound : bounds) {
    auto found = std::ranges::find(curves, bound.id, &BoundCurve::id);
    if (found == curves.end()) {
      curves.push_back({bound.id, std::vector<std::optional<Measured>>(rounds)});
      found = curves.end() - 1;
    }
    found->values[at] = bound.value;
  }
}

}  // namespace

std::uint64_t steps_of_study(std::uint64_t rounds) {
  std::uint64_t steps = rounds;
  for (const std::uint64_t t : doublings(rounds)) steps += t;
  return steps;
}

BoundStudy study_bounds(const Trace& trace, const BoundStudySettings& settings,
                        const ArrayReader& read_array, const StudyProgress& on_step) {
  RunQuantities quantities;
  quantities.sums = regret_sums(trace);
  quantities.dim = static_cast<std::uint64_t>(trace.header.dim);
  quantities.is_linear = is_linear(trace.header.environment);
  quantities.delta = settings.delta;
  BoundStudy study;
  if (is_known_method(trace.header.method) && has_proof_terms(trace.header)) {
    try {
      quantities.run = measure_run(trace, read_array, on_step);
    } catch (const std::invalid_argument& refused) {
      if (is_from_this_program(trace.header)) throw;
      study.left_out.push_back({text("THM-1 and its terms are left out: ", refused.what())});
    }
  } else {
    study.left_out.push_back(
        {text("THM-1 and its terms are left out: method ", trace.header.method.name,
              " has no scores that this program knows")});
  }
  const BoundQuantities given(trace, settings.quantities, quantities.run, read_array);
  study.left_out.insert(study.left_out.end(), given.left_out().begin(), given.left_out().end());
  std::uint64_t steps = quantities.sums.rounds();
  study.rounds = doublings(steps);
  for (std::size_t i = 0; i < study.rounds.size(); ++i) {
    const std::uint64_t t = study.rounds[i];
    study.regret.push_back(sum_until(quantities.sums.regret, t));
    study.complexity = given.complexity(t);
    study.bounds = bounds_at(t, quantities, study.complexity, given.kernel(t));
    add_to_curves(study.bounds, i, study.rounds.size(), study.curves);
    steps += t;
    if (on_step) on_step(steps);
  }
  study.run = std::move(quantities.run);
  return study;
}

}  // namespace eenet::theory
