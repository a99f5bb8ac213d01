#include "theory/spectrum/spectrum.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "reference/floating_point.h"
#include "tests/theory/kernel/plain_ntk.h"
#include "tests/theory/measured/exact_matrix.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/diagnosis.h"
#include "theory/spectrum/log_determinant.h"

namespace eenet::theory {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

bool overlap(const Measured& a, const Measured& b) {
  return a.lower <= b.upper && b.lower <= a.upper;
}

PointFacts facts_of(const Eigen::MatrixXd& contexts, int depth = 2) {
  PointFacts facts;
  facts.points = distinct_points(contexts);
  facts.antipodal_pairs = static_cast<Eigen::Index>(antipodal_pairs(contexts, facts.points).size());
  facts.dimension = contexts.rows();
  facts.depth = depth;
  return facts;
}

Spectrum plain_spectrum(const Eigen::MatrixXd& contexts,
                        const std::optional<Eigen::VectorXd>& rewards = std::nullopt,
                        const SpectrumSettings& settings = {}) {
  const PointFacts facts = facts_of(contexts);
  const PlainNtk kernel(facts.points.columns(contexts));
  return spectrum(kernel, facts, rewards, settings);
}

// Thirty random contexts, and the first five of them once more.
Eigen::MatrixXd with_repeats() {
  Eigen::MatrixXd contexts(4, 35);
  contexts << random_contexts(30, 4, 6), random_contexts(30, 4, 6).leftCols(5);
  return contexts;
}

TEST(Spectrum, OfDistinctPointsHasNothingToExplain) {
  const Eigen::MatrixXd contexts = random_contexts(40, 5, 7);
  const Spectrum found = plain_spectrum(contexts, Eigen::VectorXd::Ones(40));
  EXPECT_EQ(found.points, 40);
  EXPECT_EQ(found.distinct_points, 40);
  EXPECT_THAT(found.diagnosis, IsEmpty());
  EXPECT_EQ(found.method, SpectrumMethod::kDense);
  EXPECT_GT(found.smallest_eigenvalue.lower, 0.0);
  EXPECT_LT(found.reward_norm->value.upper, kInfinity);
  EXPECT_TRUE(overlap(scaled(found.log_determinant, exactly(0.5)), found.information_gain));
}

TEST(Spectrum, OfRepeatedContextsIsThatOfTheWholeMatrix) {
  const Eigen::MatrixXd contexts = with_repeats();
  const Spectrum found = plain_spectrum(contexts);
  EXPECT_EQ(found.points, 35);
  EXPECT_EQ(found.distinct_points, 30);
  EXPECT_EQ(found.smallest_eigenvalue.basis, Basis::kExact);
  EXPECT_EQ(found.smallest_eigenvalue.value, 0.0);
  ASSERT_EQ(found.diagnosis.size(), 1U);
  EXPECT_THAT(found.diagnosis[0], HasSubstr("5 of 35 contexts are repetitions (30 repeats 0, "));

  // All 35 points, each entry that of the distinct points' kernel: equal points have equal rows.
  const DistinctPoints points = distinct_points(contexts);
  const PlainNtk distinct(points.columns(contexts));
  Eigen::MatrixXd of_distinct(30, 30);
  distinct.block(0, 0, of_distinct);
  Eigen::MatrixXd entries(35, 35);
  for (Eigen::Index i = 0; i < 35; ++i) {
    for (Eigen::Index j = 0; j < 35; ++j) {
      entries(i, j) = of_distinct(points.group[static_cast<std::size_t>(i)],
                                  points.group[static_cast<std::size_t>(j)]);
    }
  }
  StoredKernel whole(entries, distinct.entry_error());
  EXPECT_TRUE(overlap(found.log_determinant, log_determinant(whole, 1.0)));
}

TEST(Spectrum, OfEqualContextsWithDifferentRewardsHasAnInfiniteS) {
  const Eigen::MatrixXd contexts = with_repeats();
  Eigen::VectorXd rewards = Eigen::VectorXd::Constant(35, 0.5);
  const Spectrum agree = plain_spectrum(contexts, rewards);
  EXPECT_LT(agree.reward_norm->value.upper, kInfinity);
  rewards[31] = 0.75;
  for (const SpectrumMethod method : {SpectrumMethod::kDense, SpectrumMethod::kIterative}) {
    const Spectrum differ = plain_spectrum(contexts, rewards, {.method = method});
    EXPECT_EQ(differ.reward_norm->value.basis, Basis::kExact);
    EXPECT_EQ(differ.reward_norm->value.value, kInfinity);
    EXPECT_THAT(differ.diagnosis.back(), HasSubstr("contexts 1 and 31 are equal and their rewards "
                                                   "0.5 and 0.75 are not"));
  }
}

// k opposite pairs in three dimensions, their kernel at depth 2 known to 50 digits.
WideMatrix antipodal_kernel(const Eigen::MatrixXd& half) {
  const Eigen::Index k = half.cols();
  const Wide pi = acos(Wide(-1));
  WideMatrix points(half.rows(), 2 * k);
  for (Eigen::Index i = 0; i < k; ++i) {
    const WideVector x = half.col(i).cast<Wide>();
    points.col(i) = x / x.norm();
    points.col(k + i) = -points.col(i);
  }
  WideMatrix kernel(2 * k, 2 * k);
  for (Eigen::Index i = 0; i < 2 * k; ++i) {
    for (Eigen::Index j = 0; j < 2 * k; ++j) {
      Wide u = points.col(i).dot(points.col(j));
      if (i == j) u = 1;
      if (i == j + k || j == i + k) u = -1;
      const Wide rest = 1 - acos(u) / pi;
      kernel(i, j) = Wide(3) / 2 * u * rest + sqrt((1 - u) * (1 + u)) / pi;
    }
  }
  return kernel;
}

TEST(Spectrum, OfMoreOppositePairsThanDimensionsIsSingularAtDepthTwo) {
  for (const Eigen::Index pairs : {3, 4, 20}) {
    const Eigen::MatrixXd half = random_contexts(pairs, 3, 8);
    Eigen::MatrixXd contexts(3, 2 * pairs);
    contexts << half, -half;
    const PointFacts facts = facts_of(contexts);
    EXPECT_EQ(facts.antipodal_pairs, pairs);
    const StoredKernel kernel(rounded(antipodal_kernel(half)));
    const Spectrum found = spectrum(kernel, facts, std::nullopt, {});
    if (pairs == 3) {
      EXPECT_GT(found.smallest_eigenvalue.lower, 0.001);
      EXPECT_THAT(found.diagnosis, IsEmpty());
      continue;
    }
    EXPECT_EQ(found.smallest_eigenvalue.lower, 0.0);
    // A Rayleigh quotient of an eigenvector to 0 is off by no more than can be hidden of it.
    EXPECT_LT(found.smallest_eigenvalue.upper,
              kernel.allowance(1.0, 0.0) + kernel.entry_error() * kernel.trace_bound());
    ASSERT_EQ(found.diagnosis.size(), 2U);
    EXPECT_THAT(found.diagnosis[0], HasSubstr(pairs == 4 ? "at least 1 zero" : "at least 17 zero"));
    EXPECT_THAT(found.diagnosis[1], HasSubstr("numerically singular"));
  }
}

TEST(Spectrum, SaysThatRewardsLeaveTheRange) {
  const StoredKernel kernel(rounded(random_gram(12, 4, 0.0, 31)));
  PointFacts facts;
  facts.points = all_distinct(12);
  const Spectrum found =
      spectrum(kernel, facts, Eigen::VectorXd(Eigen::VectorXd::LinSpaced(12, 0.0, 1.0)), {});
  EXPECT_EQ(found.reward_norm->value.value, kInfinity);
  EXPECT_THAT(found.diagnosis,
              ElementsAre(HasSubstr("numerically singular"), HasSubstr("leave the range of H")));
}

TEST(Spectrum, ChoosesAMethodByMemoryAndSaysWhich) {
  const Eigen::MatrixXd contexts = random_contexts(50, 5, 9);
  constexpr double kMatrix = 8.0 * 50 * 50;
  EXPECT_EQ(plain_spectrum(contexts, std::nullopt, {.memory = kMatrix}).method,
            SpectrumMethod::kDense);
  EXPECT_EQ(plain_spectrum(contexts, std::nullopt, {.memory = kMatrix - 1.0}).method,
            SpectrumMethod::kIterative);
  EXPECT_EQ(to_text(SpectrumMethod::kDense), "dense");
  EXPECT_EQ(to_text(SpectrumMethod::kIterative), "iterative");
}

TEST(Spectrum, IsTheSameByEitherMethodWithinItsEnds) {
  for (const Eigen::MatrixXd& contexts : {random_contexts(200, 5, 10), with_repeats()}) {
    const Spectrum dense =
        plain_spectrum(contexts, std::nullopt, {.method = SpectrumMethod::kDense});
    const Spectrum iterative =
        plain_spectrum(contexts, std::nullopt, {.method = SpectrumMethod::kIterative, .rank = 20});
    EXPECT_TRUE(overlap(dense.smallest_eigenvalue, iterative.smallest_eigenvalue));
    EXPECT_TRUE(overlap(dense.largest_eigenvalue, iterative.largest_eigenvalue));
    EXPECT_EQ(dense.log_determinant.basis, Basis::kCertified);
    EXPECT_EQ(iterative.log_determinant.basis, Basis::kStatistical);
    EXPECT_TRUE(overlap(dense.log_determinant, iterative.log_determinant));
    EXPECT_TRUE(overlap(dense.effective_dimension, iterative.effective_dimension));
    EXPECT_LE(iterative.log_determinant.certified->lower, dense.log_determinant.upper);
    EXPECT_GE(iterative.log_determinant.certified->upper, dense.log_determinant.lower);
  }
}

TEST(Spectrum, RefusesWhatDoesNotFit) {
  PointFacts facts;
  facts.points = all_distinct(16);
  const StoredKernel indefinite(
      2.0 * Eigen::MatrixXd::Identity(16, 16) - Eigen::MatrixXd::Constant(16, 16, 2.125 / 16.0),
      0.0);
  EXPECT_THROW(spectrum(indefinite, facts, std::nullopt, {}), std::invalid_argument);
  const StoredKernel kernel(Eigen::MatrixXd::Identity(16, 16));
  EXPECT_THROW(spectrum(kernel, facts, Eigen::VectorXd(Eigen::VectorXd::Ones(3)), {}),
               std::invalid_argument);
  EXPECT_THROW(spectrum(kernel, facts, std::nullopt, {.lambda = 0.0}), std::invalid_argument);
  facts.points = all_distinct(3);
  EXPECT_THROW(spectrum(kernel, facts, std::nullopt, {}), std::invalid_argument);
}

TEST(Diagnosis, NamesAFewRepetitionsAndCountsTheRest) {
  Eigen::MatrixXd contexts = Eigen::MatrixXd::Ones(2, 9);
  contexts(0, 0) = 0.0;
  EXPECT_EQ(*repetition_sentence(distinct_points(contexts)),
            "7 of 9 contexts are repetitions (2 repeats 1, 3 repeats 1, 4 repeats 1, 5 repeats 1, "
            "6 repeats 1, ...): H is singular whatever the arithmetic, and lambda_min is exactly "
            "0");
  EXPECT_FALSE(repetition_sentence(all_distinct(3)).has_value());
  EXPECT_FALSE(antipodal_sentence(4, 3, 3).has_value());
  EXPECT_FALSE(antipodal_sentence(3, 3, 2).has_value());
}

}  // namespace
}  // namespace eenet::theory
