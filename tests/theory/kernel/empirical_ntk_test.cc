#include "theory/kernel/empirical_ntk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "reference/mlp.h"
#include "reference/operations/operations.h"
#include "tests/theory/kernel/points.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"
#include "theory/measured/mean.h"

namespace eenet::theory {
namespace {

constexpr double kError = 1e-6;  // the budget of checks of our own code, for every test below

Mlp network(Eigen::Index dim, Eigen::Index width, Eigen::Index depth, std::uint64_t seed) {
  Rng rng(seed, stream::kInitExploitation);
  return Mlp::initialised({dim, width, depth}, rng);
}

// The five points of tests/data/ntk_golden.json, A_rational5.
Eigen::MatrixXd five_points() {
  Eigen::MatrixXd points(3, 5);
  points << 1, 0, 3, 2, -1,  //
      0, 1, 4, 2, 2,         //
      0, 0, 0, 1, 2;
  for (Eigen::Index i = 0; i < points.cols(); ++i) normalise(points.col(i));
  return points;
}

// The definition, from whole gradients: |computed - exact| <= (p/8 + 7) 2^-53 sqrt(K_ii K_jj), to
// first order.
Eigen::MatrixXd gram_of_gradients(const Mlp& net, const Eigen::MatrixXd& contexts) {
  std::vector<Eigen::VectorXd> gradients;
  for (const auto& context : contexts.colwise()) gradients.push_back(gradient(net, context));
  Eigen::MatrixXd matrix(contexts.cols(), contexts.cols());
  for (Eigen::Index j = 0; j < contexts.cols(); ++j) {
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      matrix(i, j) =
          dot(gradients[static_cast<std::size_t>(i)], gradients[static_cast<std::size_t>(j)]);
    }
  }
  return matrix;
}

TEST(EmpiricalNtk, IsTheGramMatrixOfTheGradientsToRounding) {
  double worst = 0.0;
  for (const Eigen::Index depth : {2, 3, 4, 6}) {
    for (const Eigen::Index width : {1, 5, 40}) {
      const Mlp net = network(4, width, depth, 3);
      const Eigen::MatrixXd points = hard_points(4, 70, 31);
      const EmpiricalNtk structured(net, points);
      const Eigen::MatrixXd plain = gram_of_gradients(net, points);
      const auto parameters = static_cast<double>(net.shape().parameter_count());
      const double bound = structured.entry_error() + (parameters / 8 + 7) * 0x1p-53;
      for (Eigen::Index i = 0; i < points.cols(); ++i) {
        for (Eigen::Index j = 0; j < points.cols(); ++j) {
          const double error = std::abs(structured.matrix()(i, j) - plain(i, j));
          const double allowed = bound * std::sqrt(plain(i, i) * plain(j, j));
          ASSERT_LE(error, allowed) << depth << " " << width << " " << i << " " << j;
          if (allowed > 0.0) worst = std::max(worst, error / allowed);
        }
      }
    }
  }
  RecordProperty("worst_over_bound", std::to_string(worst));
}

TEST(EmpiricalNtk, GivesTheSameBitsForAnyThreadsAndBlocks) {
  const Mlp net = network(3, 33, 3, 4);
  const Eigen::MatrixXd points = hard_points(3, 150, 32);
  const EmpiricalNtk kernel(net, points);
  EXPECT_TRUE(kernel.matrix() == kernel.matrix().transpose());
  for (const unsigned threads : {2U, 5U}) {
    EXPECT_TRUE(EmpiricalNtk(net, points, threads).matrix() == kernel.matrix()) << threads;
  }
  EXPECT_TRUE(kernel_matrix(kernel, {2, 40}) == kernel.matrix());
  Eigen::MatrixXd out(3, 2);
  EXPECT_THROW(kernel.block(148, 0, out), std::invalid_argument);
  EXPECT_THROW(EmpiricalNtk(net, points.topRows(2)), std::invalid_argument);
}

// Squared Frobenius distances to the kernel of infinite width, one per seed, times the width.
std::vector<double> scaled_squares(Eigen::Index width, Eigen::Index depth, int seeds,
                                   NtkConvention convention) {
  const Eigen::MatrixXd points = five_points();
  const Eigen::MatrixXd limit = kernel_matrix(InfiniteNtk(points, depth, convention));
  std::vector<double> squares;
  for (int seed = 0; seed < seeds; ++seed) {
    const Mlp net = network(3, width, depth, static_cast<std::uint64_t>(seed));
    const double distance = (EmpiricalNtk(net, points).matrix() - limit).norm();
    squares.push_back(static_cast<double>(width) * distance * distance);
  }
  return squares;
}

// At depth 2 the kernel is a sum over neurons that are drawn alike, and its mean is the limit at
// every width: m E|K - H|^2 is one number for all m. That is the rate m^(-1/2), without a slope.
TEST(EmpiricalNtk, ReportsThePartThatIsDone) {
  std::vector<double> parts;
  const EmpiricalNtk kernel(network(3, 4, 2, 1), hard_points(3, 200, 31), 1,
                            [&parts](double part) { parts.push_back(part); });
  ASSERT_GE(parts.size(), 2U);
  EXPECT_TRUE(std::is_sorted(parts.begin(), parts.end()));
  EXPECT_GT(parts.front(), 0.0);
  EXPECT_EQ(parts.back(), 1.0);
}

TEST(EmpiricalNtk, ApproachesTheInfiniteOneAsTheRootOfTheWidth) {
  constexpr int kSeeds = 300;
  const auto narrow = scaled_squares(64, 2, kSeeds, NtkConvention::kCorrected);
  const auto wide = scaled_squares(4096, 2, kSeeds, NtkConvention::kCorrected);
  const auto wrong = scaled_squares(4096, 2, kSeeds, NtkConvention::kPrinted);
  const Measured at_narrow = student_mean(narrow, 1.0 - kError / 2);
  const Measured at_wide = student_mean(wide, 1.0 - kError / 2);
  EXPECT_LE(at_narrow.lower, at_wide.upper);
  EXPECT_LE(at_wide.lower, at_narrow.upper);
  // The gate has teeth: half or twice the rate would be a factor of 8 apart, the printed limit
  // stays where it is.
  EXPECT_LT(at_wide.upper, 8 * at_narrow.lower);
  EXPECT_LT(at_narrow.upper, 8 * at_wide.lower);
  EXPECT_GT(student_mean(wrong, 1.0 - kError).lower, 8 * at_narrow.upper);
  RecordProperty("narrow", std::to_string(at_narrow.value));
  RecordProperty("wide", std::to_string(at_wide.value));
}

// Deeper, the mean has a part of order 1/m too: the rate is that of large widths.
TEST(EmpiricalNtk, ApproachesTheInfiniteOneWhenDeeper) {
  constexpr int kSeeds = 60;
  const auto narrow = scaled_squares(64, 3, kSeeds, NtkConvention::kCorrected);
  const auto wide = scaled_squares(512, 3, kSeeds, NtkConvention::kCorrected);
  const Measured at_narrow = student_mean(narrow, 1.0 - kError / 2);
  const Measured at_wide = student_mean(wide, 1.0 - kError / 2);
  EXPECT_LE(at_wide.lower, at_narrow.upper);
  EXPECT_LT(at_wide.upper, 8 * at_narrow.value) << "no convergence, or half the rate";
  RecordProperty("narrow", std::to_string(at_narrow.value));
  RecordProperty("wide", std::to_string(at_wide.value));
}

TEST(EmpiricalNtk, IsThereAtALargeWidth) {
  const Mlp net = network(3, 65'536, 2, 1);
  const Eigen::MatrixXd points = five_points();
  const EmpiricalNtk kernel(net, points, 2);
  const Eigen::MatrixXd plain = gram_of_gradients(net, points);
  const auto parameters = static_cast<double>(net.shape().parameter_count());
  const double bound = kernel.entry_error() + (parameters / 8 + 7) * 0x1p-53;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    for (Eigen::Index j = 0; j < points.cols(); ++j) {
      EXPECT_NEAR(kernel.matrix()(i, j), plain(i, j), bound * std::sqrt(plain(i, i) * plain(j, j)));
    }
  }
}

}  // namespace
}  // namespace eenet::theory
