#include "theory/psi/neuron_sums.h"

#include <cmath>
#include <utility>
#include <vector>

#include "reference/require.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

// Covers the roundings of a computed error bound: fewer than 2^30 of them.
constexpr double kEnlarged = 1.0 + 0x1p-20;

}  // namespace

WeightedPoints::WeightedPoints(const TwoLayerPoints& points, Eigen::VectorXd weights)
    : points_(points), weights_(std::move(weights)) {
  EENET_REQUIRE(weights_.size() == points.count(), "WeightedPoints: ", weights_.size(),
                " weights, expected ", points.count());
  for (Eigen::Index i = 0; i < weights_.size(); ++i) {
    const double reach = std::abs(weights_[i]) * points.norms[i];
    (weights_[i] > 0.0 ? positive_reach_ : negative_reach_) += reach;
  }
  const double rounded_up = above(1.0 + gamma(static_cast<double>(points.count()) + 2.0));
  positive_reach_ *= rounded_up;
  negative_reach_ *= rounded_up;
  const Eigen::VectorXd sizes = points.merged.inputs.cwiseAbs() * weights_.cwiseAbs();
  g_error_ = kEnlarged * gamma(static_cast<double>(points.count()) + 1.0) * norm_upper(sizes);
}

std::vector<NeuronSums> WeightedPoints::sums(Eigen::Index first, const Eigen::MatrixXd& z) const {
  const auto roundings = static_cast<double>(points_.count()) + 1.0;
  const Eigen::MatrixXd active = z.unaryExpr([](double number) { return relu_derivative(number); });
  const Eigen::MatrixXd g = points_.merged.inputs * (weights_.asDiagonal() * active);
  std::vector<NeuronSums> sums(static_cast<std::size_t>(z.cols()));
  for (Eigen::Index j = 0; j < z.cols(); ++j) {
    NeuronSums& neuron = sums[static_cast<std::size_t>(j)];
    const double z_error = points_.dot_error * points_.row_norms[first + j];
    double size = 0.0;
    for (Eigen::Index i = 0; i < z.rows(); ++i) {
      const double term = weights_[i] * relu(z(i, j));
      neuron.b += term;
      size += std::abs(term);
      if (std::abs(z(i, j)) <= z_error * points_.norms[i]) {
        neuron.ambiguous += kEnlarged * std::abs(weights_[i]) * points_.norms[i];
      }
    }
    neuron.b_error = kEnlarged * gamma(roundings) * size;
    neuron.b_moved = kEnlarged * z_error * reach();
    neuron.g_norm = above(norm_upper(g.col(j)) + g_error_);
  }
  return sums;
}

TangentBound tangent_bound(const WeightedPoints& weighted, unsigned threads) {
  const TwoLayerPoints& points = weighted.points();
  struct Part {
    double value = 0.0;
    double size = 0.0;
    double missed = 0.0;
    double moved = 0.0;
    double square = 0.0;
    double exact_square = 0.0;
  };
  std::vector<Part> parts(static_cast<std::size_t>(points.width() / kNeuronTile + 1));
  for_neuron_tiles(points, threads, [&](Eigen::Index first, const Eigen::MatrixXd& z) {
    Part& part = parts[static_cast<std::size_t>(first / kNeuronTile)];
    const std::vector<NeuronSums> sums = weighted.sums(first, z);
    for (std::size_t j = 0; j < sums.size(); ++j) {
      const NeuronSums& neuron = sums[j];
      const double w = points.output_weights[first + static_cast<Eigen::Index>(j)];
      part.value += w * neuron.b;
      part.size += std::abs(w) * (std::abs(neuron.b) + neuron.b_error);
      part.missed += std::abs(w) * neuron.b_error;
      part.moved += std::abs(w) * neuron.b_moved;
      const double b = std::abs(neuron.b) + neuron.b_error;
      const double g = w * neuron.g_norm;
      const double exact_b = b + neuron.b_moved;
      const double exact_g = w * (neuron.g_norm + neuron.ambiguous);
      part.square += b * b + g * g;
      part.exact_square += exact_b * exact_b + exact_g * exact_g;
    }
  });
  Part all;
  for (const Part& part : parts) {
    all.value += part.value;
    all.size += part.size;
    all.missed += part.missed;
    all.moved += part.moved;
    all.square += part.square;
    all.exact_square += part.exact_square;
  }
  // The term of a neuron has fewer than 8 roundings before it is added.
  const double rounding = gamma(static_cast<double>(parts.size()) + kNeuronTile + 8.0);
  const double rounded_up = above(1.0 + rounding);
  TangentBound bound;
  bound.value =
      above(all.value + kEnlarged * (rounding * all.size + all.missed) + points.underflow());
  bound.exact_value = above(bound.value + kEnlarged * all.moved);
  bound.norm = above(std::sqrt(above(all.square * rounded_up)));
  bound.exact_norm = above(std::sqrt(above(all.exact_square * rounded_up)));
  return bound;
}

}  // namespace eenet::theory
