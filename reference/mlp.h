// The paper's fully-connected network, its gradient, and a step along it.
//
//   f(x; theta) = W_L relu(W_(L-1) relu(... relu(W_1 x)))   [EENET, Regret Analysis, eq:structure]
//
// of depth L >= 2 and width m: W_1 is m x d, W_2 ... W_(L-1) are m x m, W_L is 1 x m. No bias, and
// no factor sqrt(m). With Gamma_0 = x, Gamma_l = relu(W_l Gamma_(l-1)) and D_l = diag(sigma'):
//
//   grad_(W_l) f = [Gamma_(l-1) W_L (prod_(tau=l+1)^(L-1) D_tau W_tau) D_l]^T  for l < L,
//   grad_(W_L) f = Gamma_(L-1)^T
//
// [EENET, Bounds for Generic Neural Networks]; the print lacks the last factor D_l (claim EQ-GRAD,
// docs/deviations.md D1). Entry (j, k) of grad_(W_l) f is signal_l[j] * Gamma_(l-1)[k], where
// signal_l is the derivative of f with respect to the pre-activations of layer l.
//
// This is the plain reading of the paper in double precision. It is not a deep-learning library:
// one context at a time, one thread, every sum in a fixed order (operations/operations.h).
#pragma once

#include <Eigen/Core>
#include <vector>

#include "reference/operations/operations.h"
#include "reference/rng.h"

namespace eenet {

struct MlpShape {
  Eigen::Index input_dim = 0;  // d >= 1
  Eigen::Index width = 0;      // m >= 1
  Eigen::Index depth = 0;      // L >= 2, the number of weight matrices

  // p = m d + (L-2) m^2 + m.
  [[nodiscard]] Eigen::Index parameter_count() const;

  bool operator==(const MlpShape&) const = default;
};

// The activation, defined here and nowhere else: relu(z) = max(z, 0), a NaN stays a NaN.
inline double relu(double z) {
  return z <= 0.0 ? 0.0 : z;
}

// Its derivative sigma'(z) = 1 if z > 0, else 0; in particular sigma'(0) = 0, as the paper's
// indicator has it. relu(z) > 0 exactly where this is 1.
inline double relu_derivative(double z) {
  return z > 0.0 ? 1.0 : 0.0;
}

// f at one x, with the outputs of its layers.
struct ForwardPass {
  std::vector<Eigen::VectorXd> outputs;  // outputs[l] = Gamma_l for l = 0 ... L-1
  double value = 0.0;                    // f(x; theta)
};

// The gradient of f at the x of a forward pass, in factors. signals[l-1] = signal_l:
//   signal_(L-1) = D_(L-1) W_L^T,   signal_l = D_l W_(l+1)^T signal_(l+1),   l = 1 ... L-1.
struct BackwardPass {
  std::vector<Eigen::VectorXd> signals;
};

class Mlp {
 public:
  // All parameters zero. Requires input_dim >= 1, width >= 1, depth >= 2.
  explicit Mlp(const MlpShape& shape);

  // Entries of W_1 ... W_(L-1) from N(0, 2/m), of W_L from N(0, 1/m), one normal deviate each,
  // layer by layer and row by row. [EENET, Regret Analysis, Initialization]
  static Mlp initialised(const MlpShape& shape, Rng& rng);

  [[nodiscard]] const MlpShape& shape() const { return shape_; }

  // W_l for l = 1 ... L.
  [[nodiscard]] const Eigen::MatrixXd& weights(Eigen::Index l) const;
  [[nodiscard]] Eigen::MatrixXd& weights(Eigen::Index l);

  // theta: W_1, then W_2, ..., then W_L, each row by row. This is the layout of every parameter
  // vector and gradient that leaves this class, in memory and in files.
  [[nodiscard]] Eigen::VectorXd parameters() const;
  void set_parameters(const ConstVector& theta);

  // f(x; theta). Requires x.size() == input_dim.
  [[nodiscard]] double operator()(const ConstVector& x) const;

  // The same, keeping the layers' outputs. Reuses the memory of `pass`.
  void forward(const ConstVector& x, ForwardPass& pass) const;

  // The same for the x that is in place: pass.outputs has L vectors, the first of them x.
  void forward(ForwardPass& pass) const;

 private:
  MlpShape shape_;
  std::vector<Eigen::MatrixXd> weights_;
};

// Requires that `pass` was filled by net.forward with the present parameters.
void backward(const Mlp& net, const ForwardPass& pass, BackwardPass& back);

// The gradient as one vector of size p, in the layout of Mlp::parameters.
void flatten_gradient(const ForwardPass& pass, const BackwardPass& back, Eigen::VectorXd& gradient);

// All three steps for one context.
[[nodiscard]] Eigen::VectorXd gradient(const Mlp& net, const ConstVector& x);

// theta <- theta - step * grad f. Each parameter loses step * g, g its entry of the gradient.
// Requires that both passes belong to the present parameters; they do not afterwards.
void descend(Mlp& net, double step, const ForwardPass& pass, const BackwardPass& back);

// One step of SGD: theta <- theta - eta * grad (1/2)(f(x; theta) - target)^2, where the gradient of
// the loss is (f - target) * grad f. Requires what `descend` requires.
void sgd_step(Mlp& net, const ForwardPass& pass, const BackwardPass& back, double target,
              double eta);

}  // namespace eenet
