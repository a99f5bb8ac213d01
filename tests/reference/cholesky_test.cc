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

}  // namespace
}  // namespace eenet
