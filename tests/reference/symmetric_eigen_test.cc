#include "reference/symmetric_eigen.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Eigenvalues>

#include "reference/rng.h"

namespace eenet {
namespace {

Eigen::MatrixXd random_symmetric(std::uint64_t seed, Eigen::Index n) {
  Rng rng(seed, "test");
  Eigen::MatrixXd m(n, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    for (Eigen::Index j = 0; j <= i; ++j) m(i, j) = m(j, i) = rng.normal();
  }
  return m;
}

TEST(SymmetricEigen, FindsWhatIsWorkedOutByHand) {
  const SymmetricEigen eigen = symmetric_eigen((Eigen::MatrixXd(2, 2) << 2, 1, 1, 2).finished());
  EXPECT_EQ(eigen.values, (Eigen::VectorXd(2) << 1, 3).finished());
  EXPECT_GT(eigen.vectors(0, 0), 0.0);
  EXPECT_EQ(eigen.vectors(0, 0), -eigen.vectors(1, 0));
  EXPECT_EQ(eigen.vectors(0, 1), eigen.vectors(1, 1));
}

// One rotation perturbs the matrix by at most a few u |A|; a sweep has n(n-1)/2 of them on disjoint
// planes, which together cost O(n) u |A|. With ten sweeps and a factor six a rotation: 60 n u |A|.
RC_GTEST_PROP(SymmetricEigen, HasSmallResidualsAndOrthonormalVectors, (std::uint64_t seed)) {
  const auto n = static_cast<Eigen::Index>(1 + seed % 12);
  const Eigen::MatrixXd m = random_symmetric(seed, n);
  const SymmetricEigen eigen = symmetric_eigen(m);
  RC_ASSERT(eigen.converged);
  const double bound = 60.0 * static_cast<double>(n) * 0x1p-53;
  const Eigen::MatrixXd residual = m * eigen.vectors - eigen.vectors * eigen.values.asDiagonal();
  RC_ASSERT(residual.norm() <= bound * m.norm());
  const Eigen::MatrixXd gram = eigen.vectors.transpose() * eigen.vectors;
  RC_ASSERT((gram - Eigen::MatrixXd::Identity(n, n)).norm() <= bound);
  for (Eigen::Index i = 1; i < n; ++i) RC_ASSERT(eigen.values[i - 1] <= eigen.values[i]);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> other(m);  // an independent witness
  RC_ASSERT((other.eigenvalues() - eigen.values).norm() <= 2.0 * bound * m.norm());
}

TEST(SymmetricEigen, MakesTheLargestEntryOfEveryVectorPositive) {
  const SymmetricEigen eigen = symmetric_eigen(random_symmetric(3, 8));
  for (Eigen::Index i = 0; i < 8; ++i) {
    Eigen::Index largest = 0;
    eigen.vectors.col(i).cwiseAbs().maxCoeff(&largest);
    EXPECT_GT(eigen.vectors(largest, i), 0.0);
  }
}

TEST(SymmetricEigen, KeepsADiagonalMatrixAndItsOrderOnTies) {
  const SymmetricEigen eigen =
      symmetric_eigen((Eigen::VectorXd(3) << 2, 1, 1).finished().asDiagonal().toDenseMatrix());
  EXPECT_EQ(eigen.values, (Eigen::VectorXd(3) << 1, 1, 2).finished());
  EXPECT_EQ(eigen.vectors.col(0), Eigen::VectorXd::Unit(3, 1));
  EXPECT_EQ(eigen.vectors.col(1), Eigen::VectorXd::Unit(3, 2));
}

TEST(SymmetricEigen, RefusesWhatIsNotSymmetric) {
  EXPECT_THROW(symmetric_eigen(Eigen::MatrixXd::Ones(2, 3)), std::invalid_argument);
  EXPECT_THROW(symmetric_eigen((Eigen::MatrixXd(2, 2) << 1, 2, 3, 1).finished()),
               std::invalid_argument);
}

}  // namespace
}  // namespace eenet
