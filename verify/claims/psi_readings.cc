#include "verify/claims/psi_readings.h"

#include <algorithm>

#include "theory/regret/preconditions.h"
#include "theory/regret/proof_terms.h"
#include "verify/claims/psi.h"

namespace eenet::verify {

bool PsiReadings::proof_needs_more() const {
  return std::max(played.lower, optimal.lower) > printed.upper;
}

PsiReadings psi_readings(const std::string& environment, const std::string& method,
                         std::uint64_t rounds, std::uint64_t seed) {
  const Trace trace = full_trace(environment, method, rounds, seed);
  PsiReadings readings;
  readings.printed = psi_of_run(trace, theory::Reading::kPrinted);
  readings.played = psi_of_run(trace, theory::Reading::kPlayed);
  readings.optimal = psi_of_run(trace, theory::Reading::kOptimal);
  const auto conditions = theory::theorem_1_preconditions(theory::measure_run(trace, {}).facts);
  readings.admissible =
      std::all_of(conditions.begin(), conditions.end(), [](const theory::Precondition& condition) {
        return condition.holds == theory::Answer::kYes;
      });
  return readings;
}

}  // namespace eenet::verify
