// The covariance of NeuralUCB and NeuralTS, U = lambda I + sum g g^T over the gradients g of the
// arms played, whole or with its diagonal alone. [EENET, Motivation of Exploration Network, tab:1:
// A_t]
#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

#include "reference/mlp.h"

namespace eenet {

// A gradient without its zeros: entry places[i] is values[i], places ascending. Half of the units
// are inactive, and a block context has few entries.
struct SparseGradient {
  std::vector<Eigen::Index> places;
  std::vector<double> values;
};

// The gradient of flatten_gradient (reference/mlp.h).
void collect_gradient(const ForwardPass& pass, const BackwardPass& back, SparseGradient& gradient);

class GradientCovariance {
 public:
  GradientCovariance() = default;
  GradientCovariance(const GradientCovariance&) = delete;
  GradientCovariance& operator=(const GradientCovariance&) = delete;
  virtual ~GradientCovariance() = default;

  // squares[i] = g_i^T U^-1 g_i.
  virtual void weigh(const std::vector<SparseGradient>& gradients, Eigen::VectorXd& squares) = 0;

  // U += g g^T.
  virtual void add(const SparseGradient& gradient) = 0;
};

// Above this many parameters the whole covariance would take more than 2 GB.
inline constexpr Eigen::Index kMostParametersOfFullCovariance = 16'384;

// U as p numbers: its off-diagonal entries are left out, both when g g^T is added and when U is
// inverted. The sum of g_k^2 / U_kk is taken over the entries that are not 0, in their order.
std::unique_ptr<GradientCovariance> diagonal_covariance(Eigen::Index parameters, double lambda);

// U as its Cholesky factor. Requires at most kMostParametersOfFullCovariance parameters.
std::unique_ptr<GradientCovariance> full_covariance(Eigen::Index parameters, double lambda);

}  // namespace eenet
