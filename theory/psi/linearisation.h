// A network near given parameters, at many points at once: its values, and products with the
// N x p matrix J of its gradients, which is never written down.
//
//   (J D)_i = sum_l <signal_l(x_i), D_l Gamma_(l-1)(x_i)>,   l = L: Gamma_(L-1)(x_i) alone,
//   (J^T u)_l = sum_i u_i signal_l(x_i) Gamma_(l-1)(x_i)^T.
//
// A point of parameter space is an Mlp of the same shape.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "reference/mlp.h"

namespace eenet::theory {

// f at every column of `inputs`, in tiles; no error bounds (network_values.h has them).
Eigen::VectorXd plain_values(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& inputs,
                             unsigned threads);

class Linearisation {
 public:
  // Keeps 2 (L-1) m N + d N numbers. Bits of all that follows do not depend on the threads.
  Linearisation(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& inputs, unsigned threads);

  [[nodiscard]] const MlpShape& shape() const { return shape_; }
  [[nodiscard]] const Eigen::VectorXd& values() const { return values_; }  // f, N numbers

  [[nodiscard]] Eigen::VectorXd times(const Mlp& direction) const;              // J D
  [[nodiscard]] Mlp transposed_times(const Eigen::VectorXd& u) const;           // J^T u
  [[nodiscard]] Eigen::MatrixXd gram(const Eigen::VectorXd& row_scales) const;  // S J J^T S, N x N
  // J^T S^2 J, p x p, in the layout of Mlp::parameters.
  [[nodiscard]] Eigen::MatrixXd parameter_gram(const Eigen::VectorXd& row_scales) const;

 private:
  MlpShape shape_;
  unsigned threads_;
  std::vector<Eigen::MatrixXd> outputs_;  // Gamma_l, l = 0 ... L-1
  std::vector<Eigen::MatrixXd> signals_;  // signal_l at l - 1, l = 1 ... L-1
  Eigen::VectorXd values_;
};

}  // namespace eenet::theory
