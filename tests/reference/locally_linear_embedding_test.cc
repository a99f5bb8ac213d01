#include "reference/gradient_features/locally_linear_embedding.h"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/floating_point.h"
#include "reference/operations/operations.h"
#include "reference/rng.h"

namespace eenet {
namespace {

constexpr EmbeddingSettings kSmall = {.k = 2, .neighbours = 5, .landmarks = 50, .ridge = 1e-3};

// A curve in five dimensions, on which an embedding has something to find.
Eigen::VectorXd on_a_curve(double s) {
  return (Eigen::VectorXd(5) << std::cos(s), std::sin(s), s, std::cos(2 * s), 0.1 * s * s)
      .finished();
}

void observe_curve(LocallyLinearEmbedding& map, int count) {
  Rng rng(1, "curve");
  for (int i = 0; i < count; ++i) map.observe_played(on_a_curve(3.0 * rng.uniform()));
}

TEST(LocallyLinearEmbedding, IsTheRandomProjectionBeforeItsFirstFit) {
  LocallyLinearEmbedding map(5, kSmall, 3);
  observe_curve(map, 19);  // the first fit is at 4 * max(k, neighbours) = 20
  EXPECT_EQ(map.embedding().cols(), 0);
  const Eigen::VectorXd phi = map.map(on_a_curve(1.0));
  const Eigen::VectorXd projected = RandomProjection(5, 2, 3).map(on_a_curve(1.0));
  EXPECT_EQ(phi, projected);
}

TEST(LocallyLinearEmbedding, IsFittedAtDoublingsAndWhenTheLandmarksAreFull) {
  LocallyLinearEmbedding map(5, kSmall, 3);
  std::vector<Eigen::Index> fits;
  Rng rng(1, "curve");
  for (int i = 1; i <= 70; ++i) {
    const Eigen::Index before = map.embedding().cols();
    map.observe_played(on_a_curve(3.0 * rng.uniform()));
    if (map.embedding().cols() != before) fits.push_back(map.embedding().cols());
  }
  EXPECT_EQ(fits, (std::vector<Eigen::Index>{20, 40, 50}));
  EXPECT_FALSE(map.wants_played_gradients());
}

// The nearest landmark is the point itself, and a single weight, divided by its sum, is 1.
TEST(LocallyLinearEmbedding, WithOneNeighbourPutsALandmarkOnItsOwnEmbedding) {
  EmbeddingSettings settings = kSmall;
  settings.neighbours = 1;
  LocallyLinearEmbedding map(5, settings, 3);
  observe_curve(map, 50);
  Rng rng(1, "curve");
  const Eigen::VectorXd first = on_a_curve(3.0 * rng.uniform());
  const Eigen::VectorXd phi = map.map(first);
  Eigen::VectorXd own = map.embedding().col(0);
  normalise(own);
  EXPECT_EQ(phi, own);
}

TEST(LocallyLinearEmbedding, HasOrthonormalCoordinates) {
  LocallyLinearEmbedding map(5, kSmall, 3);
  observe_curve(map, 50);
  const Eigen::MatrixXd gram = map.embedding() * map.embedding().transpose();
  // 40 sweeps of 50 * 49 / 2 rotations, and the product here: see symmetric_eigen_test.
  const double bound = (9.0 * 40.0 * 50.0 * 49.0 / 2.0 + 50.0 * 50.0) * 0x1p-53;
  EXPECT_LE((gram - Eigen::MatrixXd::Identity(2, 2)).norm(), bound);
}

TEST(LocallyLinearEmbedding, SurvivesLandmarksThatAreAllTheSame) {
  LocallyLinearEmbedding map(5, kSmall, 3);
  for (int i = 0; i < 50; ++i) map.observe_played(on_a_curve(1.0));
  const Eigen::VectorXd phi = map.map(on_a_curve(1.0));
  EXPECT_TRUE(all_finite(phi));
  EXPECT_LE(std::abs(dot(phi, phi) - 1.0), 12.0 * 0x1p-53);
}

TEST(LocallyLinearEmbedding, LeavesGradientsOutWhoseDistancesAreNoNumbers) {
  for (const double entry : {0x1p+401, -0x1p+1000, kInfinity, kInfinity - kInfinity}) {
    LocallyLinearEmbedding map(5, kSmall, 3);
    Eigen::VectorXd bad = on_a_curve(1.0);
    bad[2] = entry;
    for (int i = 0; i < 100; ++i) map.observe_played(bad);
    EXPECT_TRUE(map.wants_played_gradients()) << entry;
    EXPECT_EQ(map.embedding().cols(), 0) << entry;
  }
}

TEST(LocallyLinearEmbedding, RefusesTooFewLandmarks) {
  EmbeddingSettings few = kSmall;
  few.landmarks = 6;
  EXPECT_THROW(LocallyLinearEmbedding(5, few, 3), std::invalid_argument);
}

}  // namespace
}  // namespace eenet
