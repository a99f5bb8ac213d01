// Spectra of the first 1, 2, 3, ... points: how the quantities grow with the rounds.
#pragma once

#include <functional>
#include <vector>

#include "experiments/data/spectrum_points.h"
#include "experiments/reports/spectrum_report.h"

namespace eenet::experiments {

// 1, 2, 4, 8, ... and N, in increasing order.
std::vector<Eigen::Index> prefix_grid(Eigen::Index points);

// Everything at the n of the grid, of which `all` is the last. By the dense method moreover log det
// and effective dimension at every n, from one factorisation; by the iterative one the grid alone.
// The method is settings.method for every n. `on_part` is told what part is done.
std::vector<PrefixSpectrum> prefix_spectra(const SpectrumPoints& points, const KernelChoice& choice,
                                           const theory::Spectrum& all,
                                           const theory::SpectrumSettings& settings,
                                           const std::function<void(double)>& on_part);

}  // namespace eenet::experiments
