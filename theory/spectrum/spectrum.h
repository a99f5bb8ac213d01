// Everything that the bounds need of a kernel matrix: lambda0, log det, effective dimension, S.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "theory/kernel/distinct_points.h"
#include "theory/kernel/kernel.h"
#include "theory/measured/measured.h"
#include "theory/spectrum/reward_norm.h"
#include "theory/spectrum/stochastic_log_determinant.h"

namespace eenet::theory {

enum class SpectrumMethod {
  kAuto,      // dense if the matrix fits into `memory`, else iterative
  kDense,     // factorisations in memory: every end is certified
  kIterative  // products and a partial factor: log det is statistical, with certified ends too
};

// "auto", "dense" or "iterative".
std::string to_text(SpectrumMethod method);

struct SpectrumSettings {
  double lambda = 1.0;  // of I + H / lambda; above 0
  SpectrumMethod method = SpectrumMethod::kAuto;
  double memory = 0x1p31;     // bytes for one matrix
  Eigen::Index rank = 512;    // columns of the partial factor at most
  ProbeSettings probes = {};  // `threads` and `on_progress` are set from the next two
  unsigned threads = 1;       // of the iterative method; the bits do not depend on it
  // Is called with the estimated part of the work that is done, from any thread.
  std::function<void(double part)> on_progress = {};
};

// Facts about the points, apart from their kernel.
struct PointFacts {
  DistinctPoints points;
  Eigen::Index antipodal_pairs = 0;  // among distinct points
  Eigen::Index dimension = 0;
  int depth = 0;  // weight matrices of the infinite-width kernel; 0 if the kernel is another
};

struct Spectrum {
  Eigen::Index points = 0;
  Eigen::Index distinct_points = 0;
  Measured smallest_eigenvalue;  // of the matrix of all points: exactly 0 if one is repeated
  Measured largest_eigenvalue;
  Measured log_determinant;  // of I + H / lambda
  Measured effective_dimension;
  Measured information_gain;
  // If there are rewards. By the iterative method S has a lower end only.
  std::optional<RewardNorm> reward_norm;
  std::vector<std::string> diagnosis;
  SpectrumMethod method = SpectrumMethod::kDense;  // the method used, never kAuto
};

// `kernel` is that of the distinct points, in the order of facts.points.first; `rewards` has one
// entry for each of all points. A kernel whose entries are proven not to be those of a positive
// semidefinite matrix is the caller's mistake.
Spectrum spectrum(const Kernel& kernel, const PointFacts& facts,
                  const std::optional<Eigen::VectorXd>& rewards, const SpectrumSettings& settings);

}  // namespace eenet::theory
