#include "verify/claims/psi.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/registry.h"
#include "reference/trace.h"
#include "theory/psi/network_values.h"
#include "theory/regret/preconditions.h"
#include "theory/regret/proof_terms.h"
#include "verify/claims/runs.h"

namespace eenet::verify {

theory::ComplexityTerm psi_of(const Mlp& start, const Eigen::MatrixXd& points,
                              const Eigen::VectorXd& labels, double radius) {
  return theory::complexity_term({start, points, labels, radius});
}

Trace full_trace(const std::string& environment, const std::string& method, std::uint64_t rounds,
                 std::uint64_t seed) {
  TraceHeader header;
  header.producer = "eenet claims";
  header.environment = complete_environment_spec(Spec::parse(environment));
  header.method = complete_policy_spec(Spec::parse(method));
  header.rounds = rounds;
  header.seed = seed;
  header.detail = TraceDetail::kFull;
  return recorded_run(std::move(header));
}

theory::Measured psi_of_run(const Trace& trace, theory::Reading reading) {
  const double r = theory::radius_of_method(trace.header);
  return theory::complexity_term(theory::fitting_problem(trace, reading, r, {})).psi;
}

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

theory::Measured psi_at_start_of_run(const Trace& trace, theory::Reading reading) {
  const theory::FittingProblem problem =
      theory::fitting_problem(trace, reading, theory::radius_of_method(trace.header), {});
  const theory::MergedPoints points = theory::merged_points(problem);
  return theory::sum_of_squares(points, problem.labels,
                                theory::network_values(problem.start, points.inputs, 1));
}

double psi_of_equal_pairs(const Eigen::VectorXd& labels) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i + 1 < labels.size(); i += 2) {
    const double mean = (labels[i] + labels[i + 1]) / 2.0;
    for (const Eigen::Index k : {i, i + 1}) sum += (labels[k] - mean) * (labels[k] - mean);
  }
  return sum;
}

LabelledPoints smooth_labels(Eigen::Index dim, Eigen::Index count, std::uint64_t seed) {
  LabelledPoints made;
  made.points = unit_points(dim, count, seed);
  made.labels.resize(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    made.labels[i] = (1.0 + std::sin(3.0 * made.points(0, i))) / 2.0;
  }
  return made;
}

}  // namespace eenet::verify
