// Kernel ridge regression on the samples so far: K their kernel matrix, y their rewards, and for
// each arm of a round, with k_i its kernel values at the samples,
//
//   estimate  k_i^T (K + lambda I)^-1 y
//   C_ij = k(x_i, x_j) - k_i^T (K + lambda I)^-1 k_j, the covariance of the arms left open.
//
// K + lambda I is kept as its Cholesky factor L, which a sample extends by the row L^-1 k, and
// y as w = L^-1 y; with v_i = L^-1 k_i the above are w.v_i and k(x_i, x_j) - v_i.v_j. The exact
// pivot of a new row is at least sqrt(lambda); where rounding says less, it is taken for that.
#pragma once

#include <Eigen/Core>

#include "reference/cholesky.h"
#include "reference/models/kernels.h"

namespace eenet {

class KernelRidge {
 public:
  // Takes at most `limit` samples; later ones are not learned. Requires lambda > 0, limit >= 1.
  KernelRidge(KernelFunction kernel, double lambda, Eigen::Index limit);

  // Prepares what follows for the arms of a round, one per column.
  void observe(const Eigen::MatrixXd& contexts);

  [[nodiscard]] double estimate(Eigen::Index arm) const;

  // C_ii, not below 0.
  [[nodiscard]] double variance(Eigen::Index arm) const;

  // C_ij.
  [[nodiscard]] double covariance(Eigen::Index i, Eigen::Index j) const;

  // Adds an arm of the round observed last as a sample.
  void learn(Eigen::Index arm, double reward);

  [[nodiscard]] Eigen::Index samples() const { return factor_.size(); }

 private:
  // Column `arm` of solved_, as far as there are samples.
  [[nodiscard]] Eigen::Ref<const Eigen::VectorXd> solved(Eigen::Index arm) const;

  KernelFunction kernel_;
  double lambda_;
  Eigen::Index limit_;
  CholeskyFactor factor_;
  Eigen::MatrixXd inputs_;    // of the samples, with room for more
  Eigen::VectorXd solution_;  // w, likewise
  Eigen::MatrixXd arms_;      // of the round
  Eigen::MatrixXd solved_;    // v_i of its arms
};

}  // namespace eenet
