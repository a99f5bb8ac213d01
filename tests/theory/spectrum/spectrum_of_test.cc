#include "theory/spectrum/spectrum_of.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "tests/theory/kernel/plain_ntk.h"
#include "theory/spectrum/prefix_spectra.h"

namespace eenet::theory {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

bool same(const Measured& a, const Measured& b) {
  return a.value == b.value && a.lower == b.lower && a.upper == b.upper && a.basis == b.basis;
}

// Six opposite pairs in three dimensions.
Eigen::MatrixXd opposite_pairs() {
  Eigen::MatrixXd contexts(3, 12);
  contexts << random_contexts(6, 3, 11), -random_contexts(6, 3, 11);
  return contexts;
}

TEST(SpectrumOf, OppositePairsIsSingularForOneHiddenLayerOnly) {
  const Spectrum corrected = spectrum_of(opposite_pairs(), {2, NtkConvention::kCorrected});
  EXPECT_THAT(corrected.diagnosis.front(), HasSubstr("opposite"));
  EXPECT_EQ(corrected.smallest_eigenvalue.lower, 0.0);
  const Spectrum printed = spectrum_of(opposite_pairs(), {2, NtkConvention::kPrinted});
  EXPECT_THAT(printed.diagnosis, IsEmpty());
  EXPECT_GT(printed.smallest_eigenvalue.lower, 0.0);
}

TEST(SpectrumOf, ThePrintedKernelIsThatOfOneLayerMore) {
  const Eigen::VectorXd rewards = Eigen::VectorXd::LinSpaced(12, 0.0, 1.0);
  const Spectrum printed = spectrum_of(opposite_pairs(), {2, NtkConvention::kPrinted}, rewards);
  const Spectrum deeper = spectrum_of(opposite_pairs(), {3, NtkConvention::kCorrected}, rewards);
  EXPECT_TRUE(same(printed.smallest_eigenvalue, deeper.smallest_eigenvalue));
  EXPECT_TRUE(same(printed.log_determinant, deeper.log_determinant));
  EXPECT_TRUE(same(printed.reward_norm->value, deeper.reward_norm->value));
  EXPECT_EQ(printed.diagnosis, deeper.diagnosis);
}

TEST(SpectrumOf, RepeatedContextsMergesThem) {
  Eigen::MatrixXd contexts(4, 9);
  contexts << random_contexts(6, 4, 12), random_contexts(6, 4, 12).leftCols(3);
  const Spectrum found = spectrum_of(contexts, {});
  EXPECT_EQ(found.points, 9);
  EXPECT_EQ(found.distinct_points, 6);
}

TEST(FirstPoints, HaveTheirOwnSpectrumAndRewards) {
  SpectrumPoints points;
  points.contexts = random_contexts(8, 4, 13);
  points.rewards = Eigen::VectorXd::LinSpaced(8, 0.0, 1.0);
  const Spectrum found = spectrum_of(first_points(points, 5, {}), {});
  const Spectrum alone = spectrum_of(points.contexts.leftCols(5), {}, points.rewards->head(5));
  EXPECT_TRUE(same(found.smallest_eigenvalue, alone.smallest_eigenvalue));
  EXPECT_TRUE(same(found.reward_norm->value, alone.reward_norm->value));
  EXPECT_THROW((void)first_points(points, 0, {}), std::invalid_argument);
  EXPECT_THROW((void)first_points(points, 9, {}), std::invalid_argument);
}

TEST(FirstPoints, OfAMatrixAreItsLeadingBlock) {
  SpectrumPoints given;
  given.contexts = random_contexts(8, 4, 13);
  SpectrumPoints points;
  points.matrix = whole_matrix(given, {});
  const SpectrumProblem problem = first_points(points, 5, {});
  Eigen::MatrixXd leading(5, 5);
  problem.kernel->block(0, 0, leading);
  Eigen::MatrixXd expected(5, 5);
  first_points(given, 5, {}).kernel->block(0, 0, expected);
  EXPECT_EQ(leading, expected);
}

TEST(PrefixSpectra, AreWholeAtDoublingsAndHaveALogDeterminantEverywhere) {
  SpectrumPoints points;
  points.contexts = random_contexts(6, 4, 14);
  for (const SpectrumMethod method : {SpectrumMethod::kDense, SpectrumMethod::kIterative}) {
    const SpectrumSettings settings = {.method = method};
    const Spectrum all = spectrum_of(first_points(points, 6, {}), settings);
    std::vector<Eigen::Index> sizes;
    std::vector<Eigen::Index> whole;
    double done = 0.0;
    for (const PrefixSpectrum& prefix :
         prefix_spectra(points, {}, all, settings, [&done](double part) { done = part; })) {
      sizes.push_back(prefix.points);
      if (prefix.whole) whole.push_back(prefix.whole->points);
    }
    EXPECT_THAT(whole, ElementsAre(1, 2, 4, 6));
    if (method == SpectrumMethod::kDense) {
      EXPECT_THAT(sizes, ElementsAre(1, 2, 3, 4, 5, 6));
    } else {
      EXPECT_EQ(sizes, whole);
    }
    EXPECT_EQ(done, 1.0);
  }
}

}  // namespace
}  // namespace eenet::theory
