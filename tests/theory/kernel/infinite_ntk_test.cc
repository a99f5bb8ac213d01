#include "theory/kernel/infinite_ntk.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/theory/kernel/points.h"
#include "tests/theory/kernel/wide_ntk.h"

namespace eenet::theory {
namespace {

constexpr NtkConvention kCorrected = NtkConvention::kCorrected;
constexpr NtkConvention kPrinted = NtkConvention::kPrinted;

Eigen::MatrixXd whole(const InfiniteNtk& kernel) {
  Eigen::MatrixXd matrix(kernel.size(), kernel.size());
  kernel.block(0, 0, matrix);
  return matrix;
}

// The worst |entry - infinite_ntk| over the sum of their bounds.
double margin_against_pairs(const Eigen::MatrixXd& points, Eigen::Index depth,
                            NtkConvention convention) {
  const InfiniteNtk kernel(points, depth, convention);
  const Eigen::MatrixXd matrix = whole(kernel);
  const double bound = kernel.entry_error() + ntk_entry_error(depth);
  double worst = 0.0;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    for (Eigen::Index j = 0; j < points.cols(); ++j) {
      const double norms = points.col(i).norm() * points.col(j).norm();
      const double error = std::abs(
          matrix(i, j) - infinite_ntk(points.col(i), points.col(j), depth, convention).value);
      const double allowed = bound * norms * ntk_diagonal(depth, convention);
      if (!(error <= allowed)) return std::numeric_limits<double>::infinity();
      if (allowed > 0.0) worst = std::max(worst, error / allowed);
    }
  }
  return worst;
}

TEST(InfiniteNtk, AgreesWithThePairs) {
  double worst = 0.0;
  for (const Eigen::Index dim : {1, 2, 3, 20, 100}) {
    const Eigen::MatrixXd points = hard_points(dim, 90, 7);
    for (const Eigen::Index depth : {2, 3, 4, 64}) {
      worst = std::max(worst, margin_against_pairs(points, depth, kCorrected));
    }
    worst = std::max(worst, margin_against_pairs(points, 2, kPrinted));
  }
  EXPECT_LE(worst, 1.0);
  RecordProperty("worst_over_bound", std::to_string(worst));
}

TEST(InfiniteNtk, AgreesWithManyDigits) {
  double worst = 0.0;
  for (const Eigen::Index dim : {2, 20}) {
    const Eigen::MatrixXd points = hard_points(dim, 24, 8);
    for (const Eigen::Index depth : {2, 4, 16}) {
      const InfiniteNtk kernel(points, depth);
      const Eigen::MatrixXd matrix = whole(kernel);
      for (Eigen::Index i = 0; i < points.cols(); ++i) {
        for (Eigen::Index j = 0; j < i; ++j) {
          const Eigen::VectorXd x = points.col(i);
          const Eigen::VectorXd y = points.col(j);
          if (x.isZero(0.0) || y.isZero(0.0)) continue;
          const Wide norms = sqrt(wide_dot(x, x) * wide_dot(y, y));
          const Wide exact = norms * wide_ntk(wide_cosine(x, y), ntk_levels(depth, kCorrected));
          const double error =
              wide_error(matrix(i, j), exact, norms * ntk_diagonal(depth, kCorrected));
          worst = std::max(worst, error / kernel.entry_error());
        }
      }
    }
  }
  EXPECT_LE(worst, 1.0);
  RecordProperty("worst_over_bound", std::to_string(worst));
}

TEST(InfiniteNtk, IsSymmetricToTheBitAndHasItsDiagonal) {
  const Eigen::MatrixXd points = hard_points(5, 130, 9);
  const Eigen::MatrixXd matrix = whole(InfiniteNtk(points, 3));
  EXPECT_TRUE(matrix == matrix.transpose());
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    const double norm = ScaledVector(points.col(i)).norm();
    EXPECT_EQ(matrix(i, i), 2.0 * (norm * norm));
  }
}

TEST(InfiniteNtk, GivesTheSameBitsInEveryBlock) {
  const Eigen::MatrixXd points = hard_points(6, 150, 10);
  const InfiniteNtk kernel(points, 4);
  const Eigen::MatrixXd matrix = whole(kernel);
  for (const auto& [row, column, rows, columns] : {std::array<Eigen::Index, 4>{0, 0, 1, 1},
                                                   {149, 3, 1, 140},
                                                   {17, 90, 65, 60},
                                                   {3, 3, 64, 64},
                                                   {80, 0, 70, 1},
                                                   {150, 150, 0, 0}}) {
    Eigen::MatrixXd block(rows, columns);
    kernel.block(row, column, block);
    EXPECT_TRUE(block == matrix.block(row, column, rows, columns)) << row << " " << column;
  }
}

TEST(InfiniteNtk, HasTheSameBitsWithEveryInstructionSet) {
  const std::vector<NtkRunVariant> variants = ntk_run_variants();
  Eigen::MatrixXd points = hard_points(8, kNtkRun, 11);
  for (Eigen::Index i = 0; i < points.cols(); ++i) normalise(points.col(i));
  const Eigen::MatrixXd coordinates = points.transpose();
  for (const NtkRunVariant& variant : variants) {
    RecordProperty(variant.name, "compared");
    for (Eigen::Index j = 0; j < points.cols(); ++j) {
      const NtkRunInput input = {coordinates.data(), kNtkRun, points.col(j).data(), 8, 5};
      std::array<double, static_cast<std::size_t>(kNtkRun)> plain{};
      std::array<double, static_cast<std::size_t>(kNtkRun)> fast{};
      variants.front().run(input, plain.data());
      variant.run(input, fast.data());
      EXPECT_EQ(plain, fast) << variant.name;
    }
  }
}

TEST(InfiniteNtk, RefusesWhatHasNoKernel) {
  const Eigen::MatrixXd points = hard_points(3, 4, 12);
  EXPECT_THROW(InfiniteNtk(points, 1), std::invalid_argument);
  EXPECT_THROW(InfiniteNtk(Eigen::MatrixXd(0, 3), 2), std::invalid_argument);
  Eigen::MatrixXd wrong = points;
  wrong(1, 1) = std::nan("");
  EXPECT_THROW(InfiniteNtk(wrong, 2), std::invalid_argument);
  const InfiniteNtk kernel(points, 2);
  Eigen::MatrixXd out(2, 2);
  EXPECT_THROW(kernel.block(3, 0, out), std::invalid_argument);
  EXPECT_THROW(kernel.block(0, -1, out), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
