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
