#include "reference/floating_point.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace eenet {
namespace {

TEST(IeeeArithmetic, IsAcceptedAsTheProcessStarts) {
  EXPECT_NO_THROW(require_ieee_arithmetic());
}

TEST(IeeeArithmetic, IsRefusedWhenRoundingIsNotToNearest) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    EXPECT_THROW(require_ieee_arithmetic(), std::runtime_error) << "mode " << mode;
    std::fesetround(FE_TONEAREST);
  }
}

#if defined(__SSE__)
TEST(IeeeArithmetic, IsRefusedWhenSubnormalsAreFlushed) {
  const unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8000U);  // flush to zero
  EXPECT_THROW(require_ieee_arithmetic(), std::runtime_error);
  _mm_setcsr(before);
}
#endif

TEST(PowerOfTwo, IsExactOverTheNormalRange) {
  EXPECT_EQ(power_of_two(0), 1.0);
  EXPECT_EQ(power_of_two(-1022), std::numeric_limits<double>::min());
  EXPECT_EQ(power_of_two(1023), 0x1p1023);
  EXPECT_THROW(power_of_two(1024), std::invalid_argument);
  EXPECT_THROW(power_of_two(-1023), std::invalid_argument);
}

TEST(BinaryExponent, CountsSubnormalsToo) {
  EXPECT_EQ(binary_exponent(1.0), 0);
  EXPECT_EQ(binary_exponent(-0.75), -1);
  EXPECT_EQ(binary_exponent(std::numeric_limits<double>::max()), 1023);
  EXPECT_EQ(binary_exponent(std::numeric_limits<double>::denorm_min()), -1074);
  EXPECT_EQ(binary_exponent(0x1.8p-1040), -1040);
  EXPECT_THROW(binary_exponent(0.0), std::invalid_argument);
  EXPECT_THROW(binary_exponent(std::numeric_limits<double>::infinity()), std::invalid_argument);
}

TEST(ScaleByPowerOfTwo, IsExactWhereTheResultIsNormal) {
  EXPECT_EQ(scale_by_power_of_two(1.5, 10), 1536.0);
  EXPECT_EQ(scale_by_power_of_two(0x1p-1074, 1074), 1.0);
  EXPECT_EQ(scale_by_power_of_two(0x1p1023, -1023), 1.0);
  EXPECT_EQ(scale_by_power_of_two(1.0, -1074), 0x1p-1074);
}

}  // namespace
}  // namespace eenet
