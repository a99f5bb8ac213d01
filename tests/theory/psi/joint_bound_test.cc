#include "theory/psi/joint_bound.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/theory/psi/fitting_problems.h"
#include "theory/psi/dual_direction.h"
#include "theory/psi/lower_ends.h"
#include "theory/psi/network_values.h"

namespace eenet::theory {
namespace {

// Of so few digits that sums over equal inputs are exact.
Eigen::VectorXd random_weights(Eigen::Index size, std::uint64_t seed) {
  Rng rng(seed, "weights");
  Eigen::VectorXd weights(size);
  for (double& weight : weights) {
    weight = rng.below(6) == 0 ? 0.0 : std::nearbyint(0x1p20 * rng.normal()) * 0x1p-20;
  }
  return weights;
}

// The dual on a common grid of K cells, with chords in place of c^+ and c^-, in plain arithmetic:
// larger than the exact one, and closer to it the more cells there are.
double grid_dual(const TwoLayerPoints& points, const Eigen::VectorXd& u, double mu, int cells) {
  const double r = points.problem.ball_radius;
  const Eigen::MatrixXd& rows = points.problem.start.weights(1);
  const auto ends = [&](Eigen::Index j, double s, double sign) {
    double b = 0.0;
    double rho = 0.0;
    Eigen::VectorXd g = Eigen::VectorXd::Zero(rows.cols());
    for (Eigen::Index i = 0; i < u.size(); ++i) {
      const auto x = points.merged.inputs.col(i);
      const double z = rows.row(j).dot(x);
      b += u[i] * relu(z);
      g += u[i] * relu_derivative(z) * x;
      if (sign * u[i] > 0.0) rho += std::abs(u[i]) * relu(s * x.norm() - std::abs(z));
    }
    return b + sign * (g.norm() * s + rho);
  };
  double dual = mu * r * r / 2.0;
  for (Eigen::Index j = 0; j < rows.rows(); ++j) {
    const double w = points.output_weights[j];
    double largest = -1e300;
    for (const double sign : {1.0, -1.0}) {
      for (int cell = 0; cell < cells; ++cell) {
        const double from = r * cell / cells;
        const double until = r * (cell + 1) / cells;
        const double slope = (ends(j, until, sign) - ends(j, from, sign)) / (until - from);
        const double offset = ends(j, from, sign) - slope * from;
        const auto energy = [&](double s) {
          const double c = offset + slope * s;
          return w * c + c * c / (2.0 * mu) - mu * s * s / 2.0;
        };
        largest = std::max({largest, energy(from), energy(until)});
        if (std::abs(slope) < mu) {
          const double vertex = slope * (w * mu + offset) / (mu * mu - slope * slope);
          largest = std::max(largest, energy(std::clamp(vertex, from, until)));
        }
      }
    }
    dual += largest;
  }
  return dual;
}

// What rounding may do to either dual: eight roundings per term, times the absolute values.
double rounding_of(const TwoLayerPoints& points, const Eigen::VectorXd& u, double mu) {
  const double r = points.problem.ball_radius;
  double size = mu * r * r;
  for (Eigen::Index j = 0; j < points.width(); ++j) {
    double c = 0.0;
    for (Eigen::Index i = 0; i < u.size(); ++i) {
      c += std::abs(u[i]) * points.norms[i] * (2.0 * points.row_norms[j] + 2.0 * r);
    }
    size += std::abs(points.output_weights[j]) * c + c * c / (2.0 * mu) + mu * r * r / 2.0;
  }
  const auto terms = static_cast<double>(u.size() + points.width() + 2);
  return 8.0 * terms * 0x1p-52 * size;
}

TEST(JointBound, IsAboveEverySumThatAscentFinds) {
  double tightest = 0.0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const FittingProblem problem = awkward_problem(seed);
    const TwoLayerPoints points(problem);
    const Eigen::VectorXd u = random_weights(problem.points(), seed);
    const WeightedPoints weighted(points, points.merged.sums(u));
    const double found = best_sum_found(problem, u, 6, seed);
    Rng rng(seed, "mu");
    std::vector<double> mu;
    for (int k = 0; k < 8; ++k) mu.push_back(std::exp(3.0 * rng.normal()));
    for (const double bound : dual_bounds(weighted, mu, 1)) ASSERT_GE(bound, found) << seed;
    const double smallest = smallest_dual_bound(weighted, 1).supremum;
    ASSERT_GE(smallest, found) << seed;
    tightest = std::max(tightest, std::abs(found) / std::max(std::abs(smallest), 1e-300));
  }
  EXPECT_GT(tightest, 0.9) << "a bound that is always far away is no test";
}

TEST(JointBound, IsBelowTheDualOnAnyGridAndTheLimitOfFineOnes) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const FittingProblem problem = awkward_problem(seed);
    const TwoLayerPoints points(problem);
    const Eigen::VectorXd u = points.merged.sums(random_weights(problem.points(), seed));
    const WeightedPoints weighted(points, u);
    for (const double mu : {0.1, 1.0, 20.0}) {
      const double exact = dual_bounds(weighted, {mu}, 1)[0];
      const double rounding = rounding_of(points, u, mu);
      double last = 1e300;
      for (const int cells : {1, 4, 16, 64, 1024}) {
        const double grid = grid_dual(points, u, mu, cells);
        ASSERT_LE(exact, grid + rounding) << seed << " " << mu << " " << cells;
        ASSERT_LE(grid, last + rounding) << seed;  // each grid refines the one before
        last = grid;
      }
      // A chord is off by at most the kinks' slopes times a cell, and E moves as in its derivative.
      double moved = 0.0;
      const double cell = problem.ball_radius / 1024.0;
      for (Eigen::Index j = 0; j < points.width(); ++j) {
        const double kinks = weighted.reach() * cell;
        const double c =
            weighted.reach() * (2.0 * points.row_norms[j] + 2.0 * problem.ball_radius) + kinks;
        moved += kinks * (std::abs(points.output_weights[j]) + c / mu);
      }
      ASSERT_GE(exact, last - moved - rounding) << seed;
    }
  }
}

