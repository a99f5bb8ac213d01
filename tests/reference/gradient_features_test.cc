#include "reference/gradient_features/gradient_features.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "reference/fixed_order.h"
#include "reference/gradient_features/random_projection.h"
#include "reference/gradient_features/whole_gradient.h"
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
  for (const char* name : {"gradient", "projection"}) {
    const auto features = features_named(name, p);
    Eigen::VectorXd phi;
    features->map(g, phi);
    RC_ASSERT(phi.size() == features->output_dim());
    const double bound = (2.0 * static_cast<double>(phi.size()) + 8.0) * 0x1p-53;
    RC_ASSERT(std::abs(dot(phi, phi) - 1.0) <= bound);
  }
}

TEST(GradientFeatures, AnswerAZeroGradientWithTheFirstUnitVector) {
  for (const char* name : {"gradient", "projection"}) {
    const auto features = features_named(name, 30);
    Eigen::VectorXd phi;
    features->map(Eigen::VectorXd::Zero(30), phi);
    EXPECT_EQ(phi, Eigen::VectorXd::Unit(features->output_dim(), 0)) << name;
  }
}

TEST(GradientFeatures, RefuseAGradientOfAnotherSize) {
  for (const char* name : {"gradient", "projection"}) {
    Eigen::VectorXd phi;
    EXPECT_THROW(features_named(name, 30)->map(Eigen::VectorXd::Ones(29), phi),
                 std::invalid_argument);
  }
  EXPECT_THROW(features_named("lle2", 30), std::invalid_argument);
}

TEST(WholeGradient, KeepsTheDirection) {
  Eigen::VectorXd phi;
  WholeGradient(2).map((Eigen::VectorXd(2) << 3, -4).finished(), phi);
  EXPECT_EQ(phi, (Eigen::VectorXd(2) << 0.6, -0.8).finished());
}

TEST(RandomProjection, TakesItsSignsFromTheBitsOfTheFeatureStream) {
  const RandomProjection projection(50, 3, 9);
  Rng rng(9, stream::kFeatures);
  const std::uint64_t words[] = {rng.word(), rng.word(), rng.word()};
  for (Eigen::Index i = 0; i < 150; ++i) {
    const bool bit = (words[i / 64] >> (i % 64) & 1U) != 0;
    EXPECT_EQ(projection.signs()(i % 3, i / 3), bit ? 1.0 : -1.0) << i;
  }
}

TEST(RandomProjection, IsTheNormalisedProductWithItsSigns) {
  const RandomProjection projection(4, 2, 9);
  const Eigen::VectorXd g = (Eigen::VectorXd(4) << 0.5, 0, -2, 4).finished();
  Eigen::VectorXd expected(2);
  for (Eigen::Index row = 0; row < 2; ++row) {
    expected[row] = 0.5 * projection.signs()(row, 0) - 2 * projection.signs()(row, 2) +
                    4 * projection.signs()(row, 3);
  }
  normalise(expected);
  Eigen::VectorXd phi;
  projection.map(g, phi);
  EXPECT_EQ(phi, expected);
}

}  // namespace
}  // namespace eenet
