#include "experiments/runs/prefix_spectra.h"

#include <utility>

#include "theory/spectrum/log_determinant.h"
#include "theory/spectrum/prefix_log_determinants.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

PrefixSpectrum with_everything(theory::Spectrum spectrum) {
  return {spectrum.points, spectrum.log_determinant, spectrum.effective_dimension,
          std::move(spectrum)};
}

// At every n.
std::vector<PrefixSpectrum> log_determinants(const SpectrumPoints& points,
                                             const KernelChoice& choice, double lambda) {
  std::vector<PrefixSpectrum> prefixes;
  const auto matrix = whole_matrix(points, choice);
  for (const theory::Measured& log_determinant : theory::prefix_log_determinants(*matrix, lambda)) {
    const auto n = static_cast<Index>(prefixes.size() + 1);
    prefixes.push_back(
        {n, log_determinant,
         theory::effective_dimension(log_determinant, static_cast<double>(n), lambda),
         std::nullopt});
  }
  return prefixes;
}

}  // namespace

std::vector<Index> prefix_grid(Index points) {
  std::vector<Index> grid;
  for (Index n = 1; n < points; n *= 2) grid.push_back(n);
  grid.push_back(points);
  return grid;
}

std::vector<PrefixSpectrum> prefix_spectra(const SpectrumPoints& points, const KernelChoice& choice,
                                           const theory::Spectrum& all,
                                           const theory::SpectrumSettings& settings,
                                           const std::function<void(double)>& on_part) {
  const bool dense = settings.method == theory::SpectrumMethod::kDense;
  std::vector<PrefixSpectrum> prefixes;
  if (dense) prefixes = log_determinants(points, choice, settings.lambda);
  on_part(0.5);
  for (const Index n : prefix_grid(points.count())) {
    PrefixSpectrum prefix;
    if (n == points.count()) {
      prefix = with_everything(all);
    } else {
      const SpectrumProblem problem = first_points(points, n, choice);
      prefix = with_everything(
          theory::spectrum(*problem.kernel, problem.facts, problem.rewards, settings));
    }
    if (dense) {
      prefixes[static_cast<std::size_t>(n - 1)] = std::move(prefix);
    } else {
      prefixes.push_back(std::move(prefix));
    }
    const double size = static_cast<double>(n) / static_cast<double>(points.count());
    on_part(0.5 + 0.5 * size);
  }
  return prefixes;
}

}  // namespace eenet::experiments
