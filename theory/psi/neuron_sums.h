// Sums over the distinct points, weighted by a vector U, for each neuron of a network of depth 2:
//
//   b_j = sum_i U_i relu(z_ij),     g_j = sum_i U_i 1[z_ij > 0] x_i:
//
// the gradient of sum_i U_i f(x_i; theta) at theta0 is (b_j) for w and (w_j g_j) for W.
#pragma once

#include <Eigen/Core>

#include "theory/psi/two_layer_points.h"

namespace eenet::theory {

// Of one neuron, for the pre-activations as computed.
struct NeuronSums {
  double b = 0.0;
  double b_error = 0.0;    // |b - exact| at most
  double b_moved = 0.0;    // how far the exact pre-activations may move it
  double g_norm = 0.0;     // an upper bound of |g|
  double ambiguous = 0.0;  // how far they may move g, where signs are not known
};

class WeightedPoints {
 public:
  // Requires G weights. `points` must live as long as this.
  WeightedPoints(const TwoLayerPoints& points, Eigen::VectorXd weights);

  [[nodiscard]] const TwoLayerPoints& points() const { return points_; }
  [[nodiscard]] const Eigen::VectorXd& weights() const { return weights_; }
  // Upper bounds of the sums of |U_i| |x_i| over U_i > 0, and over U_i < 0.
  [[nodiscard]] double positive_reach() const { return positive_reach_; }
  [[nodiscard]] double negative_reach() const { return negative_reach_; }
  [[nodiscard]] double reach() const { return positive_reach_ + negative_reach_; }

  // Of the neurons first, first + 1, ... whose pre-activations are the columns of z.
  [[nodiscard]] std::vector<NeuronSums> sums(Eigen::Index first, const Eigen::MatrixXd& z) const;

 private:
  const TwoLayerPoints& points_;
  Eigen::VectorXd weights_;
  double positive_reach_ = 0.0;
  double negative_reach_ = 0.0;
  double g_error_ = 0.0;  // of the rounded sum g, as a vector: its norm at most
};

// Bounds of the linearisation at theta0, from above.
struct TangentBound {
  double value = 0.0;        // sum_i U_i f(x_i; theta0), for the pre-activations as computed
  double norm = 0.0;         // |gradient of it|
  double exact_value = 0.0;  // the same for the exact pre-activations
  double exact_norm = 0.0;
};
TangentBound tangent_bound(const WeightedPoints& weighted, unsigned threads);

}  // namespace eenet::theory
