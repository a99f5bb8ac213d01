// Fitting problems for the tests of Psi: the ones whose numbers are known, and small awkward ones.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/rng.h"
#include "theory/psi/fitting_problem.h"
#include "theory/psi/linearisation.h"
#include "theory/psi/parameter_ball.h"

namespace eenet::theory {

// N unit inputs in R^d, y = 1/2 + 1/2 sin(3 a . x), a network at its printed start, radius
// R / m^(1/4).
inline FittingProblem sine_problem(Eigen::Index points, Eigen::Index dim, Eigen::Index width,
                                   double R, std::uint64_t seed, Eigen::Index depth = 2) {
  Rng init(seed, stream::kInitExploitation);
  Rng rng(seed, "sine problem");
  FittingProblem problem{Mlp::initialised({dim, width, depth}, init), Eigen::MatrixXd(dim, points),
                         Eigen::VectorXd(points), ball_radius(R, width)};
  Eigen::VectorXd direction(dim);
  for (double& entry : direction) entry = rng.normal();
  normalise(direction);
  for (Eigen::Index i = 0; i < points; ++i) {
    for (Eigen::Index k = 0; k < dim; ++k) problem.inputs(k, i) = rng.normal();
    normalise(problem.inputs.col(i));
    problem.labels[i] = 0.5 + 0.5 * std::sin(3.0 * problem.inputs.col(i).dot(direction));
  }
  return problem;
}

// At most 6 neurons, 2 coordinates, 4 points: zero weights, repeated, opposite, long and zero
// inputs, balls that hold nothing and balls that hold everything.
inline FittingProblem awkward_problem(std::uint64_t seed) {
  Rng rng(seed, "awkward problem");
  const auto width = static_cast<Eigen::Index>(1 + rng.below(6));
  const auto points = static_cast<Eigen::Index>(1 + rng.below(4));
  Mlp start = Mlp::initialised({2, width, 2}, rng);
  for (Eigen::Index j = 0; j < width; ++j) {
    if (rng.below(8) == 0) start.weights(1).row(j).setZero();
    if (rng.below(8) == 0) start.weights(2)(0, j) = 0.0;
  }
  FittingProblem problem{std::move(start), Eigen::MatrixXd(2, points), Eigen::VectorXd(points),
                         0.0};
  for (Eigen::Index i = 0; i < points; ++i) {
    for (Eigen::Index k = 0; k < 2; ++k) problem.inputs(k, i) = rng.normal();
    const auto from = static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(i) + 1));
    switch (rng.below(6)) {
      case 0:
        problem.inputs.col(i) = Eigen::VectorXd(problem.inputs.col(from));
        break;
      case 1:
        problem.inputs.col(i) = Eigen::VectorXd(-problem.inputs.col(from));
        break;
      case 2:
        problem.inputs.col(i) *= 3.0 * rng.uniform();
        break;
      case 3:
        if (rng.below(3) == 0) problem.inputs.col(i).setZero();
        break;
      default:
        normalise(problem.inputs.col(i));
    }
    problem.labels[i] = 2.0 * rng.normal();
  }
  problem.ball_radius = std::pow(10.0, -2.0 + 3.0 * rng.uniform());
  return problem;
}

// A random direction of at most the given length, on the sphere half of the time.
inline Mlp direction_within(const MlpShape& shape, double length, Rng& rng) {
  Eigen::VectorXd direction(shape.parameter_count());
  for (double& entry : direction) entry = rng.normal();
  const double part = rng.below(2) == 0 ? 1.0 : rng.uniform();
  Mlp result(shape);
  result.set_parameters((part * length / direction.norm()) * direction);
  return shortened(result, length);
}

// The largest sum_i u_i f(x_i; theta) in the ball that ascent from random places finds.
inline double best_sum_found(const FittingProblem& problem, const Eigen::VectorXd& u, int restarts,
                             std::uint64_t seed) {
  Rng rng(seed, "ascent");
  const double r = problem.ball_radius;
  double best = u.dot(plain_values(problem.start, problem.inputs, 1));
  for (int restart = 0; restart < restarts; ++restart) {
    Mlp direction = direction_within(problem.start.shape(), r, rng);
    double value = u.dot(plain_values(moved(problem.start, 1.0, direction), problem.inputs, 1));
    double step = r;
    for (int iteration = 0; iteration < 60 && step > 1e-6 * r; ++iteration) {
      const Linearisation here(moved(problem.start, 1.0, direction), problem.inputs, 1);
      const Mlp uphill = here.transposed_times(u);
      const double length = length_upper(uphill);
      if (length == 0.0) break;
      const Mlp attempt = shortened(moved(direction, step / length, uphill), r);
      const double reached =
          u.dot(plain_values(moved(problem.start, 1.0, attempt), problem.inputs, 1));
      if (reached > value) {
        value = reached;
        direction = attempt;
        step *= 1.5;
      } else {
        step /= 2.0;
      }
    }
    best = std::max(best, value);
  }
  return best;
}

}  // namespace eenet::theory