TEST(JointBound, DoesNotFallWhenTheBallGrows) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    FittingProblem problem = awkward_problem(seed);
    const Eigen::VectorXd u = random_weights(problem.points(), seed);
    double before = -1e300;
    for (const double radius : {0.0, 0.01, 0.1, 0.5, 1.0, 3.0}) {
      problem.ball_radius = radius;
      const TwoLayerPoints points(problem);
      const Eigen::VectorXd merged = points.merged.sums(u);
      // mu r^2 / 2 is part of the dual of this radius alone; what is left is a maximum over more.
      const double bound = dual_bounds(WeightedPoints(points, merged), {2.0}, 1)[0];
      ASSERT_GE(bound, before - rounding_of(points, merged, 2.0)) << seed << " " << radius;
      before = bound;
    }
  }
}

TEST(JointBound, IsTheTangentForSmallBalls) {
  double largest_part = 0.0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    FittingProblem problem = sine_problem(4, 3, 6, 1.0, seed);
    const Eigen::VectorXd u = random_weights(4, seed);
    for (const double radius : {1e-3, 1e-5, 1e-7}) {
      problem.ball_radius = radius;
      const TwoLayerPoints points(problem);
      const WeightedPoints weighted(points, u);
      double nearest = 1e300;
      const Eigen::MatrixXd z = problem.start.weights(1) * problem.inputs;
      nearest = z.cwiseAbs().minCoeff();
      if (nearest <= radius || u.isZero(0.0)) continue;
      const Linearisation start(problem.start, problem.inputs, 1);
      const double value = u.dot(start.values());
      const double norm = length_upper(start.transposed_times(u));
      // No unit can flip: what is left is the product term, at most G r^2 / 2 either way, G the
      // largest |g_j|. With mu = G + |J^T u| / r, the dual is at most value + r |J^T u| + G r^2
      // / 2.
      double largest_g = 0.0;
      for (Eigen::Index j = 0; j < 6; ++j) {
        Eigen::VectorXd g = Eigen::VectorXd::Zero(3);
        for (Eigen::Index i = 0; i < 4; ++i) {
          g += u[i] * relu_derivative(z(j, i)) * problem.inputs.col(i);
        }
        largest_g = std::max(largest_g, g.norm());
      }
      const double mu = largest_g + norm / radius;
      const double bound = dual_bounds(weighted, {mu}, 1)[0];
      const double rounding = rounding_of(points, u, mu);
      ASSERT_GE(bound, value + radius * norm - largest_g * radius * radius / 2.0 - rounding)
          << seed;
      ASSERT_LE(bound, value + radius * norm + largest_g * radius * radius / 2.0 + rounding);
      largest_part = std::max(largest_part, rounding / (radius * norm));
      const double searched = smallest_dual_bound(weighted, 1).supremum;
      ASSERT_LE(searched - value,
                (radius * norm + largest_g * radius * radius / 2.0) * (1.0 + 1e-6) + rounding)
          << "the search in mu misses the minimum";
    }
  }
  EXPECT_LT(largest_part, 1e-3) << "rounding hides what is tested";
}

