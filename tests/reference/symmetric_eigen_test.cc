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

// A computed rotation of two columns is off an exact one by 6 u of their norm at most [Higham,
// Accuracy and Stability of Numerical Algorithms, lemma 19.9]. Two columns of the vectors have norm
// sqrt(2), so N rotations, of at most 40 sweeps, leave them 6 sqrt(2) N u < 9 N u off orthonormal;
// the matrix, rotated from both sides, is 12 N u |A| off. What is left beside the diagonal is below
// n 2^-54 |A|, and each product below rounds by n u for an entry.
double orthonormality_bound(Eigen::Index n) {
  const auto size = static_cast<double>(n);
  return (9.0 * 40.0 * size * (size - 1.0) / 2.0 + size * size) * 0x1p-53;
}
double residual_bound(Eigen::Index n) {  // relative to |A|
  const auto size = static_cast<double>(n);
  return (12.0 * 40.0 * size * (size - 1.0) / 2.0 + 2.0 * size + 2.0 * size * size) * 0x1p-53 +
         2.0 * orthonormality_bound(n);
}

RC_GTEST_PROP(SymmetricEigen, HasSmallResidualsAndOrthonormalVectors, (std::uint64_t seed)) {
  const auto n = static_cast<Eigen::Index>(1 + seed % 12);
  const Eigen::MatrixXd m = random_symmetric(seed, n);
  const SymmetricEigen eigen = symmetric_eigen(m);
  RC_ASSERT(eigen.converged);
  const Eigen::MatrixXd residual = m * eigen.vectors - eigen.vectors * eigen.values.asDiagonal();
  RC_ASSERT(residual.norm() <= residual_bound(n) * m.norm());
  const Eigen::MatrixXd gram = eigen.vectors.transpose() * eigen.vectors;
  RC_ASSERT((gram - Eigen::MatrixXd::Identity(n, n)).norm() <= orthonormality_bound(n));
  for (Eigen::Index i = 1; i < n; ++i) RC_ASSERT(eigen.values[i - 1] <= eigen.values[i]);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> other(m);  // an independent witness
  RC_ASSERT((other.eigenvalues() - eigen.values).norm() <= 2.0 * residual_bound(n) * m.norm());
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
