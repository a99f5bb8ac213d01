#include "theory/spectrum/log_determinant.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/theory/measured/exact_matrix.h"
#include "theory/kernel/distinct_points.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {
namespace {

TEST(LogDeterminant, EnclosesTheExactOne) {
  for (std::uint64_t i = 0; i < 40; ++i) {
    const auto size = static_cast<Eigen::Index>(1 + i);
    const WideMatrix exact = random_gram(size, 1 + size / 2, 0.0, 600 + i);
    StoredKernel kernel(rounded(exact));
    for (const double lambda : {1e-6, 0.1, 1.0, 100.0}) {
      const Measured log_det = log_determinant(kernel, lambda);
      expect_certified(log_det, exact_log_det(exact, Wide(lambda)));
      // The a-priori error of one factorisation, and the last places of N logarithms' sum.
      const auto n = static_cast<double>(size);
      const double moved =
          kernel.allowance(1.0, lambda) + kernel.entry_error() * kernel.trace_bound();
      const double places = 8 * n * kUnitRoundoff * n * (1.0 + std::abs(std::log(lambda)));
      EXPECT_LE(log_det.upper - log_det.lower, 3.0 * std::sqrt(n) * moved / lambda + places);
    }
  }
}

TEST(LogDeterminant, AllowsForTheErrorsOfTheEntries) {
  constexpr double kError = 1e-6;
  int missed_without = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const WideMatrix exact = random_gram(15, 15, 0.0, 700 + i);
    const Eigen::MatrixXd matrix = perturbed(exact, kError, i);
    StoredKernel kernel(matrix, kError);
    const Wide truth = exact_log_det(exact, Wide(1));
    expect_certified(log_determinant(kernel, 1.0), truth);
    StoredKernel believed(matrix, 1e-15);
    const Measured naive = log_determinant(believed, 1.0);
    if (truth < Wide(naive.lower) || truth > Wide(naive.upper)) ++missed_without;
  }
  EXPECT_GT(missed_without, 10);
}

// A ridge that rounding swallows: nothing is known but the trace, and the ends say so.
TEST(LogDeterminant, FallsBackToTheTraceWhereLambdaIsLost) {
  const WideMatrix exact = random_gram(20, 5, 0.0, 8);
  StoredKernel kernel(rounded(exact));
  constexpr double kLambda = 1e-18;
  const Measured log_det = log_determinant(kernel, kLambda);
  expect_certified(log_det, exact_log_det(exact, Wide(kLambda)));
  const Interval from_trace =
      log_determinant_from_trace(exactly(kernel.trace_bound()), 20.0, kLambda);
  EXPECT_LE(log_det.upper, above(from_trace.upper));
}

// H / lambda is below the last place of 1, and what is known of it is not lost.
TEST(LogDeterminant, KeepsItsDigitsWhereLambdaIsHuge) {
  const WideMatrix exact = random_gram(20, 5, 0.0, 9);
  StoredKernel kernel(rounded(exact));
  for (const double lambda : {1e9, 1e17, 1e25}) {
    const Measured log_det = log_determinant(kernel, lambda);
    expect_certified(log_det, exact_log_det(exact, Wide(lambda)));
    // x - x^2/2 <= log(1 + x) <= x, with x = trace / lambda; the trace's own ends; some places.
    const double x = kernel.trace_bound() / lambda;
    const double share = x / 2.0 + 2.0 * kernel.entry_error() + 256 * kUnitRoundoff;
    EXPECT_LE(log_det.upper - log_det.lower, share * log_det.upper) << lambda;
    expect_certified(effective_dimension(log_det, 20.0, lambda),
                     exact_log_det(exact, Wide(lambda)) / log(1 + Wide(20) / Wide(lambda)));
  }
}

TEST(LogDeterminant, OfALambdaBeyondAllProportionHasEnds) {
  StoredKernel kernel(rounded(random_gram(20, 5, 0.0, 9)));
  for (const double lambda : {1e300, 1e-300}) {
    const Measured log_det = log_determinant(kernel, lambda);
    EXPECT_GE(log_det.lower, 0.0);
    EXPECT_GE(information_gain(log_det).lower, 0.0);
    const Measured dimension = effective_dimension(log_det, 20.0, lambda);
    EXPECT_GE(dimension.lower, 0.0);
    EXPECT_TRUE(std::isfinite(dimension.upper)) << lambda;
  }
}

TEST(LogDeterminant, FromTheTraceIsReachedByRankOneAndByTheIdentity) {
  // Eight operations at most, each rounded outwards by a last place, 2 u.
  const Interval ends = log_determinant_from_trace(exactly(10.0), 5.0, 0.5);
  EXPECT_NEAR(ends.lower, std::log1p(20.0), 16 * kUnitRoundoff * ends.lower);
  EXPECT_NEAR(ends.upper, 5.0 * std::log1p(4.0), 16 * kUnitRoundoff * ends.upper);
}

TEST(LogDeterminant, RefusesALambdaThatIsNotPositive) {
  StoredKernel kernel(Eigen::MatrixXd::Identity(2, 2));
  for (const double lambda : {0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(log_determinant(kernel, lambda), std::invalid_argument);
    EXPECT_THROW(effective_dimension(Measured::exact(1.0), 2.0, lambda), std::invalid_argument);
  }
}

TEST(EffectiveDimension, OfOrthogonalPointsIsTheirNumberForUnitDiagonal) {
  // log det = N log(1 + 1/lambda): d~ = N log(1 + 1/lambda) / log(1 + N/lambda).
  StoredKernel kernel(Eigen::MatrixXd::Identity(50, 50), 0.0);
  const Measured dimension = effective_dimension(log_determinant(kernel, 0.5), 50.0, 0.5);
  expect_certified(dimension, Wide(50) * log(Wide(3)) / log(Wide(101)));
}

TEST(InformationGain, IsHalfTheLogDeterminant) {
  const Measured gain = information_gain(Measured::certified_between(2.0, 1.0, 3.0));
  EXPECT_EQ(gain.value, 1.0);
  EXPECT_EQ(gain.upper, above(1.5));
}

// The matrix of all points, and the merged one: the same determinant.
TEST(WeightedKernel, HasTheLogDeterminantOfAllPoints) {
  for (std::uint64_t i = 0; i < 10; ++i) {
    const WideMatrix distinct = random_gram(8, 10, 0.0, 800 + i);
    DistinctPoints points = all_distinct(8);
    std::vector<Eigen::Index> all;
    for (Eigen::Index k = 0; k < 8; ++k) {
      points.multiplicity[static_cast<std::size_t>(k)] = 1 + k % 4;
      for (Eigen::Index copy = 0; copy <= k % 4; ++copy) all.push_back(k);
    }
    const auto n = static_cast<Eigen::Index>(all.size());
    WideMatrix repeated(n, n);
    for (Eigen::Index a = 0; a < n; ++a) {
      for (Eigen::Index b = 0; b < n; ++b) {
        repeated(a, b) =
            distinct(all[static_cast<std::size_t>(a)], all[static_cast<std::size_t>(b)]);
      }
    }
    const StoredKernel kernel(rounded(distinct));
    const WeightedKernel weighted(kernel, points.weights());
    StoredKernel stored(weighted);
    expect_certified(log_determinant(stored, 0.5), exact_log_det(repeated, Wide(0.5)));
  }
}

}  // namespace
}  // namespace eenet::theory
