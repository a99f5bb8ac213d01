#include "reference/floating_point.h"

#include <bit>
#include <cfloat>
#include <limits>
#include <stdexcept>

#include "reference/require.h"

static_assert(std::numeric_limits<double>::is_iec559, "double must be IEEE 754 binary64");
static_assert(FLT_EVAL_METHOD == 0, "double arithmetic must not use wider intermediates");
static_assert(std::endian::native == std::endian::little, "only little-endian machines are tested");

namespace eenet {

namespace {

constexpr int kBias = 1023;           // of the exponent field
constexpr int kFractionBits = 52;     // stored bits of the significand
constexpr int kLowestNormal = -1022;  // exponent of the smallest normal number

}  // namespace

void require_ieee_arithmetic() {
  // volatile: the compiler must not evaluate these at compile time, where the mode is always right.
  volatile double smallest_normal = std::numeric_limits<double>::min();
  volatile double half = 0.5;
  if (!(smallest_normal * half > 0.0)) {
    throw std::runtime_error(
        "arithmetic: subnormal numbers are flushed to zero, expected IEEE 754");
  }
  volatile double one = 1.0;
  volatile double below_half_ulp = power_of_two(-54);
  if (one + below_half_ulp != 1.0 || one - below_half_ulp != 1.0 || -one - below_half_ulp != -1.0) {
    throw std::runtime_error("arithmetic: rounding is not to nearest, expected IEEE 754 default");
  }
}

double power_of_two(int exponent) {
  EENET_REQUIRE(exponent >= kLowestNormal && exponent <= kBias, "power_of_two: exponent is ",
                exponent, ", expected -1022 to 1023");
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + kBias) << kFractionBits);
}

int binary_exponent(double x) {
  EENET_REQUIRE(x != 0.0 && x - x == 0.0, "binary_exponent: got ", x,
                ", expected finite and not 0");
  const int field = static_cast<int>((bits_of(x) >> kFractionBits) & 0x7FFU);
  if (field != 0) return field - kBias;
  const std::uint64_t fraction = bits_of(x) & ((std::uint64_t{1} << kFractionBits) - 1);
  return kLowestNormal - kFractionBits + (63 - std::countl_zero(fraction));
}

double scale_by_power_of_two(double x, int exponent) {
  const int half = exponent / 2;  // two factors, because 2^exponent itself may be out of range
  return x * power_of_two(half) * power_of_two(exponent - half);
}

}  // namespace eenet
