#include "theory/measured/measured_arithmetic.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "reference/floating_point.h"
#include "theory/measured/answer.h"

namespace eenet::theory {
namespace {

const Measured kThree = Measured::exact(3.0);
const Measured kCertified = Measured::certified_between(2.0, 1.0, 4.0);
const Measured kEstimate = Measured::estimate(2.0, 1.0, 4.0);

TEST(MeasuredArithmetic, EncloseWhatLiesBetweenTheEnds) {
  const Measured difference = kThree - kCertified;
  EXPECT_EQ(difference.value, 1.0);
  EXPECT_LT(difference.lower, -1.0);
  EXPECT_GE(difference.lower, -1.0 - 2.0 * 0x1p-52);  // an end is moved by two doubles at most
  EXPECT_GT(difference.upper, 2.0);
  const Measured product = (kThree - kCertified) * kCertified;
  EXPECT_LE(product.lower, -4.0);
  EXPECT_GE(product.upper, 8.0);
  EXPECT_EQ(product.value, 2.0);
}

TEST(MeasuredArithmetic, OfExactNumbersIsCertifiedWithinARounding) {
  const Measured root = square_root(Measured::exact(2.0));
  EXPECT_EQ(root.basis, Basis::kCertified);
  EXPECT_LT(root.lower * root.lower, 2.0);
  EXPECT_GT(root.upper * root.upper, 2.0);
  EXPECT_LE(root.upper - root.lower, 0x1p-50);
  EXPECT_EQ(logarithm(Measured::exact(1.0)).value, 0.0);
}

TEST(MeasuredArithmetic, RestsOnTheWeakest) {
  EXPECT_EQ((kThree + kCertified).basis, Basis::kCertified);
  EXPECT_EQ((kThree * kEstimate).basis, Basis::kEstimate);
  const Measured a = Measured::statistical(2.0, 1.0, 3.0, 0.99);
  const Measured b = Measured::statistical(2.0, 1.0, 3.0, 0.98);
  EXPECT_EQ((a + kCertified).basis, Basis::kStatistical);
  EXPECT_EQ((a + kCertified).level, 0.99);
  EXPECT_DOUBLE_EQ((a + b).level, 0.97);
  EXPECT_EQ((a + kEstimate).basis, Basis::kEstimate);
  // Two ends at level 1/2 hold together with probability 0 at least.
  const Measured coin = Measured::statistical(2.0, 1.0, 3.0, 0.5);
  EXPECT_EQ((coin + coin).basis, Basis::kEstimate);
}

TEST(MeasuredArithmetic, CarriesProvenEndsWhereAllHaveThem) {
  const Measured a = Measured::statistical(2.0, 1.0, 3.0, 0.99).within({0.0, 10.0});
  const Measured sum = a + kThree;
  ASSERT_TRUE(sum.certified.has_value());
  EXPECT_LE(sum.certified->lower, 3.0);
  EXPECT_GE(sum.certified->upper, 13.0);
  EXPECT_FALSE((a + Measured::statistical(2.0, 1.0, 3.0, 0.99)).certified.has_value());
}

TEST(MeasuredArithmetic, TakesTheRootOfThePartThatIsNotNegative) {
  const Measured root = square_root(Measured::certified_between(1.0, -1.0, 4.0));
  EXPECT_EQ(root.lower, 0.0);
  EXPECT_GE(root.upper, 2.0);
  EXPECT_THROW(square_root(Measured::exact(-1.0)), std::invalid_argument);
  EXPECT_THROW(logarithm(Measured::exact(-1.0)), std::invalid_argument);
}

TEST(MeasuredArithmetic, SurvivesInfinity) {
  const Measured infinite = Measured::exact(kInfinity);
  EXPECT_EQ((infinite * kThree).value, kInfinity);
  EXPECT_EQ(square_root(infinite).value, kInfinity);
  const Measured nothing = infinite - Measured::exact(kInfinity);
  EXPECT_EQ(nothing.lower, -kInfinity);
  EXPECT_EQ(nothing.upper, kInfinity);
}

TEST(Answer, IsKnownOnlyIfAllNumbersAgree) {
  EXPECT_EQ(is_below(kThree, Measured::exact(4.0)), Answer::kYes);
  EXPECT_EQ(is_below(kThree, kThree), Answer::kNo);
  EXPECT_EQ(is_at_most(kThree, kThree), Answer::kYes);
  EXPECT_EQ(is_below(kThree, kCertified), Answer::kUnknown);
  EXPECT_EQ(is_at_most(Measured::exact(5.0), kCertified), Answer::kNo);
  EXPECT_EQ(is_at_most(kCertified, Measured::exact(4.0)), Answer::kYes);
  EXPECT_EQ(is_below(kCertified, Measured::exact(4.0)), Answer::kUnknown);
  EXPECT_EQ(to_text(Answer::kYes) + to_text(Answer::kNo) + to_text(Answer::kUnknown),
            "yesnounknown");
}

}  // namespace
}  // namespace eenet::theory
