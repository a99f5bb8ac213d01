#include "theory/measured/enclosure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "reference/floating_point.h"
#include "reference/rng.h"
#include "tests/theory/measured/exact_matrix.h"
#include "theory/measured/compensated.h"

namespace eenet::theory {
namespace {

constexpr int kCases = 2000;

bool holds(const Interval& interval, const Wide& value) {
  return Wide(interval.lower) <= value && value <= Wide(interval.upper);
}

// Numbers of either sign and of very different sizes.
double any_number(Rng& rng) {
  return std::ldexp(rng.normal(), static_cast<int>(rng.below(81)) - 40);
}

TEST(Enclosure, HoldsTheExactResultOfEveryOperation) {
  for (int i = 0; i < kCases; ++i) {
    Rng rng(1, "enclosure", static_cast<std::uint64_t>(i));
    const double a = any_number(rng);
    const double b = any_number(rng);
    const Wide wide_a = a;
    const Wide wide_b = b;
    EXPECT_TRUE(holds(exactly(a) + exactly(b), wide_a + wide_b)) << a << " + " << b;
    EXPECT_TRUE(holds(exactly(a) - exactly(b), wide_a - wide_b)) << a << " - " << b;
    EXPECT_TRUE(holds(exactly(a) * exactly(b), wide_a * wide_b)) << a << " * " << b;
    EXPECT_TRUE(holds(exactly(a) / exactly(b), wide_a / wide_b)) << a << " / " << b;
    EXPECT_TRUE(holds(square_root(exactly(std::abs(a))), sqrt(abs(wide_a)))) << a;
    EXPECT_TRUE(holds(logarithm(exactly(std::abs(a))), log(abs(wide_a)))) << a;
  }
}

TEST(Enclosure, HoldsTheResultForEveryPairOfMembers) {
  for (int i = 0; i < kCases; ++i) {
    Rng rng(2, "enclosure", static_cast<std::uint64_t>(i));
    const Interval a = around(rng.normal(), rng.uniform());
    const Interval b = around(rng.normal(), rng.uniform());
    const Wide x = Wide(a.lower) + (Wide(a.upper) - Wide(a.lower)) * Wide(rng.uniform());
    const Wide y = Wide(b.lower) + (Wide(b.upper) - Wide(b.lower)) * Wide(rng.uniform());
    EXPECT_TRUE(holds(a + b, x + y));
    EXPECT_TRUE(holds(a - b, x - y));
    EXPECT_TRUE(holds(a * b, x * y));
    EXPECT_TRUE(holds(a / b, x / y));
  }
}

TEST(Enclosure, OfAQuotientByAnIntervalWithZeroIsTheWholeLine) {
  const Interval all = exactly(1.0) / Interval{-1.0, 1.0};
  EXPECT_EQ(all.lower, -kInfinity);
  EXPECT_EQ(all.upper, kInfinity);
}

TEST(Enclosure, OfNaNIsTheWholeLine) {
  const Interval all = exactly(kInfinity) - exactly(kInfinity);
  EXPECT_EQ(all.lower, -kInfinity);
  EXPECT_EQ(all.upper, kInfinity);
}

TEST(Gamma, IsAboveTheFormulaByAFewRoundingsAtMost) {
  for (const double k : {1.0, 2.0, 100.0, 1e6, 1e12}) {
    const Wide part = Wide(k) * Wide(kUnitRoundoff);
    const Wide exact = part / (1 - part);
    EXPECT_GE(Wide(gamma(k)), exact) << k;
    EXPECT_LE(Wide(gamma(k)), exact * (1 + 8 * Wide(kUnitRoundoff))) << k;
  }
  EXPECT_EQ(gamma(0x1p53), kInfinity);
}

TEST(LogOnePlus, KeepsItsDigitsWhereOnePlusXIsOne) {
  for (int exponent = -1020; exponent < 60; ++exponent) {
    Rng rng(1, "log-one-plus", static_cast<std::uint64_t>(exponent + 2000));
    const double x = std::ldexp(1.0 + rng.uniform(), exponent);
    const Interval found = log_one_plus(exactly(x));
    // The wide logarithm has 50 digits of 1 + x, too few below 1e-20, where the series has two.
    const Wide wide = x;
    const Wide exact = x < 1e-20 ? wide * (1 - wide / 2) : Wide(log(1 + wide));
    EXPECT_TRUE(holds(found, exact)) << x;
    // Fourteen operations, each rounded outwards by a place on both sides; or, from 2^-8 on, the
    // places of 1 + x and of the logarithm.
    const double places = x < 0x1p-8 ? 14 * 4 * kUnitRoundoff : 16 * 0x1p8 * kUnitRoundoff;
    EXPECT_LE(found.upper - found.lower, places * found.upper) << x;
  }
  EXPECT_EQ(log_one_plus({-1.0, 0.0}).lower, 0.0);
}

TEST(LogOnePlusRatio, HoldsWhereTheQuotientIsNoDouble) {
  for (const double a : {1e-300, 1e-10, 1.0, 60.0, 1e300}) {
    for (const double b : {5e-324, 1e-300, 1e-10, 1.0, 1e17, 1e300}) {
      const Interval found = log_one_plus_ratio(exactly(a), exactly(b));
      const Wide ratio = Wide(a) / Wide(b);
      const Wide exact = ratio < Wide(1e-20) ? ratio * (1 - ratio / 2) : Wide(log(1 + ratio));
      EXPECT_TRUE(holds(found, exact)) << a << " / " << b;
      EXPECT_LT(found.upper, kInfinity) << a << " / " << b;
    }
  }
  EXPECT_EQ(log_one_plus_ratio(exactly(0.0), exactly(5e-324)).lower, 0.0);
}

TEST(Scaled, KeepsTheSignOfAnEnd) {
  const Measured half = scaled(Measured::certified_between(0.0, 0.0, 1.0), exactly(0.5));
  EXPECT_EQ(half.lower, 0.0);
  EXPECT_EQ(half.value, 0.0);
  const Measured negative =
      scaled(Measured::statistical(-1.0, -2.0, 0.0, 0.9).within({-3.0, 0.0}), around(0.3, 0.1));
  EXPECT_EQ(negative.upper, 0.0);
  EXPECT_EQ(negative.certified->upper, 0.0);
}

TEST(Scaled, KeepsTheBasisAndScalesTheProvenEnds) {
  const Measured half =
      scaled(Measured::statistical(2.0, 1.0, 4.0, 0.95).within({0.5, 8.0}), exactly(0.5));
  EXPECT_EQ(half.value, 1.0);
  EXPECT_EQ(half.basis, Basis::kStatistical);
  EXPECT_EQ(half.level, 0.95);
  EXPECT_EQ(half.lower, below(0.5));
  EXPECT_EQ(half.certified->upper, above(4.0));
  EXPECT_THROW(scaled(half, exactly(0.0)), std::invalid_argument);
}

// Terms that cancel almost entirely: a plain sum keeps no digit.
TEST(CompensatedDot, StaysWithinItsBoundWhereAPlainSumDoesNot) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng rng(3, "dot", i);
    const Eigen::Index n = 2 + static_cast<Eigen::Index>(rng.below(60));
    Eigen::VectorXd x(2 * n);
    Eigen::VectorXd y(2 * n);
    for (Eigen::Index k = 0; k < n; ++k) {
      x[k] = any_number(rng);
      y[k] = any_number(rng);
      x[n + k] = -x[k];
      y[n + k] = y[k] * (1.0 + 0x1p-45 * rng.normal());
    }
    Wide exact = 0;
    Wide absolute = 0;
    for (Eigen::Index k = 0; k < 2 * n; ++k) {
      exact += Wide(x[k]) * Wide(y[k]);
      absolute += abs(Wide(x[k]) * Wide(y[k]));
    }
    const Wide quadratic = Wide(gamma(2.0 * static_cast<double>(n)));
    const Wide bound = Wide(kUnitRoundoff) * abs(exact) + quadratic * quadratic * absolute;
    EXPECT_LE(abs(Wide(compensated_dot(x, y).value()) - exact), bound);
    EXPECT_GT(abs(Wide(x.dot(y)) - exact), bound) << "the example shows nothing";
  }
}

}  // namespace
}  // namespace eenet::theory
