#include "theory/spectrum/partial_cholesky.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "tests/theory/kernel/plain_ntk.h"
#include "tests/theory/measured/exact_matrix.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/log_determinant.h"

namespace eenet::theory {
namespace {

bool holds(const Measured& measured, const Wide& exact) {
  return Wide(measured.lower) <= exact && exact <= Wide(measured.upper);
}

// Eigenvalues 1, 1/4, 1/16, ...: a few columns hold almost everything.
WideMatrix decaying(Eigen::Index size, std::uint64_t index) {
  std::vector<Wide> eigenvalues;
  for (Eigen::Index i = 0; i < size; ++i) eigenvalues.push_back(pow(Wide(4), -static_cast<int>(i)));
  return with_eigenvalues(eigenvalues, index);
}

TEST(PartialCholesky, EnclosesTheLogDeterminantAtEveryRank) {
  for (std::uint64_t i = 0; i < 8; ++i) {
    const WideMatrix exact = i % 2 == 0 ? decaying(24, i) : random_gram(24, 30, 0.0, 1100 + i);
    const StoredKernel kernel(rounded(exact));
    const Wide smallest = exact_eigenvalues(exact).front();
    for (const Eigen::Index rank : {1, 2, 5, 12, 23, 24}) {
      const PartialCholesky partial = partial_cholesky(kernel, rank, 0.0);
      ASSERT_TRUE(partial.certified);
      EXPECT_GE(Wide(partial.smallest_remainder), smallest);
      for (const double lambda : {0.01, 1.0}) {
        const Measured log_det = log_determinant(kernel, partial, lambda);
        EXPECT_TRUE(holds(log_det, exact_log_det(exact, Wide(lambda)))) << rank << ' ' << lambda;
        EXPECT_EQ(log_det.basis, Basis::kCertified);
        // The remainder's trace over lambda, the ridge's cost (log(1 + x) <= x), and what is
        // unknown of the factor's own part; last places of the ends, and of 1 + x in two logarithms
        // that count N times.
        const Measured own = log_determinant_of_factor(partial, lambda);
        EXPECT_LE(log_det.upper - log_det.lower,
                  (partial.remainder_trace.upper + 2 * 24 * partial.ridge) / lambda + own.upper -
                      own.lower + (32 + 16 * 24) * kUnitRoundoff * (1.0 + log_det.upper));
      }
    }
  }
}

TEST(PartialCholesky, AllowsForTheErrorsOfTheEntries) {
  constexpr double kError = 1e-7;
  int missed_without = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const WideMatrix exact = random_gram(16, 20, 0.0, 1200 + i);
    const Eigen::MatrixXd matrix = perturbed(exact, kError, i);
    const Wide truth = exact_log_det(exact, Wide(0.1));
    const StoredKernel kernel(matrix, kError);
    EXPECT_TRUE(holds(log_determinant(kernel, partial_cholesky(kernel, 16, 0.0), 0.1), truth));
    const StoredKernel believed(matrix, kUnitRoundoff);
    const Measured naive = log_determinant(believed, partial_cholesky(believed, 16, 0.0), 0.1);
    if (!holds(naive, truth)) ++missed_without;
  }
  EXPECT_GT(missed_without, 10);
}

TEST(PartialCholesky, OfALowRankMatrixStopsSoonAfterItsRank) {
  const WideMatrix exact = random_gram(40, 6, 0.0, 13);
  const StoredKernel kernel(rounded(exact));
  const PartialCholesky partial = partial_cholesky(kernel, 40, 0.0);
  // The pivots amplify the ridge before it is all that is left.
  EXPECT_GE(partial.rank(), 6);
  EXPECT_LE(partial.rank(), 12);
  EXPECT_TRUE(partial.certified);
  EXPECT_LE(partial.remainder_trace.upper, 40 * 4.0 * partial.ridge);
  EXPECT_TRUE(holds(log_determinant(kernel, partial, 1.0), exact_log_det(exact, Wide(1))));
}

TEST(PartialCholesky, StopsWhenLittleRemains) {
  const StoredKernel kernel(rounded(decaying(30, 3)));
  const PartialCholesky partial = partial_cholesky(kernel, 30, 1e-4);
  EXPECT_LT(partial.rank(), 30);
  EXPECT_LE(partial.remainder_trace.lower, 1e-4);
}

TEST(PartialCholesky, TakesEveryPivotOnce) {
  const PlainNtk kernel(random_contexts(300, 4, 1));
  PartialCholesky partial = partial_cholesky(kernel, 200, 0.0);
  ASSERT_EQ(partial.rank(), 200);
  std::sort(partial.pivots.begin(), partial.pivots.end());
  EXPECT_EQ(std::adjacent_find(partial.pivots.begin(), partial.pivots.end()), partial.pivots.end());
}

TEST(PartialCholesky, ApproachesTheDenseAnswerFromBothSides) {
  const PlainNtk kernel(random_contexts(400, 3, 2));
  StoredKernel stored(kernel);
  const Measured dense = log_determinant(stored, 1.0);
  double width = 1e300;
  for (const Eigen::Index rank : {10, 40, 160, 400}) {
    const Measured ends = log_determinant(kernel, partial_cholesky(kernel, rank, 0.0), 1.0);
    EXPECT_LE(ends.lower, dense.upper);
    EXPECT_GE(ends.upper, dense.lower);
    EXPECT_LT(ends.upper - ends.lower, width);
    width = ends.upper - ends.lower;
  }
}

TEST(PartialCholesky, RefusesARankThatDoesNotExist) {
  const StoredKernel kernel(Eigen::MatrixXd::Identity(3, 3));
  EXPECT_THROW(partial_cholesky(kernel, 0, 0.0), std::invalid_argument);
  EXPECT_THROW(partial_cholesky(kernel, 4, 0.0), std::invalid_argument);
  EXPECT_THROW(partial_cholesky(kernel, 2, -1.0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
