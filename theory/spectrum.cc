#include "theory/spectrum.h"

#include <algorithm>
#include <limits>

#include "reference/require.h"
#include "theory/diagnosis.h"
#include "theory/enclosure.h"
#include "theory/extreme_eigenvalues.h"
#include "theory/log_determinant.h"
#include "theory/partial_cholesky.h"
#include "theory/stored_kernel.h"

namespace eenet::theory {

namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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

void dense(Spectrum& result, const Kernel& kernel, const PointFacts& facts,
           const std::optional<VectorXd>& rewards, const SpectrumSettings& settings) {
  std::optional<StoredKernel> matrix;
  matrix.emplace(kernel);
  StoredKernel& stored = *matrix;
  const SmallestEigenvalue smallest = smallest_eigenvalue(stored);
  EENET_REQUIRE(smallest.positive_semidefinite,
                "spectrum: the matrix has an eigenvalue of at most ", smallest.value.upper,
                " whatever the errors of its entries, expected a positive semidefinite one");
  Measured largest = largest_eigenvalue(stored);
  const double resolution =
      stored.allowance(1.0, 0.0) + stored.entry_error() * stored.trace_bound();
  say(result, singular_sentence(smallest.value, resolution));
  result.smallest_eigenvalue = smallest.value;
  if (rewards) {
    add_reward_norm(result, stored, facts.points, *rewards, smallest.value, largest);
  }
  if (result.distinct_points < result.points) {
    // In place of the first matrix, not beside it.
    matrix.reset();
    matrix.emplace(WeightedKernel(kernel, facts.points.weights()));
    largest = largest_eigenvalue(*matrix);
    result.smallest_eigenvalue = Measured::exact(0.0);
  }
  result.largest_eigenvalue = largest;
  result.log_determinant = log_determinant(*matrix, settings.lambda);
}

// The statistical answer with the proven ends beside it; a value outside them is moved to them.
Measured beside(Measured statistical, const Measured& certified) {
  const auto inside = [&certified](double x) {
    return std::clamp(x, certified.lower, certified.upper);
  };
  statistical.value = inside(statistical.value);
  statistical.lower = std::min(inside(statistical.lower), statistical.value);
  statistical.upper = std::max(inside(statistical.upper), statistical.value);
  return statistical.within({certified.lower, certified.upper});
}

void iterative(Spectrum& result, const Kernel& kernel, const PointFacts& facts,
               const std::optional<VectorXd>& rewards, const SpectrumSettings& settings) {
  const WeightedKernel weighted(kernel, facts.points.weights());
  const bool repeated = result.distinct_points < result.points;
  const Kernel& all = repeated ? static_cast<const Kernel&>(weighted) : kernel;
  const PartialCholesky partial = partial_cholesky(all, std::min(settings.rank, all.size()), 0.0);
  if (repeated) {
    result.smallest_eigenvalue = Measured::exact(0.0);
  } else if (partial.certified && partial.smallest_remainder < kInfinity) {
    result.smallest_eigenvalue =
        Measured::certified_between(partial.smallest_remainder, 0.0, partial.smallest_remainder);
  } else {
    result.smallest_eigenvalue = Measured::certified_between(0.0, 0.0, kInfinity);
  }
  result.largest_eigenvalue = largest_eigenvalue(all);
  const Measured certified = log_determinant(all, partial, settings.lambda);
  if (partial.certified && partial.ridge < settings.lambda / 4.0) {
    const StochasticLogDeterminant probes =
        stochastic_log_determinant(all, partial, settings.lambda, settings.probes);
    result.log_determinant = beside(probes.value, certified);
  } else {
    result.log_determinant = certified;
    result.diagnosis.emplace_back(
        "lambda is below what the partial factor resolves: log det has its proven ends alone");
  }
  if (!rewards) return;
  if (const std::optional<Contradiction> found = contradiction(facts.points, *rewards)) {
    result.reward_norm = RewardNorm{Measured::exact(kInfinity), Measured::exact(kInfinity), true};
    result.diagnosis.push_back(contradiction_sentence(*found, *rewards));
    return;
  }
  result.diagnosis.emplace_back("S needs the smallest eigenvalue's lower end: dense method only");
}

}  // namespace

std::string to_text(SpectrumMethod method) {
  switch (method) {
    case SpectrumMethod::kDense:
      return "dense";
    case SpectrumMethod::kIterative:
      return "iterative";
    default:
      return "auto";
  }
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