TEST(JointBound, DoesNotDependOnTheScaleOfU) {
  const FittingProblem problem = sine_problem(20, 4, 50, 1.0, 3);
  const TwoLayerPoints points(problem);
  const Eigen::VectorXd u = random_weights(20, 5);
  const double one = dual_bounds(WeightedPoints(points, u), {3.0}, 1)[0];
  const double four = dual_bounds(WeightedPoints(points, 4.0 * u), {12.0}, 1)[0];
  EXPECT_EQ(4.0 * one, four);
}

TEST(JointBound, GivesTheSameBitsForAnyThreads) {
  const FittingProblem problem = sine_problem(40, 4, 500, 1.0, 4);
  const TwoLayerPoints points(problem);
  const WeightedPoints weighted(points, random_weights(40, 6));
  const std::vector<double> mu = {1.0, 10.0, 100.0};
  EXPECT_EQ(dual_bounds(weighted, mu, 1), dual_bounds(weighted, mu, 5));
}

TEST(LowerEnds, AreBelowEveryValueThatIsFoundInTheBall) {
  int informative = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const FittingProblem problem = awkward_problem(seed);
    const TwoLayerPoints points(problem);
    Rng rng(seed, "values");
    double best = 1e300;
    Eigen::VectorXd best_values;
    for (int k = 0; k < 40; ++k) {
      const Mlp theta = moved(problem.start, k == 0 ? 0.0 : 1.0,
                              direction_within(problem.start.shape(), problem.ball_radius, rng));
      const BoundedValues network = network_values(theta, points.merged.inputs, 1);
      const double value = sum_of_squares(points.merged, problem.labels, network).upper;
      if (value >= best) continue;
      best = value;
      best_values = network.values;
    }
    const LowerEnds good = lower_ends(points, best_values, 1);
    const LowerEnds any = lower_ends(points, random_weights(points.count(), seed), 1);
    for (const double lower : {good.joint, good.per_sample, any.joint, any.per_sample}) {
      ASSERT_LE(lower, best) << seed;
    }
    if (good.joint > 0.5 * best) ++informative;
  }
  EXPECT_GT(informative, 100);
}

TEST(LowerEnds, SeeThatEqualInputsCannotHaveTwoValues) {
  FittingProblem problem = sine_problem(6, 3, 30, 1.0, 2);
  problem.ball_radius = 10.0;  // everything else can be fitted
  for (Eigen::Index i = 0; i < 6; ++i) {
    problem.inputs.col(i) = Eigen::VectorXd(problem.inputs.col(i % 3));
    problem.labels[i] = i < 3 ? 0.0 : 1.0;
  }
  const TwoLayerPoints points(problem);
  ASSERT_EQ(points.count(), 3);
  const LowerEnds ends = lower_ends(points, Eigen::VectorXd::Constant(3, 0.45), 1);
  EXPECT_LE(ends.joint, 1.5);
  EXPECT_GE(ends.joint, 1.5 * (1.0 - 1e-9));  // the grid of u
}

TEST(DualDirection, HasExactSumsOverGroups) {
  FittingProblem problem = sine_problem(1000, 2, 3, 1.0, 8);
  for (Eigen::Index i = 0; i < 1000; ++i) {
    problem.inputs.col(i) = Eigen::VectorXd(problem.inputs.col(i % 7));
  }
  const MergedPoints points = merged_points(problem);
  const Eigen::VectorXd wished = random_weights(1000, 9);
  const DualDirection dual(points, problem.labels, wished);
  Eigen::VectorXd backwards = Eigen::VectorXd::Zero(points.count());
  long double product = 0.0L;
  long double square = 0.0L;
  for (Eigen::Index i = 1000; i-- > 0;) {
    backwards[points.group[static_cast<std::size_t>(i)]] += dual.u[i];
    product += static_cast<long double>(dual.u[i]) * problem.labels[i];
    square += static_cast<long double>(dual.u[i]) * dual.u[i];
  }
  EXPECT_TRUE(backwards == dual.merged);
  EXPECT_LE(dual.label_product, product);
  EXPECT_GE(dual.norm_square, square);
  EXPECT_NEAR(dual.u[3] / dual.u[4], wished[3] / wished[4],
              0x1p-38 * std::abs(wished[3] / wished[4]));
  EXPECT_EQ(DualDirection(points, problem.labels, Eigen::VectorXd::Zero(1000)).lower_bound(-1.0),
            0.0);
}

}  // namespace
}  // namespace eenet::theory
