#include "theory/psi/linearised_term.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "theory/machine/parallel.h"
#include "theory/measured/enclosure.h"
#include "theory/psi/dual_direction.h"
#include "theory/psi/linearisation.h"
#include "theory/psi/neuron_sums.h"
#include "theory/psi/parameter_ball.h"
#include "theory/psi/trust_region.h"

namespace eenet::theory {

namespace {

constexpr double kEnlarged = 1.0 + 0x1p-20;

// The linearisation at every distinct point, with bounds.
BoundedValues bounded_linearisation(const TwoLayerPoints& points, const Mlp& direction,
                                    unsigned threads) {
  const Eigen::MatrixXd& rows = points.problem.start.weights(1);
  const Eigen::VectorXd& w = points.output_weights;
  const Eigen::VectorXd dw = direction.weights(2).row(0).transpose();
  Eigen::VectorXd moved_norms(points.width());
  for (Eigen::Index j = 0; j < points.width(); ++j) {
    moved_norms[j] = norm_upper(direction.weights(1).row(j).transpose());
  }
  const auto length = static_cast<double>(points.width() + rows.cols());
  const double rounding = gamma(length + 6.0);
  BoundedValues result;
  result.values.resize(points.count());
  result.errors.resize(points.count());
  do_in_parallel(static_cast<std::size_t>(points.count()), threads, [&](std::size_t piece) {
    const auto i = static_cast<Eigen::Index>(piece);
    const Eigen::VectorXd z = rows * points.merged.inputs.col(i);
    const Eigen::VectorXd a = direction.weights(1) * points.merged.inputs.col(i);
    double value = 0.0;
    double size = 0.0;
    double missed = 0.0;
    for (Eigen::Index j = 0; j < z.size(); ++j) {
      const double z_error = points.dot_error * points.row_norms[j] * points.norms[i];
      const double output = std::abs(w[j]) + std::abs(dw[j]);
      const double tilt = std::abs(w[j]) * moved_norms[j] * points.norms[i];
      value += (w[j] + dw[j]) * relu(z[j]) + w[j] * relu_derivative(z[j]) * a[j];
      size += output * relu(z[j]) + relu_derivative(z[j]) * tilt;
      missed += output * z_error;
      if (std::abs(z[j]) <= z_error) missed += tilt;
    }
    result.values[i] = value;
    result.errors[i] = kEnlarged * (rounding * size + missed);
  });
  return result;
}

Measured certified_term(const TwoLayerPoints& points, const Mlp& direction, unsigned threads) {
  const FittingProblem& problem = points.problem;
  const BoundedValues values = bounded_linearisation(points, direction, threads);
  const Measured above_it = sum_of_squares(points.merged, problem.labels, values);
  Eigen::VectorXd residual(problem.points());
  for (Eigen::Index i = 0; i < residual.size(); ++i) {
    const Eigen::Index g = points.merged.group[static_cast<std::size_t>(i)];
    residual[i] = problem.labels[i] - values.values[g];
  }
  const DualDirection dual(points.merged, problem.labels, residual);
  const TangentBound tangent = tangent_bound(WeightedPoints(points, dual.merged), threads);
  const double supremum =
      above(tangent.exact_value + above(problem.ball_radius * tangent.exact_norm));
  return certified_within(above_it.value, {dual.lower_bound(supremum), above_it.upper});
}

// The same ends in plain double precision.
Measured estimated_term(const FittingProblem& problem, const MergedPoints& points,
                        const Linearisation& linearisation, const Eigen::VectorXd& values) {
  Eigen::VectorXd residual(problem.points());
  for (Eigen::Index i = 0; i < residual.size(); ++i) {
    residual[i] = problem.labels[i] - values[points.group[static_cast<std::size_t>(i)]];
  }
  const double value = residual.squaredNorm();
  const Eigen::VectorXd merged = points.sums(residual);
  const double margin = residual.dot(problem.labels) - merged.dot(linearisation.values()) -
                        problem.ball_radius * length_upper(linearisation.transposed_times(merged));
  const double lower = value > 0.0 && margin > 0.0 ? margin * margin / value : 0.0;
  return Measured::estimate(value, std::min(lower, value), value);
}

}  // namespace

LinearisedTerm linearised_term(const FittingProblem& problem, const MergedPoints& points,
                               unsigned threads) {
  const Linearisation linearisation(problem.start, points.inputs, threads);
  Mlp direction(problem.start.shape());
  if (problem.ball_radius > 0.0) {
    direction =
        shortened(least_squares_in_ball(linearisation, points.mean_labels - linearisation.values(),
                                        points.multiplicity.cwiseSqrt(), problem.ball_radius),
                  problem.ball_radius);
  }
  Eigen::VectorXd values = linearisation.values() + linearisation.times(direction);
  const Measured value = problem.start.shape().depth == 2
                             ? certified_term(TwoLayerPoints(problem), direction, threads)
                             : estimated_term(problem, points, linearisation, values);
  return {value, std::move(direction), std::move(values)};
}

}  // namespace eenet::theory
