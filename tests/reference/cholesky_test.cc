#include "reference/cholesky.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/rng.h"

namespace eenet {
namespace {

TEST(SolvePositiveDefinite, SolvesASystemWorkedOutByHand) {
  // A = L L^T with L = [2 0; 1 3]: A = [4 2; 2 10]; A (1, 2) = (8, 22).
  const Eigen::MatrixXd a = (Eigen::MatrixXd(2, 2) << 4, 2, 2, 10).finished();
  const Eigen::VectorXd b = (Eigen::VectorXd(2) << 8, 22).finished();
  EXPECT_EQ(solve_positive_definite(a, b), (Eigen::VectorXd(2) << 1, 2).finished());
}

TEST(SolvePositiveDefinite, ReadsTheLowerHalfAlone) {
  const Eigen::MatrixXd a = (Eigen::MatrixXd(2, 2) << 4, 99, 2, 10).finished();
  const Eigen::VectorXd b = (Eigen::VectorXd(2) << 8, 22).finished();
  EXPECT_EQ(solve_positive_definite(a, b), (Eigen::VectorXd(2) << 1, 2).finished());
}

TEST(SolvePositiveDefinite, AnswersNaNForAMatrixThatIsNot) {
  const Eigen::MatrixXd indefinite = (Eigen::MatrixXd(2, 2) << 1, 2, 2, 1).finished();
  for (const Eigen::MatrixXd& bad : {indefinite, Eigen::MatrixXd(Eigen::MatrixXd::Zero(2, 2)),
                                     Eigen::MatrixXd(Eigen::MatrixXd::Constant(
                                         2, 2, std::numeric_limits<double>::infinity()))}) {
    const Eigen::VectorXd x = solve_positive_definite(bad, Eigen::VectorXd::Ones(2));
    EXPECT_TRUE(std::isnan(x[0]) && std::isnan(x[1]));
  }
}

TEST(SolvePositiveDefinite, RefusesSizesThatDoNotFit) {
  EXPECT_THROW(solve_positive_definite(Eigen::MatrixXd::Ones(2, 2), Eigen::VectorXd::Ones(3)),
               std::invalid_argument);
}

// Backward error: |b - A x| <= (3n + 1) u |L||L^T||x| (Higham, Accuracy and Stability,
// theorem 10.4), and (|L||L^T|)_ij <= sqrt(a_ii a_jj) by Cauchy and Schwarz, up to second order in
// u.
RC_GTEST_PROP(SolvePositiveDefinite, HasASmallBackwardError, (std::uint64_t seed)) {
  Rng rng(seed, "test");
  const auto n = static_cast<Eigen::Index>(1 + rng.below(12));
  Eigen::MatrixXd half(n, n);
  for (Eigen::Index i = 0; i < n * n; ++i) half.data()[i] = rng.normal();
  Eigen::MatrixXd a = half * half.transpose();
  for (Eigen::Index i = 0; i < n; ++i) a(i, i) += 0.01;
  const Eigen::VectorXd b = Eigen::VectorXd::Ones(n);
  const Eigen::VectorXd x = solve_positive_definite(a, b);
  for (Eigen::Index i = 0; i < n; ++i) {
    auto residual = static_cast<long double>(b[i]);
    long double bound = 0.0L;
    for (Eigen::Index j = 0; j < n; ++j) {
      const Eigen::Index low = std::max(i, j);  // the half that was read
      const auto x_j = static_cast<long double>(x[j]);
      residual -= static_cast<long double>(a(low, std::min(i, j))) * x_j;
      bound += static_cast<long double>(std::sqrt(a(i, i) * a(j, j))) * std::abs(x_j);
    }
    bound *= static_cast<long double>(3 * n + 2) * 0x1p-53L;
    RC_ASSERT(std::abs(residual) <= bound);
  }
}

TEST(FactorSemidefinite, TakesARoundedPivotForZero) {
  // Rows 0 and 1 are equal; L = [2 0 0; 2 0 0; 1 0 3].
  Eigen::MatrixXd a = (Eigen::MatrixXd(3, 3) << 4, 9, 9, 4, 4, 9, 2, 2, 10).finished();
  factor_semidefinite(a);
  EXPECT_EQ(a, (Eigen::MatrixXd(3, 3) << 2, 0, 0, 2, 0, 0, 1, 0, 3).finished());
}

// L = [3] and b = 0. x = 4: r = 5, c = 3/5, s = 4/5; with the target 10, L^-1 b = 8 = 40 / 5.
TEST(CholeskyFactor, TakesASquareWorkedOutByHand) {
  CholeskyFactor factor(1, 9.0);
  Eigen::VectorXd x = Eigen::VectorXd::Constant(1, 4.0);
  Eigen::VectorXd solved = Eigen::VectorXd::Zero(1);
  factor.add_square(x, solved, 10.0);
  EXPECT_EQ(factor.entry(0, 0), 5.0);
  EXPECT_EQ(solved[0], 8.0);
}

// 16 I + x x^T with x = (3, 4) is [25 12; 12 32].
TEST(CholeskyFactor, FillsInBelowThePivot) {
  CholeskyFactor factor(2, 16.0);
  Eigen::VectorXd x = (Eigen::VectorXd(2) << 3, 4).finished();
  factor.add_square(x);
  EXPECT_EQ(factor.entry(0, 0), 5.0);
  EXPECT_DOUBLE_EQ(factor.entry(1, 0), 12.0 / 5.0);
  EXPECT_DOUBLE_EQ(factor.entry(1, 1), std::sqrt(32.0 - 144.0 / 25.0));
}

// L = [2 0; 1 3]: L y = (4, 8) has y = (2, 2). A third row is left alone.
TEST(CholeskyFactor, GrowsByARowAndSubstitutes) {
  CholeskyFactor factor;
  factor.append(Eigen::VectorXd(0), 4.0);
  factor.append(Eigen::VectorXd::Ones(1), 9.0);
  Eigen::MatrixXd b = (Eigen::MatrixXd(3, 2) << 4, 0, 8, 3, 7, 7).finished();
  factor.substitute(b);
  EXPECT_EQ(b, (Eigen::MatrixXd(3, 2) << 2, 0, 2, 1, 7, 7).finished());
}

TEST(CholeskyFactor, RefusesWhatWouldNotBePositiveDefinite) {
  EXPECT_THROW(CholeskyFactor(2, 0.0), std::invalid_argument);
  CholeskyFactor factor(1, 1.0);
  EXPECT_THROW(factor.append(Eigen::VectorXd::Ones(1), 0.0), std::invalid_argument);
  EXPECT_THROW(factor.append(Eigen::VectorXd::Ones(2), 1.0), std::invalid_argument);
  Eigen::VectorXd x = Eigen::VectorXd::Ones(2);
  EXPECT_THROW(factor.add_square(x), std::invalid_argument);
}

// Entries of all sizes, many times: A itself would not stay positive definite.
RC_GTEST_PROP(CholeskyFactor, NeverLosesAPivot, (std::uint64_t seed)) {
  Rng rng(seed, "test");
  const auto n = static_cast<Eigen::Index>(1 + rng.below(6));
  CholeskyFactor factor(n, 1e-8);
  for (int round = 0; round < 40; ++round) {
    Eigen::VectorXd before(n);
    Eigen::VectorXd x(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      before[k] = factor.entry(k, k);
      x[k] = rng.normal() * std::pow(10.0, static_cast<double>(rng.below(21)) - 10.0);
    }
    factor.add_square(x);
    for (Eigen::Index k = 0; k < n; ++k) RC_ASSERT(factor.entry(k, k) >= before[k]);
  }
}

}  // namespace
}  // namespace eenet
