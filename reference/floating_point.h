// The arithmetic that every other file of this room relies on: IEEE 754 double, rounded to nearest,
// no wider intermediates, subnormals kept. See docs/numerics.md.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

namespace eenet {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Throws std::runtime_error if this thread flushes subnormals to zero or does not round to nearest
// (a library loaded into the process may have changed either). Cheap; called at the start of a run.
void require_ieee_arithmetic();

// 2^exponent, exactly. Requires -1022 <= exponent <= 1023.
double power_of_two(int exponent);

// The e with 2^e <= |x| < 2^(e+1), also for subnormal x. Requires x finite and not 0.
int binary_exponent(double x);

// x * 2^exponent: exact unless the result is subnormal or overflows.
// Requires -2044 <= exponent <= 2046.
double scale_by_power_of_two(double x, int exponent);

// The 64 bits of x, as IEEE 754 lays them out.
inline std::uint64_t bits_of(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

}  // namespace eenet
