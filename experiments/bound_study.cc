#include "experiments/bound_study.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "experiments/npy.h"
#include "reference/registry.h"
#include "theory/distinct_points.h"
#include "theory/infinite_ntk.h"
#include "theory/spectrum.h"

namespace eenet::experiments {

namespace {

constexpr int kDefaultDepth = 2;  // of the kernel, for methods without networks

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

int depth_of(const Spec& method) {
  const auto found = method.given.find("depth");
  return found == method.given.end() ? kDefaultDepth : std::stoi(found->second);
}

// The quantities of the bounds that take time, at any horizon.
class Source {
 public:
  Source(const Trace& trace, const BoundStudySettings& settings) : trace_(trace) {
    depth_ = depth_of(trace.header.method);
    lambda_ = settings.lambda;
    const auto arms = static_cast<std::uint64_t>(trace.rounds[0].expected_rewards->size());
    const bool contexts = trace.rounds[0].contexts.has_value();
    with_kernel_ = contexts && arms * trace.rounds.size() <= settings.most_points;
    if (!with_kernel_) {
      notes_.push_back(fmt::format(
          "NUCB and EENET/ntk are left out: the kernel of {} contexts, more than --points {}",
          arms * trace.rounds.size(), settings.most_points));
    }
  }

  [[nodiscard]] std::optional<theory::KernelAt> kernel(std::uint64_t t) const {
    if (!with_kernel_) return std::nullopt;
    return kernel_at(trace_, t, depth_, lambda_);
  }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  const Trace& trace_;
  int depth_ = kDefaultDepth;
  double lambda_ = 1.0;
  bool with_kernel_ = false;
  std::vector<std::string> notes_;
};

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

BoundStudy study_bounds(const Trace& trace, const BoundStudySettings& settings,
                        const StudyProgress& on_round) {
  theory::RunQuantities quantities;
  quantities.sums = theory::regret_sums(trace);
  quantities.dim = static_cast<std::uint64_t>(trace.header.dim);
  quantities.is_linear = is_linear(trace.header.environment);
  quantities.delta = settings.delta;
  BoundStudy study;
  if (is_known_method(trace.header.method) && theory::has_proof_terms(trace.header)) {
    quantities.run = theory::measure_run(trace, read_npy, on_round);
  } else {
    study.notes.push_back(fmt::format(
        "THM-1 and its terms are left out: method {} has no scores that this program knows",
        trace.header.method.name));
  }
  const Source source(trace, settings);
  study.notes.insert(study.notes.end(), source.notes().begin(), source.notes().end());
  study.rounds = theory::doubling_rounds(quantities.sums.rounds());
  for (std::size_t i = 0; i < study.rounds.size(); ++i) {
    const std::uint64_t t = study.rounds[i];
    study.regret.push_back(theory::sum_until(quantities.sums.regret, t));
    study.bounds = theory::bounds_at(t, quantities, study.complexity, source.kernel(t));
    add_to_curves(study.bounds, i, study.rounds.size(), study.curves);
  }
  study.run = std::move(quantities.run);
  return study;
}

}  // namespace eenet::experiments
