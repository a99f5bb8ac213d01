#include "theory/kernel/angle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "reference/rng.h"
#include "tests/theory/kernel/wide_ntk.h"

namespace eenet::theory {
namespace {

Eigen::VectorXd random_vector(Rng& rng, Eigen::Index size) {
  Eigen::VectorXd v(size);
  for (Eigen::Index i = 0; i < size; ++i) v[i] = rng.normal();
  return v;
}

// The error of angle_between in units of its bound, against the angle of these very doubles.
double margin(const Eigen::VectorXd& x, const Eigen::VectorXd& y) {
  const Angle angle = angle_between(x, y);
  const Wide exact = wide_angle(x, y);
  EXPECT_EQ(angle.obtuse, wide_dot(x, y) < 0);
  const Wide from_pole = angle.obtuse ? wide_pi() - exact : exact;
  return wide_error(angle.from_pole, from_pole) / kAngleError;
}

TEST(Angle, OfSimpleVectorsIsWhatItShouldBe) {
  const Eigen::Vector2d right(3, 0);
  const Eigen::Vector2d up(0, 5);
  const Eigen::Vector2d diagonal(2, 2);
  constexpr double kPi = std::numbers::pi;
  EXPECT_NEAR(angle_between(right, up).from_pole, kPi / 2, kAngleError * kPi / 2);
  EXPECT_NEAR(angle_between(right, diagonal).from_pole, kPi / 4, kAngleError * kPi / 4);
  EXPECT_FALSE(angle_between(right, diagonal).obtuse);
  EXPECT_NEAR(angle_between(-right, diagonal).from_pole, kPi / 4, kAngleError * kPi / 4);
  EXPECT_TRUE(angle_between(-right, diagonal).obtuse);
}

TEST(Angle, OfParallelAndAntipodalVectorsIsExact) {
  Rng rng(1, "angle");
  for (int i = 0; i < 50; ++i) {
    const Eigen::VectorXd x = random_vector(rng, 1 + i % 7);
    EXPECT_EQ(angle_between(x, 4.0 * x).from_pole, 0.0);
    EXPECT_FALSE(angle_between(x, 4.0 * x).obtuse);
    EXPECT_EQ(angle_between(x, -0.5 * x).from_pole, 0.0);
    EXPECT_TRUE(angle_between(x, -0.5 * x).obtuse);
  }
}

// Pairs at all distances from either pole, in several dimensions, of different norms.
TEST(Angle, KeepsItsDigitsAtBothEnds) {
  Rng rng(2, "angle");
  double worst = 0.0;
  for (const Eigen::Index size : {2, 3, 20, 100}) {
    for (int exponent = 0; exponent >= -18; --exponent) {
      for (int repeat = 0; repeat < 6; ++repeat) {
        const Eigen::VectorXd x = random_vector(rng, size);
        const Eigen::VectorXd aside = random_vector(rng, size);
        const double sign = repeat % 2 == 0 ? 1.0 : -1.0;
        const double norm = std::ldexp(1.0 + rng.uniform(), repeat - 3);
        const Eigen::VectorXd y = sign * norm * (x + std::pow(10.0, exponent) * aside);
        worst = std::max(worst, margin(x, y));
      }
    }
  }
  EXPECT_LE(worst, 1.0);
  RecordProperty("worst_over_bound", std::to_string(worst));
}

// Neighbours among the doubles can be as near as 2^-105: only exact minors see that.
TEST(Angle, SeesWhatOnlyTheLastBitsOfTheEntriesShow) {
  double worst = 0.0;
  const double ulp = 0x1p-52;
  for (int a = 1; a <= 8; ++a) {
    for (int b = 1; b <= 8; ++b) {
      if (a == b) continue;
      const Eigen::Vector3d x(1 + a * ulp, 1 + b * ulp, 1);
      const Eigen::Vector3d y(1 + (a + b) * ulp, 1 + 2 * b * ulp, 1 + b * ulp);
      worst = std::max({worst, margin(x, y), margin(x, -y)});
    }
  }
  EXPECT_LE(worst, 1.0);
}

TEST(Angle, DoesNotDependOnTheNorms) {
  Rng rng(3, "angle");
  const Eigen::VectorXd x = random_vector(rng, 5);
  const Eigen::VectorXd y = random_vector(rng, 5);
  const Angle plain = angle_between(x, y);
  for (const int exponent : {-1000, -600, -1, 1, 600, 1000}) {
    const Eigen::VectorXd scaled = std::ldexp(1.0, exponent) * y;
    EXPECT_EQ(angle_between(x, scaled).from_pole, plain.from_pole) << exponent;
    EXPECT_EQ(angle_between(scaled, scaled).from_pole, 0.0) << exponent;
  }
}

// tan of the angle is tiny, and tiny sqrt(10)/3; what the tangent adds is below the last digit.
TEST(Angle, IsFoundWhereItsSquareUnderflows) {
  constexpr double kBound = kAngleError + 3 * 0x1p-53;  // three roundings in the expected one
  for (const double tiny : {1e-100, 1e-200, 1e-250}) {
    const Angle flat = angle_between(Eigen::Vector2d(1, 0), Eigen::Vector2d(1, tiny));
    EXPECT_NEAR(flat.from_pole, tiny, kBound * tiny);
    const double expected = tiny * std::sqrt(10.0) / 3.0;
    const Angle steep = angle_between(Eigen::Vector3d(1, tiny, 0), Eigen::Vector3d(-3, 0, tiny));
    EXPECT_NEAR(steep.from_pole, expected, kBound * expected);
    EXPECT_TRUE(steep.obtuse);
  }
}

TEST(Angle, IsSmallAndNotNothingAmongTheSubnormalNumbers) {
  for (const int exponent : {-1000, -1024, -1060, -1074}) {
    const double tiny = std::ldexp(1.0, exponent);
    EXPECT_EQ(angle_between(Eigen::Vector2d(1.0, 0.0), Eigen::Vector2d(1.0, tiny)).from_pole, tiny);
    EXPECT_EQ(angle_between(Eigen::Vector2d(1.0, tiny), Eigen::Vector2d(-1.0, 0.0)).from_pole,
              tiny);
  }
}

TEST(Angle, RefusesWhatHasNone) {
  const Eigen::Vector2d x(1, 2);
  EXPECT_THROW(angle_between(x, Eigen::Vector3d(1, 2, 3)), std::invalid_argument);
  EXPECT_THROW(angle_between(x, Eigen::Vector2d(0, 0)), std::invalid_argument);
  EXPECT_THROW(angle_between(Eigen::Vector2d(0, 0), x), std::invalid_argument);
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(angle_between(x, Eigen::Vector2d(1, wrong)), std::invalid_argument);
  }
}

}  // namespace
}  // namespace eenet::theory
