#include "theory/spectrum/close_eigenvalue.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "reference/rng.h"
#include "tests/theory/measured/exact_matrix.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"
#include "theory/kernel/stored_kernel.h"

namespace eenet::theory {
namespace {

constexpr Eigen::Index kAnyNumber = 1 << 20;

Eigen::VectorXd random_direction(Eigen::Index dim, Rng& rng) {
  Eigen::VectorXd x(dim);
  for (double& entry : x) entry = rng.normal();
  return x / x.norm();
}

// `clusters` centres with `members` points each, within `distance` of the centre.
Eigen::MatrixXd clustered(Eigen::Index clusters, Eigen::Index members, double distance,
                          std::uint64_t seed) {
  Rng rng(seed, "clustered");
  Eigen::MatrixXd points(6, clusters * members);
  for (Eigen::Index i = 0; i < clusters; ++i) {
    const Eigen::VectorXd centre = random_direction(6, rng);
    for (Eigen::Index k = 0; k < members; ++k) {
      points.col(i * members + k) = centre + distance * random_direction(6, rng);
    }
  }
  return points;
}

Wide exact_smallest(const InfiniteNtk& kernel) {
  WideMatrix matrix(kernel.size(), kernel.size());
  for (Eigen::Index i = 0; i < kernel.size(); ++i) {
    for (Eigen::Index j = 0; j < kernel.size(); ++j) {
      const PreciseEntry entry = kernel.precise_entry(i, j);
      matrix(i, j) = Wide(entry.high) + Wide(entry.low);
    }
  }
  return exact_eigenvalues(matrix).front();
}

// Encloses the eigenvalue of the exact kernel, and its ends are at most this factor apart.
void expect_tight(const Eigen::MatrixXd& points, Eigen::Index depth, double factor) {
  const InfiniteNtk kernel(points, depth);
  const auto ends = smallest_eigenvalue_of_close_points(kernel, kAnyNumber, 1);
  ASSERT_TRUE(ends.has_value());
  const Wide exact = exact_smallest(kernel);
  EXPECT_LE(Wide(ends->lower), exact);
  EXPECT_GE(Wide(ends->upper), exact);
  EXPECT_GT(ends->lower, 0.0);
  EXPECT_LE(ends->upper, factor * ends->lower) << static_cast<double>(exact);
}

TEST(CloseEigenvalue, OfAPairHasTwelveDigits) {
  for (const double angle : {0.01, 1e-3, 1e-6, 1e-9, 1e-12, 1e-13}) {
    for (const Eigen::Index depth : {2, 5}) {
      SCOPED_TRACE(angle);
      Eigen::MatrixXd points(2, 2);
      points << 0.6, 0.6 * std::cos(angle) - 0.8 * std::sin(angle),  //
          0.8, 0.8 * std::cos(angle) + 0.6 * std::sin(angle);
      expect_tight(points, depth, 1.0 + 1e-12);
      points.col(1) *= 7.0;
      expect_tight(points, depth, 1.0 + 1e-12);
    }
  }
}

TEST(CloseEigenvalue, OfClustersIsTightFarBelowWhatDoublesShow) {
  for (const double distance : {1e-4, 1e-8, 1e-11, 1e-13}) {
    SCOPED_TRACE(distance);
    expect_tight(clustered(3, 5, distance, 1), 2, 1.1);
    expect_tight(clustered(8, 2, distance, 2), 3, 1.1);
    expect_tight(clustered(1, 14, distance, 3), 2, 1.1);
  }
}

TEST(CloseEigenvalue, OfAChainOfScalesIsTight) {
  Rng rng(4, "chain");
  Eigen::MatrixXd points(4, 13);
  points.col(0) = random_direction(4, rng);
  for (Eigen::Index i = 1; i < 13; ++i) {
    points.col(i) =
        points.col(i - 1) + std::pow(10.0, -static_cast<double>(i)) * random_direction(4, rng);
  }
  expect_tight(points, 2, 1.1);
}

TEST(CloseEigenvalue, HasTheSameBitsForAnyThreads) {
  const InfiniteNtk kernel(clustered(30, 3, 1e-10, 5), 2);
  const auto alone = smallest_eigenvalue_of_close_points(kernel, kAnyNumber, 1);
  const auto shared = smallest_eigenvalue_of_close_points(kernel, kAnyNumber, 3);
  ASSERT_TRUE(alone && shared);
  EXPECT_EQ(alone->lower, shared->lower);
  EXPECT_EQ(alone->upper, shared->upper);
}

TEST(CloseEigenvalue, IsSilentWhereItHasNothingToAdd) {
  const InfiniteNtk apart(Eigen::MatrixXd::Identity(5, 5), 2);
  EXPECT_FALSE(smallest_eigenvalue_of_close_points(apart, kAnyNumber, 1));
  const InfiniteNtk close(clustered(2, 2, 1e-9, 6), 2);
  EXPECT_FALSE(smallest_eigenvalue_of_close_points(close, 3, 1));  // more near points than allowed
  EXPECT_FALSE(
      smallest_eigenvalue_of_close_points(StoredKernel(kernel_matrix(close)), kAnyNumber, 1));
  Eigen::MatrixXd with_zero = clustered(2, 2, 1e-9, 6);
  with_zero.col(3).setZero();
  EXPECT_FALSE(smallest_eigenvalue_of_close_points(InfiniteNtk(with_zero, 2), kAnyNumber, 1));
  Eigen::MatrixXd repeated = clustered(2, 2, 1e-9, 6);
  repeated.col(1) = repeated.col(0);
  EXPECT_FALSE(smallest_eigenvalue_of_close_points(InfiniteNtk(repeated, 2), kAnyNumber, 1));
}

}  // namespace
}  // namespace eenet::theory
