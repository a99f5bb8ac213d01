#include "experiments/runs/bound_study.h"

#include <fmt/format.h>

#include <utility>

#include "experiments/formats/npy.h"
#include "reference/registry.h"

namespace eenet::experiments {

namespace {

// Whether this program can play the method: a trace may come from elsewhere.
bool is_known_method(const Spec& method) {
  for (const PolicyKind& kind : policy_kinds()) {
    if (kind.name == method.name) return true;
  }
  return false;
}

// Every h on orthogonal contexts is linear, too.
theory::Answer is_linear(const Spec& environment) {
  const bool known = environment.name == "linear" || environment.name == "two-arms";
  return known ? theory::Answer::kYes : theory::Answer::kUnknown;
}

void add_to_curves(const std::vector<theory::RegretBound>& bounds, std::size_t at,
                   std::size_t rounds, std::vector<BoundCurve>& curves) {
  for (const theory::RegretBound& bound : bounds) {
    auto found = curves.begin();
    while (found != curves.end() && found->id != bound.id) ++found;
    if (found == curves.end()) {
      curves.push_back({bound.id, std::vector<std::optional<theory::Measured>>(rounds)});
      found = curves.end() - 1;
    }
    found->values[at] = bound.value;
  }
}

}  // namespace

std::uint64_t steps_of_study(std::uint64_t rounds) {
  std::uint64_t steps = rounds;
  for (const std::uint64_t t : theory::doubling_rounds(rounds)) steps += t;
  return steps;
}

BoundStudy study_bounds(const Trace& trace, const BoundStudySettings& settings,
                        const StudyProgress& on_step) {
  theory::RunQuantities quantities;
  quantities.sums = theory::regret_sums(trace);
  quantities.dim = static_cast<std::uint64_t>(trace.header.dim);
  quantities.is_linear = is_linear(trace.header.environment);
  quantities.delta = settings.delta;
  BoundStudy study;
  const bool with_networks =
      is_known_method(trace.header.method) && theory::has_proof_terms(trace.header);
  if (with_networks) {
    quantities.run = theory::measure_run(trace, read_npy, on_step);
  } else {
    study.notes.push_back(fmt::format(
        "THM-1 and its terms are left out: method {} has no scores that this program knows",
        trace.header.method.name));
  }
  const BoundQuantities given(trace, settings.quantities, with_networks);
  study.notes.insert(study.notes.end(), given.notes().begin(), given.notes().end());
  study.rounds = theory::doubling_rounds(quantities.sums.rounds());
  std::uint64_t steps = quantities.sums.rounds();
  for (std::size_t i = 0; i < study.rounds.size(); ++i) {
    const std::uint64_t t = study.rounds[i];
    study.regret.push_back(theory::sum_until(quantities.sums.regret, t));
    study.complexity = given.complexity(t);
    study.bounds = theory::bounds_at(t, quantities, study.complexity, given.kernel(t));
    add_to_curves(study.bounds, i, study.rounds.size(), study.curves);
    steps += t;
    if (on_step) on_step(steps);
  }
  study.run = std::move(quantities.run);
  return study;
}

}  // namespace eenet::experiments
