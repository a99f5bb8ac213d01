#include "reference/gradient_features/gradient_features.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "reference/gradient_features/block_means.h"
#include "reference/gradient_features/random_projection.h"
#include "reference/gradient_features/whole_gradient.h"
#include "reference/operations/operations.h"
#include "reference/rng.h"

namespace eenet {
namespace {

std::unique_ptr<GradientFeatures> features_named(const std::string& name,
                                                 Eigen::Index gradient_dim) {
  return make_gradient_features(Settings("test", gradient_features_keys(), {{"features", name}}),
                                gradient_dim, 7);
}

// | |phi|^2 - 1 | is at most (2n + 8) u for n numbers divided by their norm: the bound that
// contexts are held to.
RC_GTEST_PROP(GradientFeatures, HaveUnitNorm, (std::uint64_t seed)) {
  Rng rng(seed, "test");
  const auto p = static_cast<Eigen::Index>(1 + rng.below(60));
  Eigen::VectorXd g(p);
  for (Eigen::Index i = 0; i < p; ++i) g[i] = rng.below(3) == 0 ? 0.0 : rng.normal();
  for (const char* name : {"gradient", "projection", "block-mean", "lle"}) {
    const auto features = features_named(name, p);
    const Eigen::VectorXd phi = features->map(g);
    RC_ASSERT(phi.size() == features->output_dim());
    const double bound = (2.0 * static_cast<double>(phi.size()) + 8.0) * 0x1p-53;
    RC_ASSERT(std::abs(dot(phi, phi) - 1.0) <= bound);
  }
}

TEST(GradientFeatures, AnswerAZeroGradientWithTheFirstUnitVector) {
  for (const char* name : {"gradient", "projection", "block-mean", "lle"}) {
    const auto features = features_named(name, 30);
    const Eigen::VectorXd phi = features->map(Eigen::VectorXd::Zero(30));
    EXPECT_EQ(phi, Eigen::VectorXd::Unit(features->output_dim(), 0)) << name;
  }
}

TEST(GradientFeatures, RefuseAGradientOfAnotherSize) {
  for (const char* name : {"gradient", "projection", "block-mean", "lle"}) {
    EXPECT_THROW(static_cast<void>(features_named(name, 30)->map(Eigen::VectorXd::Ones(29))),
                 std::invalid_argument);
  }
  EXPECT_THROW(features_named("lle2", 30), std::invalid_argument);
}

TEST(GradientFeatures, AreTheSameFromTheFactorsOfAGradient) {
  Rng rng(4, "test");
  for (const Eigen::Index depth : {2, 3}) {
    // Which entries of the context are not zero: scattered, side by side, all, none.
    for (const std::string places : {"1.1.1.", "..111.", "111111", "......"}) {
      const Mlp net = Mlp::initialised({6, 5, depth}, rng);
      Eigen::VectorXd x(6);
      for (std::size_t k = 0; k < 6; ++k) {
        x[static_cast<Eigen::Index>(k)] = places[k] == '1' ? rng.normal() : 0.0;
      }
      ForwardPass pass;
      BackwardPass back;
      net.forward(x, pass);
      backward(net, pass, back);
      for (const char* name : {"gradient", "projection", "block-mean", "lle"}) {
        const auto features = features_named(name, net.shape().parameter_count());
        Eigen::VectorXd from_factors(features->output_dim());
        features->map(pass, back, from_factors);
        EXPECT_EQ(features->map(gradient(net, x)), from_factors) << name << ' ' << places;
      }
    }
  }
}

TEST(WholeGradient, KeepsTheDirection) {
  const Eigen::VectorXd phi = WholeGradient(2).map((Eigen::VectorXd(2) << 3, -4).finished());
  EXPECT_EQ(phi, (Eigen::VectorXd(2) << 0.6, -0.8).finished());
}

TEST(RandomProjection, TakesRowsAndSignsFromTheFeatureStream) {
  const Eigen::MatrixXd matrix = RandomProjection(50, 3, 9).matrix();
  Rng rng(9, stream::kFeatures);
  for (Eigen::Index i = 0; i < 50; ++i) {
    const std::uint64_t w = rng.below(6);
    for (Eigen::Index row = 0; row < 3; ++row) {
      const double sign = w % 2 == 1 ? 1.0 : -1.0;
      EXPECT_EQ(matrix(row, i), row == static_cast<Eigen::Index>(w / 2) ? sign : 0.0) << i;
    }
  }
}

TEST(RandomProjection, IsTheNormalisedProductWithItsMatrix) {
  const RandomProjection projection(4, 2, 9);
  const Eigen::VectorXd g = (Eigen::VectorXd(4) << 0.5, 0, -2, 4).finished();
  Eigen::VectorXd expected = projection.matrix() * g;  // exact: few bits
  normalise(expected);
  const Eigen::VectorXd phi = projection.map(g);
  EXPECT_EQ(phi, expected);
}

// <S g, S g'> has mean <g, g'> and variance |g|^2 |g'|^2 + <g, g'>^2 - 2 sum g_i^2 g'_i^2, over the
// number of outputs.
TEST(RandomProjection, KeepsInnerProductsOnAverageWithTheVarianceOfDenseSigns) {
  constexpr int kSeeds = 4000;
  constexpr Eigen::Index kOutputs = 5;
  Eigen::VectorXd g(40);
  Eigen::VectorXd other(40);
  Rng rng(2, "test");
  for (Eigen::Index i = 0; i < 40; ++i) {
    g[i] = rng.normal();
    other[i] = 0.5 * g[i] + rng.normal();
  }
  double sum = 0.0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const Eigen::MatrixXd s = RandomProjection(40, kOutputs, seed).matrix();
    sum += (s * g).dot(s * other);
  }
  const double truth = g.dot(other);
  const double variance = (g.squaredNorm() * other.squaredNorm() + truth * truth -
                           2.0 * g.cwiseAbs2().dot(other.cwiseAbs2())) /
                          static_cast<double>(kOutputs);
  // Five standard errors: two-sided error 6e-7 under the central limit theorem.
  EXPECT_LE(std::abs(sum / kSeeds - truth), 5.0 * std::sqrt(variance / kSeeds));
}

TEST(BlockMeans, FillTheLastBlockWithZeros) {
  const BlockMeans means(5, 2);
  ASSERT_EQ(means.output_dim(), 3);
  // Means 4, 0 and 3 (of 6 and a zero): norm 5.
  const Eigen::VectorXd phi = means.map((Eigen::VectorXd(5) << 5, 3, 1, -1, 6).finished());
  EXPECT_EQ(phi, (Eigen::VectorXd(3) << 0.8, 0, 0.6).finished());
  EXPECT_THROW(BlockMeans(5, 0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet
