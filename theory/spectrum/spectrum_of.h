// The spectrum of the infinite-width kernel of given contexts, one point per column: repeated
// contexts are merged, opposite ones are counted, and theory/spectrum/spectrum.h does the rest.
#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>

#include "theory/kernel/ntk_recursion.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/spectrum/spectrum.h"

namespace eenet::theory {

// The arguments of `spectrum`.
struct SpectrumProblem {
  std::unique_ptr<Kernel> kernel;  // of the distinct points
  PointFacts facts;
  std::optional<Eigen::VectorXd> rewards;
};

// Requires finite contexts, and one reward per point if there are rewards.
Spectrum spectrum_of(const Eigen::Ref<const Eigen::MatrixXd>& contexts, const NtkChoice& choice,
                     const std::optional<Eigen::VectorXd>& rewards = std::nullopt,
                     const SpectrumSettings& settings = {});
Spectrum spectrum_of(const SpectrumProblem& problem, const SpectrumSettings& settings);

// Points that are known by their contexts, or by their kernel matrix alone.
struct SpectrumPoints {
  Eigen::MatrixXd contexts;              // one point per column; empty if there is a matrix
  std::unique_ptr<StoredKernel> matrix;  // null if there are contexts
  std::optional<Eigen::VectorXd> rewards;

  [[nodiscard]] Eigen::Index count() const { return matrix ? matrix->size() : contexts.cols(); }
};

// The problem of the first n points. Its kernel may refer to `points`, which must live as long.
// Points of a matrix count as distinct. Requires 1 <= n <= points.count().
SpectrumProblem first_points(const SpectrumPoints& points, Eigen::Index n, const NtkChoice& choice);

// The kernel matrix of all points, with one row for each point, repeated ones included.
std::unique_ptr<StoredKernel> whole_matrix(const SpectrumPoints& points, const NtkChoice& choice);

}  // namespace eenet::theory
