#include "tests/theory/measured/exact_matrix.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "reference/rng.h"

namespace eenet::theory {

namespace {

constexpr std::uint64_t kSeed = 20220425;

WideMatrix normal_matrix(Eigen::Index rows, Eigen::Index columns, std::uint64_t index) {
  Rng rng(kSeed, "exact-matrix", index);
  WideMatrix matrix(rows, columns);
  for (Eigen::Index j = 0; j < columns; ++j) {
    for (Eigen::Index i = 0; i < rows; ++i) matrix(i, j) = rng.normal();
  }
  return matrix;
}

}  // namespace

WideMatrix random_gram(Eigen::Index size, Eigen::Index rank, double ridge, std::uint64_t index) {
  const WideMatrix a = normal_matrix(size, rank, index);
  WideMatrix gram = a * a.transpose() / Wide(rank);
  gram.diagonal().array() += Wide(ridge);
  return gram;
}

WideMatrix with_eigenvalues(const std::vector<Wide>& eigenvalues, std::uint64_t index) {
  const auto n = static_cast<Eigen::Index>(eigenvalues.size());
  WideMatrix matrix = WideMatrix::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) matrix(i, i) = eigenvalues[static_cast<std::size_t>(i)];
  const WideMatrix directions = normal_matrix(n, 3, index);
  for (Eigen::Index k = 0; k < directions.cols(); ++k) {
    const WideVector v = directions.col(k);
    const WideMatrix reflection =
        WideMatrix::Identity(n, n) - v * v.transpose() * (Wide(2) / v.squaredNorm());
    matrix = (reflection * matrix * reflection).eval();
  }
  return matrix;
}

Eigen::MatrixXd rounded(const WideMatrix& matrix) {
  Eigen::MatrixXd out(matrix.rows(), matrix.cols());
  for (Eigen::Index j = 0; j < out.cols(); ++j) {
    for (Eigen::Index i = 0; i <= j; ++i) {
      out(i, j) = static_cast<double>(matrix(i, j));
      out(j, i) = out(i, j);
    }
  }
  return out;
}

Eigen::MatrixXd perturbed(const WideMatrix& matrix, double error, std::uint64_t index) {
  Rng rng(kSeed, "perturbation", index);
  WideMatrix moved = matrix;
  for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
    for (Eigen::Index i = 0; i <= j; ++i) {
      // Less than the whole by what rounding to double adds.
      const Wide reach = (Wide(error) - Wide(0x1p-53)) * sqrt(matrix(i, i) * matrix(j, j));
      moved(i, j) += rng.below(2) == 0 ? reach : Wide(-reach);
    }
  }
  return rounded(moved);
}

std::vector<Wide> exact_eigenvalues(const WideMatrix& matrix) {
  const Eigen::SelfAdjointEigenSolver<WideMatrix> solver(matrix, Eigen::EigenvaluesOnly);
  std::vector<Wide> values;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) values.push_back(solver.eigenvalues()[i]);
  return values;
}

Wide exact_log_det(const WideMatrix& matrix, const Wide& lambda) {
  const WideMatrix sum = WideMatrix::Identity(matrix.rows(), matrix.cols()) + matrix / lambda;
  const Eigen::LLT<WideMatrix> factor(sum);
  Wide result = 0;
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) result += 2 * log(factor.matrixLLT()(i, i));
  return result;
}

void expect_certified(const Measured& measured, const Wide& exact) {
  EXPECT_LE(Wide(measured.lower), exact);
  EXPECT_GE(Wide(measured.upper), exact);
  EXPECT_EQ(measured.basis, Basis::kCertified);
}

}  // namespace eenet::theory
