#include "theory/psi/per_sample_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "reference/mlp.h"
#include "tests/theory/psi/fitting_problems.h"
#include "theory/measured/enclosure.h"
#include "theory/measured/mean.h"

namespace eenet::theory {
namespace {

constexpr double kError = 1e-6;  // the budget of checks of our own code

TEST(Remainder, IsExactlyWhatTheLinearisationMisses) {
  double worst = 0.0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    FittingProblem problem = awkward_problem(seed);
    Rng rng(seed, "move");
    if (seed % 3 == 0) problem.start.weights(1).row(0).setZero();  // z = 0, and leaves it
    const Mlp theta = moved(problem.start, 1.0,
                            direction_within(problem.start.shape(), problem.ball_radius, rng));
    for (Eigen::Index i = 0; i < problem.points(); ++i) {
      const Eigen::VectorXd x = problem.inputs.col(i);
      const Eigen::VectorXd step = theta.parameters() - problem.start.parameters();
      const double linear = problem.start(x) + gradient(problem.start, x).dot(step);
      const Remainder remainder = remainder_of(problem.start, theta, x);
      // Every term of either side is at most this, and takes part in fewer than 40 roundings.
      double size = 0.0;
      for (Eigen::Index j = 0; j < problem.start.shape().width; ++j) {
        const double z = problem.start.weights(1).row(j).norm() * x.norm();
        const double a =
            (theta.weights(1).row(j) - problem.start.weights(1).row(j)).norm() * x.norm();
        const double w = std::abs(problem.start.weights(2)(0, j));
        size += (w + std::abs(theta.weights(2)(0, j) - problem.start.weights(2)(0, j))) * (z + a);
      }
      const double error = std::abs(theta(x) - linear - remainder.flips - remainder.products);
      ASSERT_LE(error, gamma(40.0) * size * 4.0) << seed;
      if (size > 0.0) worst = std::max(worst, error / (gamma(40.0) * size * 4.0));
    }
  }
  RecordProperty("worst_over_bound", std::to_string(worst));
}

TEST(FlipBound, IsAboveWhatAscentFinds) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Rng rng(seed, "flips");
    const auto size = static_cast<Eigen::Index>(1 + rng.below(6));
    Eigen::VectorXd w(size);
    Eigen::VectorXd z(size);
    for (Eigen::Index j = 0; j < size; ++j) {
      w[j] = rng.normal();
      z[j] = rng.below(5) == 0 ? 0.0 : rng.normal();
    }
    const double rho = std::exp(rng.normal());
    for (const double side : {1.0, -1.0}) {
      const double bound = flip_bound(w, z, side, rho);
      for (int attempt = 0; attempt < 300; ++attempt) {
        Eigen::VectorXd a(size);
        for (double& entry : a) entry = std::abs(rng.below(3) == 0 ? 0.0 : rng.normal());
        if (a.norm() > 0.0) a *= rho / a.norm();
        double sum = 0.0;
        for (Eigen::Index j = 0; j < size; ++j) {
          if (side * w[j] > 0.0) sum += std::abs(w[j]) * relu(a[j] - std::abs(z[j]));
        }
        ASSERT_GE(bound, sum) << seed;
      }
    }
  }
}

// Of a wide network at its printed start, w_j ~ N(0, 1/m) and z_j ~ N(0, 2/m).
TEST(FlipBound, TendsToItsConstantTimesTheRadiusToFourThirds) {
  constexpr Eigen::Index kWidth = 1 << 17;
  constexpr double kRadius = 0.05;
  const double constant = 0.75 * std::cbrt(std::numbers::sqrt2 / (2.0 * std::numbers::pi));
  EXPECT_NEAR(constant, 0.456219, 5e-7);
  std::vector<double> ratios;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed, "wide");
    Eigen::VectorXd w(kWidth);
    Eigen::VectorXd z(kWidth);
    for (Eigen::Index j = 0; j < kWidth; ++j) {
      w[j] = rng.normal() / std::sqrt(static_cast<double>(kWidth));
      z[j] = rng.normal() * std::sqrt(2.0 / static_cast<double>(kWidth));
    }
    ratios.push_back(flip_bound(w, z, seed % 2 == 0 ? 1.0 : -1.0, kRadius) /
                     std::pow(kRadius, 4.0 / 3.0) / constant);
  }
  const Measured ratio = student_mean(ratios, 1.0 - kError);
  // A mu that is off by delta in its logarithm costs the part delta^2; the grid's cells are 9/8
  // wide. The limit is from below: 0.963 at radius 1, and the difference shrinks like r^(4/3).
  const double cell = std::log(9.0 / 8.0) / 2.0;
  const double smaller = (1.0 - 0.963) * std::pow(kRadius, 4.0 / 3.0);
  EXPECT_LE(ratio.lower, 1.0 + cell * cell);
  EXPECT_GE(ratio.upper, 1.0 - smaller);
  EXPECT_LE(ratio.upper - ratio.lower, 0.05) << "too wide to say anything";
}

TEST(PerSampleSupremum, IsAboveEverySumThatAscentFinds) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const FittingProblem problem = awkward_problem(seed);
    const TwoLayerPoints points(problem);
    Rng rng(seed, "weights");
    Eigen::VectorXd u(problem.points());
    for (double& entry : u) entry = std::nearbyint(0x1p20 * rng.normal()) * 0x1p-20;
    const WeightedPoints weighted(points, points.merged.sums(u));
    ASSERT_GE(per_sample_supremum(weighted, 1), best_sum_found(problem, u, 4, seed)) << seed;
  }
}

TEST(PerSampleSupremum, GivesTheSameBitsForAnyThreads) {
  const FittingProblem problem = sine_problem(40, 4, 500, 1.0, 4);
  const TwoLayerPoints points(problem);
  const WeightedPoints weighted(points, problem.labels);
  EXPECT_EQ(per_sample_supremum(weighted, 1), per_sample_supremum(weighted, 3));
}

}  // namespace
}  // namespace eenet::theory
