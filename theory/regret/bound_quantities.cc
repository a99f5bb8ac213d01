#include "theory/regret/bound_quantities.h"

#include <stdexcept>

#include "reference/require.h"
#include "theory/psi/complexity_term.h"
#include "theory/spectrum/spectrum_of.h"

namespace eenet::theory {

namespace {

constexpr Eigen::Index kDefaultDepth = 2;  // of the kernel, for methods without networks

}  // namespace

BoundQuantities::BoundQuantities(const Trace& trace, const BoundQuantitySettings& settings,
                                 const std::optional<MeasuredRun>& run,
                                 const ArrayReader& read_array)
    : trace_(trace),
      settings_(settings),
      arms_(static_cast<std::uint64_t>(trace.rounds.at(0).expected_rewards->size())),
      depth_(run ? static_cast<Eigen::Index>(run->facts.depth) : kDefaultDepth) {
  prepare_kernel();
  if (run) prepare_psi(read_array);
}

void BoundQuantities::prepare_kernel() {
  const std::uint64_t points = arms_ * trace_.rounds.size();
  for (const TraceRound& round : trace_.rounds) {
    if (round.contexts) continue;
    left_out_.push_back({text("NUCB and EENET/ntk are left out: round ", round.t,
                              " of the trace has no contexts")});
    return;
  }
  if (points > settings_.most_points) {
    left_out_.push_back(
        {text("NUCB and EENET/ntk are left out: the kernel of ", points, " contexts"), true});
    return;
  }
  arms_of_rounds_ = arm_points(trace_.rounds);
}

std::optional<FittingProblem> BoundQuantities::problem(Reading reading, const char* bound,
                                                       std::uint64_t points, double R,
                                                       const ArrayReader& read_array) {
  if (points > settings_.most_points) {
    left_out_.push_back({text(bound, " is left out: Psi of ", points, " points"), true});
    return std::nullopt;
  }
  try {
    return fitting_problem(trace_, reading, R, read_array);
  } catch (const std::invalid_argument& refused) {
    left_out_.push_back({text(bound, " is left out: ", refused.what())});
    return std::nullopt;
  }
}

void BoundQuantities::prepare_psi(const ArrayReader& read_array) {
  const std::uint64_t rounds = trace_.rounds.size();
  double R = 0.0;
  try {
    R = radius_of_method(trace_.header);
  } catch (const std::invalid_argument& refused) {
    left_out_.push_back({text("THM-1 with Psi is left out: ", refused.what())});
    return;
  }
  printed_ = problem(Reading::kPrinted, "THM-1/printed", arms_ * rounds, R, read_array);
  played_ = problem(Reading::kPlayed, "THM-1/corrected", rounds, R, read_array);
  if (played_) optimal_ = problem(Reading::kOptimal, "THM-1/corrected", rounds, R, read_array);
}

std::optional<KernelAt> BoundQuantities::kernel(std::uint64_t t) const {
  if (!arms_of_rounds_) return std::nullopt;
  const auto points = static_cast<Eigen::Index>(arms_ * t);
  const Spectrum found =
      spectrum_of(arms_of_rounds_->contexts.leftCols(points), {.depth = depth_},
                  arms_of_rounds_->expected_rewards->head(points),
                  {.lambda = settings_.lambda, .method = SpectrumMethod::kDense});
  return KernelAt{found.smallest_eigenvalue, found.effective_dimension, found.reward_norm->value};
}

std::optional<Measured> BoundQuantities::psi(const std::optional<FittingProblem>& problem,
                                             std::uint64_t points) const {
  if (!problem) return std::nullopt;
  const auto count = static_cast<Eigen::Index>(points);
  const FittingProblem first = {problem->start, problem->inputs.leftCols(count),
                                problem->labels.head(count), problem->ball_radius};
  ComplexityTermSettings settings;
  settings.threads = settings_.jobs;
  return complexity_term(first, settings).psi;
}

ComplexityAt BoundQuantities::complexity(std::uint64_t t) const {
  return {psi(printed_, arms_ * t), psi(played_, t), psi(optimal_, t)};
}

}  // namespace eenet::theory
