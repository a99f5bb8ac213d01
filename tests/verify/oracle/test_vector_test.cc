// Test vectors: what is compared with the twin, and the bytes.
#include "verify/oracle/vectors/test_vector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "verify/oracle/vectors/wide.h"

namespace eenet::verify::oracle {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TestVector sample(const Json& expected, const Json& twin, const Json& tolerance) {
  return {
      "group/file/name", "a fault", {}, {}, {{"field", expected, twin, tolerance, kUnstated, ""}}};
}

TEST(TestVectors, TheTwinMayDifferByTheToleranceAndNoMore) {
  EXPECT_THAT(disagreements(sample({1.0, 2.0}, {1.0, 2.25}, {0.0, 0.25})), IsEmpty());
  EXPECT_THAT(
      disagreements(sample({1.0, 2.0}, {1.0, 2.25}, {0.5, 0.125})),
      ElementsAre(AllOf(HasSubstr("group/file/name"), HasSubstr("field[1]"), HasSubstr("0.125"))));
}

TEST(TestVectors, WhatIsExactMustBeTheSame) {
  EXPECT_THAT(disagreements(sample(2, 2, kExact)), IsEmpty());
  EXPECT_EQ(disagreements(sample(2, 1, kExact)).size(), 1U);
  EXPECT_EQ(disagreements(sample({1.0, 2.0}, {1.0}, 1.0)).size(), 1U);
}

TEST(TestVectors, NoNumberIsNoAgreement) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(disagreements(sample(1.0, nan, 1.0)).size(), 1U);
}

TEST(TestVectors, HexadecimalFloatsAreThoseOfC) {
  EXPECT_EQ(hexadecimal(1.5), "0x1.8p+0");
  EXPECT_EQ(hexadecimal(-0.1), "-0x1.999999999999ap-4");
  EXPECT_EQ(hexadecimal(0.0), "0x0p+0");
  EXPECT_EQ(hexadecimal(0x1p-1074), "0x0.0000000000001p-1022");
  EXPECT_EQ(hexadecimal(0x1p100), "0x1p+100");
}

TEST(TestVectors, DecimalsHave17DigitsAndAPoint) {
  EXPECT_EQ(text_with_17_digits({{"x", {0.1, 1.0, 2}}}),
            "{\n  \"x\": [0.10000000000000001, 1.0, 2]\n}\n");
}

TEST(TestVectors, AFlagWithoutNoteIsRefused) {
  EXPECT_FALSE(note_of("tie-rule").empty());
  EXPECT_THROW(note_of("other"), std::logic_error);
}

TEST(WideNumbers, EndsAreTheDoublesBeside) {
  const DoubleEnds third = ends_of(Wide(1) / 3);
  EXPECT_EQ(third.lower, 0x1.5555555555555p-2);
  EXPECT_EQ(third.upper, 0x1.5555555555556p-2);
  const DoubleEnds half = ends_of(Wide(1) / 2);
  EXPECT_EQ(half.lower, half.upper);
}

TEST(WideNumbers, EigenvaluesOfAKnownMatrix) {
  const std::vector<Wide> values = wide_eigenvalues({{2, -1, 0}, {-1, 2, -1}, {0, -1, 2}});
  EXPECT_LT(abs(values[0] - (2 - sqrt(Wide(2)))), Wide("1e-90"));
  EXPECT_LT(abs(values[1] - 2), Wide("1e-90"));
  EXPECT_LT(abs(values[2] - (2 + sqrt(Wide(2)))), Wide("1e-90"));
  EXPECT_EQ(wide_eigenvalues({{1, 1}, {1, 1}})[0], 0);
}

TEST(WideNumbers, TheKernelAtAnglesThatAreKnown) {
  EXPECT_EQ(wide_ntk({0.5, 0.75}, {0.0, 0.0}, 1), 0);
  EXPECT_EQ(wide_ntk({2.0, 0.0}, {-1.0, 0.0}, 1), 0);
  EXPECT_EQ(static_cast<double>(wide_ntk({2.0, 1.0}, {2.0, 1.0}, 2)), 10.0);  // |x|^2 (M + 2)/2
}

}  // namespace
}  // namespace eenet::verify::oracle
