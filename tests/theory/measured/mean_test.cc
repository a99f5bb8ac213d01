#include "theory/measured/mean.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "reference/floating_point.h"
#include "reference/rng.h"

namespace eenet::theory {
namespace {

// Samples of mean 0 and standard error 1, in whole numbers: the upper end is the quantile itself.
const std::vector<double> kTwoSamples = {-1, 1};                              // 2 / 1 / 2
const std::vector<double> kThreeSamples = {-2, 1, 1};                         // 6 / 2 / 3
const std::vector<double> kFiveSamples = {-3, -1, 0, 1, 3};                   // 20 / 4 / 5
const std::vector<double> kTenSamples = {-3, -3, -3, -3, -3, 3, 3, 3, 3, 3};  // 90 / 9 / 10

TEST(StudentMean, ReachesAsFarAsThePrintedTablesSay) {
  struct Row {
    const std::vector<double>& samples;
    double level;
    double printed;  // to four decimals
  };
  for (const Row& row : {Row{kTwoSamples, 0.99, 63.6567}, Row{kTwoSamples, 0.95, 12.7062},
                         Row{kThreeSamples, 0.99, 9.9248}, Row{kFiveSamples, 0.99, 4.6041},
                         Row{kFiveSamples, 0.90, 2.1318}, Row{kTenSamples, 0.99, 3.2498},
                         Row{kTenSamples, 0.95, 2.2622}}) {
    const Measured mean = student_mean(row.samples, row.level);
    constexpr double kHalfOfTheLastDigit = 0.5e-4;
    EXPECT_NEAR(mean.upper, row.printed, kHalfOfTheLastDigit) << row.samples.size();
    EXPECT_EQ(mean.value, 0.0);
    EXPECT_EQ(mean.lower, -mean.upper);
    EXPECT_EQ(mean.basis, Basis::kStatistical);
    EXPECT_EQ(mean.level, row.level);
  }
}

// With one and two degrees of freedom the quantile has a formula: tan(pi level / 2) and
// level sqrt(2 / (1 - level^2)).
TEST(StudentMean, ReachesAsFarAsTheFormulasForFewSamplesSay) {
  for (const double level : {0.5, 0.75, 0.875}) {  // exact in binary, and 1 - level with them
    const auto exact = static_cast<long double>(level);
    const long double one = std::tan(std::numbers::pi_v<long double> * exact / 2);
    const long double two = exact * std::sqrt(2 / (1 - exact * exact));
    // Four roundings in either formula, and at these levels neither makes an error more than twice
    // as large on its way (the tangent of a is conditioned as 2a / sin 2a, at most pi/2 up to pi/4;
    // above, it is one over the tangent of the rest).
    constexpr double kRelative = 4 * 2 * std::numeric_limits<double>::epsilon();
    EXPECT_NEAR(student_mean(kTwoSamples, level).upper, static_cast<double>(one),
                kRelative * static_cast<double>(one));
    EXPECT_NEAR(student_mean(kThreeSamples, level).upper, static_cast<double>(two),
                kRelative * static_cast<double>(two));
  }
}

TEST(StudentMean, MovesAndScalesWithItsSamples) {
  const Measured plain = student_mean(kTenSamples, 0.99);
  std::vector<double> moved;
  for (const double sample : kTenSamples) moved.push_back(4.0 * sample + 1024.0);
  const Measured mean = student_mean(moved, 0.99);
  EXPECT_EQ(mean.value, 1024.0);
  EXPECT_EQ(mean.upper, 1024.0 + 4.0 * plain.upper);
  EXPECT_EQ(mean.lower, 1024.0 - 4.0 * plain.upper);
}

TEST(StudentMean, HasNoWidthWhenAllSamplesAreEqual) {
  const Measured mean = student_mean({7.0, 7.0, 7.0}, 0.99);
  EXPECT_EQ(mean.lower, 7.0);
  EXPECT_EQ(mean.upper, 7.0);
}

// How many of `repeats` intervals, shrunk by `shrink`, from three standard normal samples each,
// hold the true mean.
int covered(int repeats, double level, double shrink) {
  int hits = 0;
  for (int i = 0; i < repeats; ++i) {
    Rng rng(20220425, "coverage", static_cast<std::uint64_t>(i));
    const Measured mean = student_mean({rng.normal(), rng.normal(), rng.normal()}, level);
    const double reach = shrink * (mean.upper - mean.value);
    if (std::abs(mean.value) <= reach) ++hits;
  }
  return hits;
}

TEST(StudentMean, CoversTheMeanOfNormalSamplesAsOftenAsItsLevelSays) {
  constexpr int kRepeats = 20'000;
  constexpr double kLevel = 0.9;
  constexpr double kError = 1e-6;  // the budget of checks of our own code
  const boost::math::binomial hits(kRepeats, kLevel);
  const double fewest = boost::math::quantile(hits, kError / 2);
  const double most = boost::math::quantile(complement(hits, kError / 2));
  const int found = covered(kRepeats, kLevel, 1.0);
  EXPECT_GE(found, fewest);
  EXPECT_LE(found, most);
  // The gate has teeth: the normal quantile in place of Student's, or a tenth of the width, fails.
  const double normal_for_student = 1.6449 / 2.9200;
  EXPECT_LT(covered(kRepeats, kLevel, normal_for_student), fewest);
  EXPECT_LT(covered(kRepeats, kLevel, 0.9), fewest);
  EXPECT_GT(covered(kRepeats, kLevel, 1.1), most);
}

TEST(StudentMean, RefusesWhatHasNoInterval) {
  EXPECT_THROW(student_mean({}, 0.99), std::invalid_argument);
  EXPECT_THROW(student_mean({1.0}, 0.99), std::invalid_argument);
  for (const double level : {0.0, 1.0, -1.0, 2.0, kNaN}) {
    EXPECT_THROW(student_mean({1.0, 2.0}, level), std::invalid_argument) << level;
  }
}

TEST(StudentMean, RefusesSamplesThatAreNotFinite) {
  for (const double wrong : {kNaN, kInfinity, -kInfinity}) {
    EXPECT_THROW(student_mean({1.0, wrong, 2.0}, 0.99), std::invalid_argument) << wrong;
  }
}

TEST(ExpectedRegret, OfOneRunHasOnlyTheProvenEnds) {
  const Measured regret = expected_regret({3.0}, 100.0, 0.99);
  EXPECT_EQ(regret.value, 3.0);
  EXPECT_EQ(regret.lower, 0.0);
  EXPECT_EQ(regret.upper, 100.0);
  EXPECT_EQ(regret.basis, Basis::kCertified);
}

TEST(ExpectedRegret, OfSeveralRunsIsStudentsIntervalCutToTheProvenEnds) {
  const std::vector<double> regrets = {4.0, 6.0};
  const Measured free = student_mean(regrets, 0.5);
  const Measured inside = expected_regret(regrets, 100.0, 0.5);
  EXPECT_EQ(inside.value, 5.0);
  EXPECT_EQ(inside.lower, free.lower);
  EXPECT_EQ(inside.upper, free.upper);
  EXPECT_EQ(inside.basis, Basis::kStatistical);
  ASSERT_TRUE(inside.certified.has_value());
  EXPECT_EQ(inside.certified->upper, 100.0);
  const Measured cut = expected_regret(regrets, 10.0, 0.99);  // Student says 5 +- 63.7
  EXPECT_EQ(cut.lower, 0.0);
  EXPECT_EQ(cut.upper, 10.0);
}

TEST(ExpectedRegret, SurvivesAMeanThatRoundingPushesOverTheLargest) {
  // 0.1 + 0.1 + 0.1, divided by 3, is one bit above 0.1.
  const std::vector<double> regrets(3, 0.1);
  ASSERT_GT(student_mean(regrets, 0.99).value, 0.1) << "the example shows nothing";
  EXPECT_EQ(expected_regret(regrets, 0.1, 0.99).value, 0.1);
}

TEST(ExpectedRegret, RefusesWhatCannotBeARegret) {
  EXPECT_THROW(expected_regret({}, 10.0, 0.99), std::invalid_argument);
  EXPECT_THROW(expected_regret({-0.5, 1.0}, 10.0, 0.99), std::invalid_argument);
  EXPECT_THROW(expected_regret({1.0, 10.5}, 10.0, 0.99), std::invalid_argument);
  EXPECT_THROW(expected_regret({kNaN}, 10.0, 0.99), std::invalid_argument);
  EXPECT_THROW(expected_regret({1.0, kNaN}, 10.0, 0.99), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
