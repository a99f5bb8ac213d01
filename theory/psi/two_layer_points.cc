#include "theory/psi/two_layer_points.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/require.h"
#include "theory/machine/parallel.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

double norm_upper(const Eigen::Ref<const Eigen::VectorXd>& v) {
  const double largest = v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0;
  if (largest == 0.0) return 0.0;
  // Squares below 2^-1000 may lose digits; adding 2^-500 to the norm covers that.
  const double rounding = gamma(static_cast<double>(v.size()) + 3.0);
  return above(v.norm() * above(1.0 + rounding)) + static_cast<double>(v.size()) * 0x1p-500;
}

TwoLayerPoints::TwoLayerPoints(const FittingProblem& fitting_problem)
    : problem(fitting_problem), merged(merged_points(fitting_problem)) {
  const Mlp& net = problem.start;
  EENET_REQUIRE(net.shape().depth == 2, "TwoLayerPoints: depth is ", net.shape().depth,
                ", expected 2");
  output_weights = net.weights(2).row(0).transpose();
  norms.resize(count());
  for (Eigen::Index i = 0; i < count(); ++i) norms[i] = norm_upper(merged.inputs.col(i));
  row_norms.resize(width());
  for (Eigen::Index j = 0; j < width(); ++j) {
    row_norms[j] = norm_upper(net.weights(1).row(j).transpose());
  }
  dot_error = gamma(static_cast<double>(net.shape().input_dim) + 1.0);
}

bool TwoLayerPoints::is_moderate() const {
  constexpr double kLargest = 0x1p100;
  return problem.ball_radius <= kLargest && norms.maxCoeff() <= kLargest &&
         row_norms.maxCoeff() <= kLargest && output_weights.cwiseAbs().maxCoeff() <= kLargest;
}

double TwoLayerPoints::underflow() const {
  return is_moderate() ? 0x1p-640 * static_cast<double>(width())
                       : std::numeric_limits<double>::infinity();
}

void for_neuron_tiles(
    const TwoLayerPoints& points, unsigned threads,
    const std::function<void(Eigen::Index first, const Eigen::MatrixXd& z)>& work) {
  const Eigen::MatrixXd transposed = points.merged.inputs.transpose();
  const Eigen::MatrixXd& weights = points.problem.start.weights(1);
  const Eigen::Index tiles = (points.width() + kNeuronTile - 1) / kNeuronTile;
  do_in_parallel(static_cast<std::size_t>(tiles), threads, [&](std::size_t piece) {
    const Eigen::Index first = static_cast<Eigen::Index>(piece) * kNeuronTile;
    const Eigen::Index count = std::min(kNeuronTile, points.width() - first);
    const Eigen::MatrixXd z = transposed * weights.middleRows(first, count).transpose();
    work(first, z);
  });
}

}  // namespace eenet::theory
