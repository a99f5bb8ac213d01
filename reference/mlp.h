// The paper's fully-connected network
//
//   f(x; theta) = W_L relu(W_(L-1) relu(... relu(W_1 x)))   [EENET, Regret Analysis, eq:structure]
//
// of depth L >= 2 and width m: W_1 is m x d, W_2 ... W_(L-1) are m x m, W_L is 1 x m. No bias, and
// no factor sqrt(m). Its gradient and the SGD step are in mlp_gradient.h.
//
// This is the plain reading of the paper in double precision. It is not a deep-learning library:
// one context at a time, one thread, every sum in a fixed order.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "reference/fixed_order.h"
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

// What one evaluation of f leaves behind for the gradient.
struct ForwardPass {
  // outputs[l] = Gamma_l: outputs[0] = x, outputs[l] = relu(W_l outputs[l-1]) for l = 1 ... L-1.
  std::vector<Eigen::VectorXd> outputs;
  // nonzero[l]: the k with Gamma_l[k] != 0, ascending, for l = 0 ... L-2. The others add nothing to
  // W_(l+1) Gamma_l, and their columns of W_(l+1) have gradient 0.
  std::vector<std::vector<Eigen::Index>> nonzero;
  double value = 0.0;  // f(x; theta)
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

}  // namespace eenet
