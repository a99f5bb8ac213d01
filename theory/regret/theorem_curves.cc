#include "theory/regret/theorem_curves.h"

#include <algorithm>
#include <utility>

#include "reference/require.h"
#include "theory/psi/method_settings.h"

namespace eenet::theory {

namespace {

constexpr const char* kOnlineLoss = "THM-1/online-loss";

Interval ends_of(const Measured& value) {
  return {value.lower, value.upper};
}

std::vector<std::string> open_conditions(const std::vector<RegretBound>& bounds,
                                         const std::string& id) {
  std::vector<std::string> names;
  for (const RegretBound& bound : bounds) {
    if (bound.id != id) continue;
    for (const Precondition& condition : bound.preconditions) {
      if (condition.holds == Answer::kNo) names.push_back(condition.name);
      if (condition.holds == Answer::kUnknown) names.push_back(condition.name + "?");
    }
  }
  return names;
}

}  // namespace

TheoremCurve online_loss_curve(const Trace& trace, double delta, const ArrayReader& read_array) {
  EENET_REQUIRE(is_known_method(trace.header.method) && has_proof_terms(trace.header), "method ",
                trace.header.method.name,
                " has no scores that this program knows, expected one with networks");
  RunQuantities quantities;
  quantities.sums = regret_sums(trace);
  quantities.run = measure_run(trace, read_array);
  quantities.dim = static_cast<std::uint64_t>(trace.header.dim);
  quantities.delta = delta;
  TheoremCurve curve;
  curve.id = kOnlineLoss;
  for (std::uint64_t t = 1; t <= quantities.sums.rounds(); ++t) {
    const std::vector<RegretBound> bounds = bounds_at(t, quantities, {}, std::nullopt);
    const auto found = std::ranges::find(bounds, kOnlineLoss, &RegretBound::id);
    curve.rounds.push_back(t);
    curve.ends.push_back(ends_of(found->value));
  }
  return curve;
}

std::vector<TheoremCurve> theorem_curves(const Trace& trace, const BoundStudySettings& settings,
                                         const ArrayReader& read_array) {
  const BoundStudy study = study_bounds(trace, settings, read_array);
  std::vector<TheoremCurve> curves;
  for (const BoundCurve& bound : study.curves) {
    const bool known =
        std::ranges::all_of(bound.values, [](const auto& v) { return v.has_value(); });
    if (!bound.id.starts_with("THM-1/") || bound.id == kOnlineLoss || !known) continue;
    TheoremCurve curve;
    curve.id = bound.id;
    curve.rounds = study.rounds;
    for (const std::optional<Measured>& value : bound.values) curve.ends.push_back(ends_of(*value));
    curve.hypotheses = open_conditions(study.bounds, bound.id);
    curves.push_back(std::move(curve));
  }
  std::string why;
  for (const LeftOut& one : study.left_out) why += (why.empty() ? "" : "; ") + one.sentence;
  EENET_REQUIRE(!curves.empty(), "no right-hand side of the theorem can be computed (", why,
                "), expected fewer rounds, --points for more of them, or --bound online-loss");
  return curves;
}

}  // namespace eenet::theory
