#include "reference/operations/operations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "reference/operations/nonzero.h"
#include "reference/rng.h"

namespace eenet {
namespace {

using testing::ElementsAre;

Eigen::VectorXd vector_of(std::initializer_list<double> entries) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(entries.size()));
  Eigen::Index i = 0;
  for (const double entry : entries) v[i++] = entry;
  return v;
}

TEST(Dot, AddsInEightLanesAndThenInATree) {
  // With 2^53 in lane 0 and its negative in lane 4, the ones in between survive; added from left to
  // right, one of them would be lost to rounding.
  const Eigen::VectorXd a = vector_of({0x1p53, 1, 1, 1, -0x1p53});
  EXPECT_EQ(dot(a, Eigen::VectorXd::Ones(5)), 3.0);
  // Entry 8 falls into lane 0 again, where it is lost.
  const Eigen::VectorXd b = vector_of({0x1p53, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, -0x1p53});
  EXPECT_EQ(dot(b, Eigen::VectorXd::Ones(13)), 0.0);
}

TEST(Dot, RefusesDifferentSizes) {
  EXPECT_THROW(dot(Eigen::VectorXd::Ones(2), Eigen::VectorXd::Ones(3)), std::invalid_argument);
}

// |computed - true| <= n u sum |a_i b_i| for any order of summation (Higham, Accuracy and
// Stability, section 4.2), up to second order; long double is the wider witness.
RC_GTEST_PROP(Dot, IsWithinTheRunningErrorBoundOfAWiderSum, (std::uint64_t seed)) {
  Rng rng(seed, "test");
  const auto n = static_cast<Eigen::Index>(1 + rng.below(100));
  Eigen::VectorXd a(n);
  Eigen::VectorXd b(n);
  long double truth = 0.0L;
  long double sizes = 0.0L;
  for (Eigen::Index i = 0; i < n; ++i) {
    a[i] = rng.normal();
    b[i] = rng.normal();
    const long double product = static_cast<long double>(a[i]) * static_cast<long double>(b[i]);
    truth += product;
    sizes += std::abs(product);
  }
  const long double bound = static_cast<long double>(n + 1) * 0x1p-53L * sizes;
  RC_ASSERT(std::abs(static_cast<long double>(dot(a, b)) - truth) <= bound);
}

TEST(Normalise, GivesTheFirstUnitVectorForZero) {
  Eigen::VectorXd v = Eigen::VectorXd::Zero(3);
  normalise(v);
  EXPECT_EQ(v, vector_of({1, 0, 0}));
}

TEST(Normalise, LosesNeitherTinyNorHugeVectors) {
  for (const double scale : {0x1p-1074, 0x1p-600, 1.0, 0x1p600, 0x1p1021}) {
    Eigen::VectorXd v = vector_of({3.0 * scale, -4.0 * scale});
    normalise(v);
    EXPECT_EQ(v, vector_of({0.6, -0.8})) << scale;
  }
}

TEST(Normalise, ShowsNaNAndInfinityInItsResult) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    for (Eigen::VectorXd v :
         {vector_of({1.0, bad}), vector_of({bad, 0.0}), vector_of({0.0, bad, 2.0})}) {
      normalise(v);
      EXPECT_FALSE(all_finite(v));
    }
  }
}

TEST(IndexOfLargest, TakesTheLowestIndexOnATie) {
  EXPECT_EQ(index_of_largest(vector_of({1, 3, 2, 3})), 1);
  EXPECT_EQ(index_of_largest(vector_of({0.0, -0.0})), 0);
  EXPECT_EQ(index_of_largest(vector_of({-0.0, 0.0})), 0);
  EXPECT_THROW(index_of_largest(Eigen::VectorXd(0)), std::invalid_argument);
}

TEST(FindNonzero, ListsEveryEntryThatIsNotZero) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<Eigen::Index> memory = {7, 7, 7};  // of an earlier call
  EXPECT_THAT(find_nonzero(vector_of({0, -0.0, -1, nan, 0x1p-1074}), memory), ElementsAre(2, 3, 4));
  EXPECT_THAT(find_nonzero(vector_of({nan, 3, -1}), memory), ElementsAre(0, 1, 2));
  EXPECT_THAT(find_nonzero(vector_of({1, 0, -1}), memory), ElementsAre(0, 2));
  EXPECT_TRUE(find_nonzero(Eigen::VectorXd(0), memory).empty());
}

RC_GTEST_PROP(FindNonzero, IsTheSameAsLookingAtEachEntry, (std::uint64_t seed)) {
  Rng rng(seed, "test");
  std::vector<Eigen::Index> memory;
  for (int call = 0; call < 3; ++call) {  // with the memory of the call before
    Eigen::VectorXd v = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(rng.below(70)));
    const std::uint64_t sparsity = 1 + rng.below(20);
    std::vector<Eigen::Index> expected;
    for (Eigen::Index k = 0; k < v.size(); ++k) {
      if (rng.below(sparsity) != 0) continue;
      v[k] = rng.normal();
      expected.push_back(k);
    }
    const std::span<const Eigen::Index> found = find_nonzero(v, memory);
    RC_ASSERT(std::vector<Eigen::Index>(found.begin(), found.end()) == expected);
  }
}

}  // namespace
}  // namespace eenet
