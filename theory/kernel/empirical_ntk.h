// The neural tangent kernel of one network: inner products of its gradients,
//
//   K(x, y) = <grad f(x; theta), grad f(y; theta)>
//           = sum_(l=1)^(L-1) <signal_l(x), signal_l(y)> <Gamma_(l-1)(x), Gamma_(l-1)(y)>
//             + <Gamma_(L-1)(x), Gamma_(L-1)(y)>,
//
// for the gradient with respect to W_l is signal_l Gamma_(l-1)^T (reference/mlp.h). The
// second line needs two Gram matrices per layer in place of N gradients of size p.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "reference/mlp.h"
#include "theory/kernel/kernel.h"

namespace eenet::theory {

// Column i of `contexts` is point i. All entries are computed when it is made, in
// 2 L m N + N^2 doubles of memory; blocks are copies.
class EmpiricalNtk final : public Kernel {
 public:
  // Requires contexts.rows() == input_dim, threads >= 1. The bits do not depend on the threads.
  // Calls `on_progress`, from any of the threads, with the part of the matrix that is done.
  EmpiricalNtk(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& contexts,
               unsigned threads = 1, const std::function<void(double part)>& on_progress = {});

  [[nodiscard]] Eigen::Index size() const override { return matrix_.rows(); }
  void block(Eigen::Index row, Eigen::Index column, Eigen::Ref<Eigen::MatrixXd> out) const override;

  // (m + max(m, d) + L + 3) 2^-53, to first order: two sums of products of these lengths, their
  // product, and a sum over the layers. "Exact" here are the inner products of the layers' outputs
  // and signals as the reference computes them in double precision.
  [[nodiscard]] double entry_error() const override { return entry_error_; }

  [[nodiscard]] const Eigen::MatrixXd& matrix() const { return matrix_; }

 private:
  Eigen::MatrixXd matrix_;
  double entry_error_ = 0.0;
};

}  // namespace eenet::theory
