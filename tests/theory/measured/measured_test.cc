#include "theory/measured/measured.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "reference/floating_point.h"

namespace eenet::theory {
namespace {

void expect_ends(const Measured& measured, double value, double lower, double upper, Basis basis) {
  EXPECT_EQ(measured.value, value);
  EXPECT_EQ(measured.lower, lower);
  EXPECT_EQ(measured.upper, upper);
  EXPECT_EQ(measured.basis, basis);
}

TEST(Measured, KeepsWhatItIsGiven) {
  expect_ends(Measured::exact(2.0), 2.0, 2.0, 2.0, Basis::kExact);
  expect_ends(Measured::certified_between(2.0, 1.0, 4.0), 2.0, 1.0, 4.0, Basis::kCertified);
  expect_ends(Measured::statistical(2.0, 1.0, 4.0, 0.95), 2.0, 1.0, 4.0, Basis::kStatistical);
  expect_ends(Measured::estimate(2.0, 1.0, 4.0), 2.0, 1.0, 4.0, Basis::kEstimate);
  EXPECT_EQ(Measured::statistical(2.0, 1.0, 4.0, 0.95).level, 0.95);
  EXPECT_FALSE(Measured::statistical(2.0, 1.0, 4.0, 0.95).certified.has_value());
}

TEST(Measured, AcceptsInfiniteEnds) {
  expect_ends(Measured::certified_between(0.0, -kInfinity, kInfinity), 0.0, -kInfinity, kInfinity,
              Basis::kCertified);
  expect_ends(Measured::exact(kInfinity), kInfinity, kInfinity, kInfinity, Basis::kExact);
}

TEST(Measured, RefusesAValueOutsideItsEnds) {
  EXPECT_THROW(Measured::certified_between(0.5, 1.0, 4.0), std::invalid_argument);
  EXPECT_THROW(Measured::certified_between(5.0, 1.0, 4.0), std::invalid_argument);
  EXPECT_THROW(Measured::statistical(5.0, 1.0, 4.0, 0.95), std::invalid_argument);
  EXPECT_THROW(Measured::estimate(5.0, 1.0, 4.0), std::invalid_argument);
}

TEST(Measured, RefusesNaNEverywhere) {
  EXPECT_THROW(Measured::exact(kNaN), std::invalid_argument);
  EXPECT_THROW(Measured::certified_between(kNaN, 0.0, 1.0), std::invalid_argument);
  EXPECT_THROW(Measured::certified_between(0.5, kNaN, 1.0), std::invalid_argument);
  EXPECT_THROW(Measured::certified_between(0.5, 0.0, kNaN), std::invalid_argument);
  EXPECT_THROW(Measured::statistical(0.5, 0.0, kNaN, 0.95), std::invalid_argument);
  EXPECT_THROW(Measured::estimate(0.5, kNaN, 1.0), std::invalid_argument);
}

TEST(Measured, RefusesALevelThatIsNoProbability) {
  for (const double level : {0.0, 1.0, -0.5, 1.5, kNaN}) {
    EXPECT_THROW(Measured::statistical(2.0, 1.0, 4.0, level), std::invalid_argument) << level;
  }
}

TEST(Measured, IsCutToProvenEndsAndKeepsThem) {
  const Measured cut = Measured::statistical(2.0, -1.0, 40.0, 0.95).within({0.0, 10.0});
  expect_ends(cut, 2.0, 0.0, 10.0, Basis::kStatistical);
  EXPECT_EQ(cut.level, 0.95);
  ASSERT_TRUE(cut.certified.has_value());
  EXPECT_EQ(cut.certified->lower, 0.0);
  EXPECT_EQ(cut.certified->upper, 10.0);
}

TEST(Measured, IsNotWidenedByProvenEnds) {
  const Measured cut = Measured::statistical(2.0, 1.0, 4.0, 0.95).within({0.0, 10.0});
  expect_ends(cut, 2.0, 1.0, 4.0, Basis::kStatistical);
}

TEST(Measured, RefusesProvenEndsThatItsValueContradicts) {
  const Measured measured = Measured::statistical(2.0, 1.0, 4.0, 0.95);
  EXPECT_THROW(static_cast<void>(measured.within({3.0, 10.0})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(measured.within({0.0, 1.5})), std::invalid_argument);
  EXPECT_THROW(static_cast<void>(measured.within({kNaN, 10.0})), std::invalid_argument);
}

TEST(Measured, NamesEveryBasisAsTheContractDoes) {
  EXPECT_EQ(to_text(Basis::kExact), "exact");
  EXPECT_EQ(to_text(Basis::kCertified), "certified");
  EXPECT_EQ(to_text(Basis::kStatistical), "statistical");
  EXPECT_EQ(to_text(Basis::kEstimate), "estimate");
}

}  // namespace
}  // namespace eenet::theory
