#include "theory/spectrum/prefix_spectra.h"

#include <utility>

#include "theory/measured/doublings.h"
#include "theory/spectrum/log_determinant.h"
#include "theory/spectrum/prefix_log_determinants.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

PrefixSpectrum with_everything(Spectrum spectrum) {
  return {spectrum.points, spectrum.log_determinant, spectrum.effective_dimension,
          std::move(spectrum)};
}

// log det and the effective dimension for every n.
std::vector<PrefixSpectrum> log_determinants(const SpectrumPoints& points, const NtkChoice& choice,
                                             double lambda) {
  std::vector<PrefixSpectrum> prefixes;
  const auto matrix = whole_matrix(points, choice);
  for (const Measured& log_determinant : prefix_log_determinants(*matrix, lambda)) {
    const auto n = static_cast<Index>(prefixes.size() + 1);
    prefixes.push_back({n, log_determinant,
                        effective_dimension(log_determinant, static_cast<double>(n), lambda),
                        std::nullopt});
  }
  return prefixes;
}

}  // namespace

std::vector<PrefixSpectrum> prefix_spectra(const SpectrumPoints& points, const NtkChoice& choice,
                                           const Spectrum& all, const SpectrumSettings& settings,
                                           const std::function<void(double)>& on_part) {
  const bool dense = settings.method == SpectrumMethod::kDense;
  std::vector<PrefixSpectrum> prefixes;
  if (dense) prefixes = log_determinants(points, choice, settings.lambda);
  on_part(0.5);
  for (const Index n : doublings(points.count())) {
    PrefixSpectrum prefix = with_everything(
        n == points.count() ? all : spectrum_of(first_points(points, n, choice), settings));
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

}  // namespace eenet::theory
