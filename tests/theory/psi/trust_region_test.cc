#include "theory/psi/trust_region.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/theory/psi/fitting_problems.h"
#include "theory/psi/linearised_term.h"
#include "theory/psi/merged_points.h"

namespace eenet::theory {
namespace {

double objective(const Linearisation& linearisation, const Mlp& direction, const Eigen::VectorXd& c,
                 const Eigen::VectorXd& s) {
  return s.cwiseProduct(linearisation.times(direction) - c).squaredNorm();
}

TEST(SecularRoot, GivesTheLengthThatWasAskedFor) {
  const Eigen::Vector3d eigenvalues(0.0, 1.0, 4.0);
  const Eigen::Vector3d numerators(0.0, 9.0, 1.0);
  for (const double r : {0.01, 0.5, 2.0}) {
    const double lambda = secular_root(eigenvalues, numerators, r);
    const double square = 9.0 / std::pow(1.0 + lambda, 2) + 1.0 / std::pow(4.0 + lambda, 2);
    EXPECT_LE(square, r * r * (1.0 + 0x1p-40));
    EXPECT_GE(square, r * r * (1.0 - 0x1p-40));
  }
  // At 0 the length is 3.01 already: nothing is to be shortened.
  EXPECT_LE(secular_root(eigenvalues, numerators, 4.0), 0x1p-40);
}

// Points fewer and more than parameters: the two spaces.
TEST(LeastSquaresInBall, CannotBeImprovedWithinTheBall) {
  for (const Eigen::Index points : {5, 300}) {
    for (const Eigen::Index depth : {2, 3}) {
      const FittingProblem problem = sine_problem(points, 3, 8, 1.0, 21, depth);
      const Linearisation linearisation(problem.start, problem.inputs, 1);
      Rng rng(22, "directions");
      Eigen::VectorXd s(points);
      for (double& entry : s) entry = 0.5 + rng.uniform();
      const Eigen::VectorXd c = problem.labels - linearisation.values();
      for (const double r : {0.1, 1.0}) {
        const Mlp best = least_squares_in_ball(linearisation, c, s, r);
        EXPECT_LE(length_upper(best), r * (1.0 + 1e-9));
        const double value = objective(linearisation, best, c, s);
        for (int k = 0; k < 200; ++k) {
          const Mlp other = direction_within(problem.start.shape(), r, rng);
          for (const double part : {1e-4, 1e-2, 1.0}) {
            const Mlp mixed = moved(best, part, moved(other, -1.0, best));
            ASSERT_GE(objective(linearisation, mixed, c, s), value * (1.0 - 1e-9)) << points;
          }
        }
      }
    }
  }
}

TEST(LeastSquaresInBall, TheParameterGramIsTheOneOfGradients) {
  const FittingProblem problem = sine_problem(70, 2, 3, 1.0, 23, 3);
  const Linearisation linearisation(problem.start, problem.inputs, 2);
  const Eigen::VectorXd s = Eigen::VectorXd::LinSpaced(70, 0.5, 2.0);
  const Eigen::Index p = problem.start.shape().parameter_count();
  Eigen::MatrixXd jacobian(70, p);
  for (Eigen::Index k = 0; k < p; ++k) {
    Mlp unit(problem.start.shape());
    unit.set_parameters(Eigen::VectorXd::Unit(p, k));
    jacobian.col(k) = linearisation.times(unit);
  }
  const Eigen::MatrixXd scaled = s.asDiagonal() * jacobian;
  const double rounding = 200.0 * 0x1p-52 * scaled.squaredNorm();
  EXPECT_LE((linearisation.parameter_gram(s) - scaled.transpose() * scaled).norm(), rounding);
  EXPECT_LE((linearisation.gram(s) - scaled * scaled.transpose()).norm(), rounding);
  const Eigen::VectorXd pulled = linearisation.transposed_times(problem.labels).parameters();
  EXPECT_LE((pulled - jacobian.transpose() * problem.labels).norm(),
            rounding * problem.labels.norm());
}

// Both spaces are too large for their matrices; the certified ends show that Lanczos is enough.
TEST(LeastSquaresInBall, LanczosFindsTheLinearisedValue) {
  for (const Eigen::Index points : {2060, 2400}) {
    const FittingProblem problem = sine_problem(points, 8, 240, 1.0, 24);  // p = 2160
    ASSERT_GT(std::min(points, problem.start.shape().parameter_count()), kDense);
    const Measured value = linearised_term(problem, merged_points(problem), 1).value;
    EXPECT_GE(value.lower, value.upper * (1.0 - 1e-3)) << points;
  }
}

}  // namespace
}  // namespace eenet::theory
