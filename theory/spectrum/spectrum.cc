#include "theory/spectrum/spectrum.h"

#include <algorithm>
#include <utility>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/kernel/kernel_product.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/measured/enclosure.h"
#include "theory/measured/names.h"
#include "theory/spectrum/close_eigenvalue.h"
#include "theory/spectrum/diagnosis.h"
#include "theory/spectrum/extreme_eigenvalues.h"
#include "theory/spectrum/log_determinant.h"
#include "theory/spectrum/partial_cholesky.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

// Reports the part of the work that is done, for stages of the given costs.
class Stages {
 public:
  Stages(std::vector<double> costs, const std::function<void(double)>& tell)
      : costs_(std::move(costs)), tell_(tell) {
    for (const double cost : costs_) all_ += cost;
  }

  // For the current stage: is called with the part of it that is done.
  [[nodiscard]] std::function<void(double)> inside() const {
    if (!tell_) return {};
    return [this](double part) { tell_((done_ + part * costs_[at_]) / all_); };
  }

  void finish() {
    done_ += costs_[at_++];
    if (tell_) tell_(done_ / all_);
  }

 private:
  std::vector<double> costs_;
  const std::function<void(double)>& tell_;
  std::size_t at_ = 0;
  double done_ = 0.0;
  double all_ = 0.0;
};

void say(Spectrum& result, const std::optional<std::string>& sentence) {
  if (sentence) result.diagnosis.push_back(*sentence);
}

SpectrumMethod chosen(Index size, const SpectrumSettings& settings) {
  if (settings.method != SpectrumMethod::kAuto) return settings.method;
  const double bytes = 8.0 * static_cast<double>(size) * static_cast<double>(size);
  return bytes <= settings.memory ? SpectrumMethod::kDense : SpectrumMethod::kIterative;
}

// The rewards of the distinct points, which are those of all where no two contradict each other:
// h^T H^+ h is then g^T K^-1 g, without weights.
VectorXd merged(const DistinctPoints& points, const VectorXd& rewards) {
  VectorXd result(points.count());
  for (Index i = 0; i < points.count(); ++i) {
    result[i] = rewards[points.first[static_cast<std::size_t>(i)]];
  }
  return result;
}

void add_reward_norm(Spectrum& result, StoredKernel& stored, const DistinctPoints& points,
                     const VectorXd& rewards, const Measured& smallest, const Measured& largest) {
  if (const std::optional<Contradiction> found = contradiction(points, rewards)) {
    result.reward_norm = RewardNorm{Measured::exact(kInfinity), Measured::exact(kInfinity), true};
    result.diagnosis.push_back(contradiction_sentence(*found, rewards));
    return;
  }
  result.reward_norm = reward_norm(stored, merged(points, rewards), smallest, largest);
  if (result.reward_norm->leaves_range) {
    result.diagnosis.emplace_back(
        "the rewards leave the range of H as far as double precision can tell: S is infinite, or "
        "too large to be told from it");
  }
}

// If contexts almost coincide, differences of rows show digits that doubles hide. The precise
// entries that they need are slow, so many of them are computed only if the ends are apart.
SmallestEigenvalue smallest_of(const Kernel& kernel, StoredKernel& stored, unsigned threads,
                               const std::function<void(double)>& on_part) {
  constexpr double kApart = 1.01;
  constexpr Index kFewPoints = 128;
  SmallestEigenvalue found = smallest_eigenvalue(stored);
  if (!found.positive_semidefinite) return found;
  const bool apart = found.value.upper > kApart * found.value.lower;
  const Index most = apart ? kernel.size() : kFewPoints;
  if (const auto ends = smallest_eigenvalue_of_close_points(kernel, most, threads, on_part)) {
    const Interval both = intersection({found.value.lower, found.value.upper}, *ends);
    found.value = certified_within(std::min(ends->upper, both.upper), both);
  }
  return found;
}

void dense(Spectrum& result, const Kernel& kernel, const PointFacts& facts,
           const std::optional<VectorXd>& rewards, const SpectrumSettings& settings) {
  std::optional<StoredKernel> matrix;
  matrix.emplace(kernel, settings.threads);
  StoredKernel& stored = *matrix;
  // Costs in factorisations: a shifted one and one or two for the end; one and the iteration; one
  // each for the last two.
  Stages stages({3.0, 2.0, rewards ? 1.0 : 0.0, 1.0}, settings.on_progress);
  const SmallestEigenvalue smallest =
      smallest_of(kernel, stored, settings.threads, stages.inside());
  EENET_REQUIRE(smallest.positive_semidefinite,
                "spectrum: the matrix has an eigenvalue of at most ", smallest.value.upper,
                " whatever the errors of its entries, expected a positive semidefinite one");
  stages.finish();
  Measured largest = largest_eigenvalue(stored);
  stages.finish();
  const double resolution =
      stored.allowance(1.0, 0.0) + stored.entry_error() * stored.trace_bound();
  say(result, singular_sentence(smallest.value, resolution));
  result.smallest_eigenvalue = smallest.value;
  if (rewards) {
    add_reward_norm(result, stored, facts.points, *rewards, smallest.value, largest);
  }
  stages.finish();
  if (result.distinct_points < result.points) {
    // The first matrix is freed before: one matrix in memory at a time.
    matrix.reset();
    matrix.emplace(WeightedKernel(kernel, facts.points.weights()));
    largest = largest_eigenvalue(*matrix);
    result.smallest_eigenvalue = Measured::exact(0.0);
  }
  result.largest_eigenvalue = largest;
  result.log_determinant = log_determinant(*matrix, settings.lambda);
}

