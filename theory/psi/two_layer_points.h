// A network of depth 2 at its start and the distinct points of a fitting problem, as the lower
// bounds of Psi need them: f(x; theta) = sum_j w_j relu(W_j . x).
#pragma once

#include <Eigen/Core>
#include <functional>

#include "theory/psi/fitting_problem.h"
#include "theory/psi/merged_points.h"

namespace eenet::theory {

// Pre-activations z_ij = W_j . x_i are computed with an error of at most gamma_d |W_j| |x_i| (and
// d 2^-1074). The bounds take the computed ones for exact ones: replacing z by another number moves
// relu(z + a) by no more than their distance, whatever a is, so the signs of tiny pre-activations
// need not be known.
struct TwoLayerPoints {
  const FittingProblem& problem;
  MergedPoints merged;
  Eigen::VectorXd output_weights;  // w
  Eigen::VectorXd norms;           // of the G inputs, rounded upwards
  Eigen::VectorXd row_norms;       // |W_j|, rounded upwards
  double dot_error = 0.0;          // gamma_d, with some room for subnormal products

  // Requires a valid problem of depth 2, which must live as long as this.
  explicit TwoLayerPoints(const FittingProblem& fitting_problem);

  // No weight, norm or radius is above 2^100. Then what products below 2^-1022 lose is at most
  // `underflow` in any bound of sum_i U_i f(x_i; theta) with |U_i| <= 2^53: a few roundings of
  // 2^-1074 for each neuron and point, times at most three such numbers. Else there are no bounds.
  [[nodiscard]] bool is_moderate() const;
  [[nodiscard]] double underflow() const;

  [[nodiscard]] Eigen::Index width() const { return output_weights.size(); }
  [[nodiscard]] Eigen::Index count() const { return merged.count(); }
};

// Neurons per tile: it fixes the sizes of Eigen's products, and so the bits.
inline constexpr Eigen::Index kNeuronTile = 32;

// Calls work(first neuron, G x n array of the pre-activations) for each tile of n neurons, in any
// order on several threads.
void for_neuron_tiles(
    const TwoLayerPoints& points, unsigned threads,
    const std::function<void(Eigen::Index first, const Eigen::MatrixXd& z)>& work);

// An upper bound of |v|: relative excess below (d + 4) 2^-52, plus 2^-500.
double norm_upper(const Eigen::Ref<const Eigen::VectorXd>& v);

}  // namespace eenet::theory
