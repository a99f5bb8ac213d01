#include "experiments/runs/bound_quantities.h"

#include <fmt/format.h>

#include <stdexcept>
#include <string>

#include "experiments/formats/npy.h"
#include "theory/kernel/distinct_points.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/psi/complexity_term.h"
#include "theory/psi/readings.h"
#include "theory/spectrum/spectrum.h"

namespace eenet::experiments {

namespace {

constexpr int kDefaultDepth = 2;  // of the kernel, for methods without networks

int depth_of(const Spec& method) {
  const auto found = method.given.find("depth");
  return found == method.given.end() ? kDefaultDepth : std::stoi(found->second);
}

// One row a point: the arms of the first t rounds, with their expected rewards.
struct Points {
  Eigen::MatrixXd contexts;
  Eigen::VectorXd expected_rewards;
};

Points points_until(const Trace& trace, std::uint64_t t) {
  Points points;
  Eigen::Index count = 0;
  for (std::uint64_t i = 0; i < t; ++i) count += trace.rounds[i].contexts->cols();
  points.contexts.resize(count, trace.rounds[0].contexts->rows());
  points.expected_rewards.resize(count);
  Eigen::Index at = 0;
  for (std::uint64_t i = 0; i < t; ++i) {
    const TraceRound& round = trace.rounds[i];
    points.contexts.middleRows(at, round.contexts->cols()) = round.contexts->transpose();
    points.expected_rewards.segment(at, round.contexts->cols()) = *round.expected_rewards;
    at += round.contexts->cols();
  }
  return points;
}

theory::KernelAt kernel_at(const Trace& trace, std::uint64_t t, int depth, double lambda) {
  const Points points = points_until(trace, t);
  theory::PointFacts facts;
  facts.points = theory::distinct_points(points.contexts);
  facts.antipodal_pairs =
      static_cast<Eigen::Index>(theory::antipodal_pairs(points.contexts, facts.points).size());
  facts.dimension = points.contexts.cols();
  facts.depth = depth;
  const Eigen::MatrixXd distinct = facts.points.rows(points.contexts).transpose();
  theory::SpectrumSettings settings;
  settings.lambda = lambda;
  settings.method = theory::SpectrumMethod::kDense;
  const theory::Spectrum found = theory::spectrum(theory::InfiniteNtk(distinct, depth), facts,
                                                  points.expected_rewards, settings);
  return {found.smallest_eigenvalue, found.effective_dimension, found.reward_norm->value};
}

}  // namespace

BoundQuantities::BoundQuantities(const Trace& trace, const BoundQuantitySettings& settings,
                                 bool with_networks)
    : trace_(trace),
      settings_(settings),
      arms_(static_cast<std::uint64_t>(trace.rounds.at(0).expected_rewards->size())),
      depth_(with_networks ? depth_of(trace.header.method) : kDefaultDepth) {
  prepare_kernel();
  if (with_networks) prepare_psi();
}

void BoundQuantities::prepare_kernel() {
  const std::uint64_t points = arms_ * trace_.rounds.size();
  for (const TraceRound& round : trace_.rounds) {
    if (round.contexts) continue;
    notes_.push_back(fmt::format(
        "NUCB and EENET/ntk are left out: round {} of the trace has no contexts", round.t));
    return;
  }
  with_kernel_ = points <= settings_.most_points;
  if (!with_kernel_) {
    notes_.push_back(fmt::format(
        "NUCB and EENET/ntk are left out: the kernel of {} contexts, more than --points {}", points,
        settings_.most_points));
  }
}

void BoundQuantities::prepare_psi() {
  const std::uint64_t rounds = trace_.rounds.size();
  double R = 0.0;
  try {
    R = theory::radius_of_method(trace_.header);
  } catch (const std::invalid_argument& refused) {
    notes_.push_back(fmt::format("THM-1 with Psi is left out: {}", refused.what()));
    return;
  }
  const auto prepare = [&](theory::Reading reading, const char* bound, std::uint64_t points,
                           std::optional<theory::FittingProblem>& problem) {
    if (points > settings_.most_points) {
      notes_.push_back(fmt::format("{} is left out: Psi of {} points, more than --points {}", bound,
                                   points, settings_.most_points));
      return;
    }
    try {
      problem = theory::fitting_problem(trace_, reading, R, read_npy);
    } catch (const std::invalid_argument& refused) {
      notes_.push_back(fmt::format("{} is left out: {}", bound, refused.what()));
    }
  };
  prepare(theory::Reading::kPrinted, "THM-1/printed", arms_ * rounds, printed_);
  prepare(theory::Reading::kPlayed, "THM-1/corrected", rounds, played_);
  if (played_) prepare(theory::Reading::kOptimal, "THM-1/corrected", rounds, optimal_);
}

std::optional<theory::KernelAt> BoundQuantities::kernel(std::uint64_t t) const {
  if (!with_kernel_) return std::nullopt;
  return kernel_at(trace_, t, depth_, settings_.lambda);
}

std::optional<theory::Measured> BoundQuantities::psi(
    const std::optional<theory::FittingProblem>& problem, std::uint64_t points) const {
  if (!problem) return std::nullopt;
  const auto count = static_cast<Eigen::Index>(points);
  const theory::FittingProblem first = {problem->start, problem->inputs.leftCols(count),
                                        problem->labels.head(count), problem->ball_radius};
  theory::ComplexityTermSettings settings;
  settings.threads = settings_.jobs;
  return theory::complexity_term(first, settings).psi;
}

theory::ComplexityAt BoundQuantities::complexity(std::uint64_t t) const {
  return {psi(printed_, arms_ * t), psi(played_, t), psi(optimal_, t)};
}

}  // namespace eenet::experiments
