#include "verify/claims/psi.h"

#include <cmath>

#include "reference/registry.h"
#include "theory/psi/network_values.h"
#include "verify/claims/runs.h"

namespace eenet::verify {

theory::ComplexityTerm psi_of(const Mlp& start, const Eigen::MatrixXd& points,
                              const Eigen::VectorXd& labels, double radius) {
  return theory::complexity_term({start, points, labels, radius});
}

Trace full_trace(const std::string& environment, const std::string& method, std::uint64_t rounds,
                 std::uint64_t seed) {
  Trace trace;
  trace.header.producer = "eenet claims";
  trace.header.environment = complete_environment_spec(Spec::parse(environment));
  trace.header.method = complete_policy_spec(Spec::parse(method));
  trace.header.rounds = rounds;
  trace.header.seed = seed;
  trace.header.detail = TraceDetail::kFull;
  const auto arms = make_environment(trace.header, {});
  const auto policy = make_policy(trace.header, *arms);
  trace.header.dim = arms->dim();
  trace.header.arms = arms->arms();
  const RunOutcome outcome = play(*arms, *policy, rounds, [&trace](const PlayedRound& played) {
    trace.rounds.push_back(record_round(played, TraceDetail::kFull));
    return true;
  });
  trace.end = record_end(outcome, TraceDetail::kFull);
  return trace;
}

theory::Measured psi_of_run(const Trace& trace, theory::Reading reading) {
  const double r = theory::radius_of_method(trace.header);
  return theory::complexity_term(theory::fitting_problem(trace, reading, r, {})).psi;
}

theory::Measured psi_at_start_of_run(const Trace& trace, theory::Reading reading) {
  const theory::FittingProblem problem =
      theory::fitting_problem(trace, reading, theory::radius_of_method(trace.header), {});
  const theory::MergedPoints points = theory::merged_points(problem);
  return theory::sum_of_squares(points, problem.labels,
                                theory::network_values(problem.start, points.inputs, 1));
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
