// Spectra of the first 1, 2, 3, ... points: how the quantities grow with the rounds.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "theory/spectrum/spectrum_of.h"

namespace eenet::theory {

// The first `points` points alone.
struct PrefixSpectrum {
  Eigen::Index points = 0;
  Measured log_determinant;
  Measured effective_dimension;
  std::optional<Spectrum> whole;  // everything else; not for every n
};

// The whole spectrum for n = 1, 2, 4, ... and N, the last of which is `all`. The dense method
// returns moreover log det and the effective dimension for every other n, from one factorisation.
// The method is settings.method for every n, and not kAuto. Calls `on_part` with the part of the
// work that is done.
std::vector<PrefixSpectrum> prefix_spectra(const SpectrumPoints& points, const NtkChoice& choice,
                                           const Spectrum& all, const SpectrumSettings& settings,
                                           const std::function<void(double)>& on_part);

}  // namespace eenet::theory