// The statistical result with the proven ends added; a value outside them is moved to them.
Measured beside(Measured statistical, const Measured& certified) {
  const auto inside = [&certified](double x) {
    return std::clamp(x, certified.lower, certified.upper);
  };
  statistical.value = inside(statistical.value);
  statistical.lower = std::min(inside(statistical.lower), statistical.value);
  statistical.upper = std::max(inside(statistical.upper), statistical.value);
  return statistical.within({certified.lower, certified.upper});
}

// |h|^2 / lambda_max <= h^T H^-1 h: all that is known of S without a lower end of lambda_min.
// With repeated points h is that of the distinct ones, whose largest eigenvalue is not above that
// of all.
Measured reward_norm_from_largest(const VectorXd& rewards, const Measured& largest) {
  if (rewards.isZero(0.0)) return Measured::exact(0.0);
  const Interval square = dot(rewards, {rewards, VectorXd::Zero(rewards.size())});
  const double lower =
      square_root(exactly(2.0) * square / Interval{largest.upper, largest.upper}).lower;
  return Measured::certified_between(lower, lower, kInfinity);
}

void iterative_reward_norm(Spectrum& result, const DistinctPoints& points,
                           const VectorXd& rewards) {
  if (const std::optional<Contradiction> found = contradiction(points, rewards)) {
    result.reward_norm = RewardNorm{Measured::exact(kInfinity), Measured::exact(kInfinity), true};
    result.diagnosis.push_back(contradiction_sentence(*found, rewards));
    return;
  }
  const Measured norm =
      reward_norm_from_largest(merged(points, rewards), result.largest_eigenvalue);
  result.reward_norm = RewardNorm{norm, Measured::certified_between(1.0, 1.0, kInfinity), false};
  result.diagnosis.emplace_back(
      "S has no upper end: it needs the lower end of the smallest eigenvalue, which the dense "
      "method alone finds");
}

// No eigenvalue is above a diagonal entry of H, or of a Schur complement of it.
Measured smallest_from(const Kernel& kernel, const PartialCholesky& partial) {
  const double entry =
      (exactly(diagonal(kernel).minCoeff()) / (exactly(1.0) - exactly(kernel.entry_error()))).upper;
  const double upper = partial.certified ? std::min(entry, partial.smallest_remainder) : entry;
  return Measured::certified_between(upper, 0.0, upper);
}

void iterative(Spectrum& result, const Kernel& kernel, const PointFacts& facts,
               const std::optional<VectorXd>& rewards, const SpectrumSettings& settings) {
  const WeightedKernel weighted(kernel, facts.points.weights());
  const bool repeated = result.distinct_points < result.points;
  const Kernel& all = repeated ? static_cast<const Kernel&>(weighted) : kernel;
  const Index rank = std::min(settings.rank, all.size());
  // Costs in entries computed; the arithmetic of a probe costs little beside its entry.
  const auto n = static_cast<double>(all.size());
  Stages stages({n * static_cast<double>(rank), n * n / 2.0, 8.0 * n * n / 2.0},
                settings.on_progress);
  const PartialCholesky partial = partial_cholesky(all, rank, 0.0);
  stages.finish();
  result.smallest_eigenvalue = repeated ? Measured::exact(0.0) : smallest_from(all, partial);
  result.largest_eigenvalue =
      largest_eigenvalue(all, partial.largest_direction(), {settings.threads, stages.inside()});
  stages.finish();
  const Measured certified = log_determinant(all, partial, settings.lambda);
  if (partial.certified && partial.ridge < settings.lambda / 4.0) {
    ProbeSettings probes = settings.probes;
    probes.threads = settings.threads;
    probes.on_progress = stages.inside();
    result.log_determinant =
        beside(stochastic_log_determinant(all, partial, settings.lambda, probes).value, certified);
  } else {
    result.log_determinant = certified;
    result.diagnosis.emplace_back(
        "lambda is below what the partial factor resolves: log det has its proven ends alone");
  }
  if (rewards) iterative_reward_norm(result, facts.points, *rewards);
}

}  // namespace

std::string to_text(SpectrumMethod method) {
  return name_in({{SpectrumMethod::kDense, "dense"},
                  {SpectrumMethod::kIterative, "iterative"},
                  {SpectrumMethod::kAuto, "auto"}},
                 method);
}

Spectrum spectrum(const Kernel& kernel, const PointFacts& facts,
                  const std::optional<VectorXd>& rewards, const SpectrumSettings& settings) {
  EENET_REQUIRE(kernel.size() == facts.points.count(), "spectrum: the kernel has ", kernel.size(),
                " points, expected the ", facts.points.count(), " distinct ones");
  Spectrum result;
  result.points = static_cast<Index>(facts.points.group.size());
  result.distinct_points = kernel.size();
  EENET_REQUIRE(!rewards || rewards->size() == result.points, "spectrum: got ",
                rewards ? rewards->size() : 0, " rewards, expected ", result.points);
  result.method = chosen(kernel.size(), settings);
  EENET_REQUIRE(settings.lambda > 0.0, "spectrum: lambda is ", settings.lambda,
                ", expected above 0");
  say(result, repetition_sentence(facts.points));
  say(result, antipodal_sentence(facts.antipodal_pairs, facts.dimension, facts.depth));
  if (result.method == SpectrumMethod::kDense) {
    dense(result, kernel, facts, rewards, settings);
  } else {
    iterative(result, kernel, facts, rewards, settings);
  }
  const auto points = static_cast<double>(result.points);
  result.effective_dimension = effective_dimension(result.log_determinant, points, settings.lambda);
  result.information_gain = information_gain(result.log_determinant);
  return result;
}

}  // namespace eenet::theory
