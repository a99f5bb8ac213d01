// The two networks of the authors' public code, as `eenet-released` plays them: with biases,
// PyTorch's default initialisation, and a convolution in front of f2.
//
// Weights and biases start uniform on [-1/sqrt(k), 1/sqrt(k)), k the number of inputs of their
// layer: (2u - 1) / sqrt(k), one uniform u each, in the order of parameters().
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <vector>

#include "reference/operations/adam.h"
#include "reference/operations/operations.h"
#include "reference/rng.h"

namespace eenet {

// f1(x) = W2 relu(W1 x + b1) + b2.
class ReleasedExploitation {
 public:
  ReleasedExploitation(Eigen::Index dim, Eigen::Index hidden);

  void initialise(Rng& rng);

  struct Pass {
    Eigen::VectorXd input;
    Eigen::VectorXd hidden;
    Eigen::VectorXd signal;  // the derivative of f1 by the units' inputs
    double value = 0.0;
  };
  // f1 of pass.input, and its derivatives.
  void differentiate(Pass& pass) const;

  // The entries of the gradient in the order of parameters(), in blocks of `pool` consecutive ones:
  // their sum, in order, divided by `pool`. The last block is filled with zeros.
  static void pool_gradient(const Pass& pass, Eigen::Index pool, Eigen::VectorXd& means);
  [[nodiscard]] Eigen::Index parameter_count() const;

  // theta -= eta * 2 (f1 - target) grad f1: the loss has no 1/2.
  void step(const Pass& pass, double target, double eta);

  // W1 row by row, b1, W2, b2.
  [[nodiscard]] Eigen::VectorXd parameters() const;
  void set_parameters(const Eigen::VectorXd& theta);

 private:
  Eigen::MatrixXd w1_;
  Eigen::VectorXd b1_;
  Eigen::VectorXd w2_;
  double b2_ = 0.0;
};

// f2(phi) = V2 relu(V1 c + a1) + a2, c_i = a0 + sum_k v0_k phi_(50 i + k): one channel, 100
// weights, no activation after it.
class ReleasedExploration {
 public:
  static constexpr Eigen::Index kKernel = 100;
  static constexpr Eigen::Index kStride = 50;

  // Requires inputs >= kKernel.
  ReleasedExploration(Eigen::Index inputs, Eigen::Index hidden);

  void initialise(Rng& rng);

  [[nodiscard]] double operator()(const Eigen::VectorXd& phi);

  // Adam with fresh means, for the steps that follow.
  void restart(double eta, double decay);

  // A step on (f2 - target)^2 at phi; returns f2 before it.
  double step(const Eigen::VectorXd& phi, double target);

  // v0, a0, V1 row by row, a1, V2, a2.
  [[nodiscard]] Eigen::VectorXd parameters() const;
  void set_parameters(const Eigen::VectorXd& theta);
  [[nodiscard]] Eigen::Index parameter_count() const;

 private:
  enum Name : std::uint8_t { kFilter, kFilterBias, kHidden, kHiddenBias, kLast, kLastBias };
  [[nodiscard]] AdamTensor& at(Name name) { return tensors_.at(name); }

  std::array<AdamTensor, 6> tensors_;
  Eigen::VectorXd filtered_;
  Eigen::VectorXd hidden_;
  Eigen::VectorXd signal_;
  Eigen::VectorXd filtered_signal_;
  double eta_ = 0.0;
  double power1_ = 1.0;  // beta1^k after k steps
  double power2_ = 1.0;
  double decay_ = 0.0;
};

}  // namespace eenet
