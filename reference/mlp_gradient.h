// The gradient of f(x; theta) with respect to theta, and one step of SGD.
//
//   grad_(W_l) f = [Gamma_(l-1) W_L (prod_(tau=l+1)^(L-1) D_tau W_tau) D_l]^T  for l < L,
//   grad_(W_L) f = Gamma_(L-1)^T
//
// [EENET, Bounds for Generic Neural Networks]; the print lacks the last factor D_l (claim EQ-GRAD,
// docs/deviations.md D1). Entry (j, k) of grad_(W_l) f is signal_l[j] * Gamma_(l-1)[k], where
// signal_l is the derivative of f with respect to the pre-activations of layer l.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "reference/mlp.h"

namespace eenet {

// signals[l-1] = signal_l for l = 1 ... L-1:
//   signal_(L-1) = D_(L-1) W_L^T,   signal_l = D_l W_(l+1)^T signal_(l+1).
struct BackwardPass {
  std::vector<Eigen::VectorXd> signals;
};

// Requires that `pass` was filled by net.forward with the present parameters.
void backward(const Mlp& net, const ForwardPass& pass, BackwardPass& back);

// The gradient as one vector of size p, in the layout of Mlp::parameters.
void flatten_gradient(const ForwardPass& pass, const BackwardPass& back, Eigen::VectorXd& gradient);

// All three steps for one context.
[[nodiscard]] Eigen::VectorXd gradient(const Mlp& net, const ConstVector& x);

// theta <- theta - eta * grad (1/2)(f(x; theta) - target)^2: each parameter loses
// (eta * (f - target)) * g, g its entry of the gradient. [EENET, Proposed Method, alg:main]
// Requires that both passes belong to the present parameters; they do not afterwards.
void sgd_step(Mlp& net, const ForwardPass& pass, const BackwardPass& back, double target,
              double eta);

}  // namespace eenet
