// Checks a number with ends that was computed from exact inputs.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "theory/measured/measured.h"

namespace eenet::theory {

inline void expect_encloses(const Measured& got, long double expected) {
  EXPECT_LE(got.lower, expected);
  EXPECT_GE(got.upper, expected);
  EXPECT_LE(got.lower, got.value);
  EXPECT_LE(got.value, got.upper);
  // Exact inputs: nothing but a few roundings is between the ends.
  EXPECT_LE(got.upper - got.lower, 0x1p-45 * std::abs(got.value));
}

}  // namespace eenet::theory
