// The bounds against a wider arithmetic: never exceeded, and reached within reason.
#include "verify/rounding.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>

#include "verify/generators/networks.h"
#include "verify/implementation.h"
#include "verify/kinks.h"

namespace eenet::verify {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;

// The gradient of the function that is f in the given pattern, in wide arithmetic.
std::vector<Wide> wide_gradient(const Point& point, const Pattern& active) {
  const NaiveShape& shape = point.shape;
  std::vector<std::vector<Wide>> outputs = {{point.x.begin(), point.x.end()}};
  for (std::size_t l = 1; l < shape.depth; ++l) {
    outputs.emplace_back(shape.width, Wide(0));
    for (std::size_t row = 0; row < shape.width; ++row) {
      if (active[(l - 1) * shape.width + row] == 0) continue;
      for (std::size_t k = 0; k < shape.columns(l); ++k) {
        outputs[l][row] +=
            Wide(point.theta[shape.offset(l) + row * shape.columns(l) + k]) * outputs[l - 1][k];
      }
    }
  }
  std::vector<Wide> gradient(point.theta.size());
  std::vector<Wide> signal = {Wide(1)};
  for (std::size_t l = shape.depth; l >= 1; --l) {
    std::vector<Wide> below(shape.columns(l), Wide(0));
    for (std::size_t row = 0; row < shape.rows(l); ++row) {
      for (std::size_t k = 0; k < shape.columns(l); ++k) {
        const std::size_t entry = shape.offset(l) + row * shape.columns(l) + k;
        gradient[entry] = signal[row] * outputs[l - 1][k];
        if (l > 1 && active[(l - 2) * shape.width + k] != 0) {
          below[k] += Wide(point.theta[entry]) * signal[row];
        }
      }
    }
    signal = below;
  }
  return gradient;
}

// Cases of up to two hundred parameters, so that the wide arithmetic does not take minutes.
std::vector<Case> small_cases(std::size_t count) {
  std::vector<Case> cases;
  for (std::uint64_t i = 0; cases.size() < count; ++i) {
    const Case one = draw_case(Rng(3, "test/rounding", i).word());
    if (one.parameter_count() <= 200) cases.push_back(one);
  }
  return cases;
}

TEST(Rounding, BoundsTheReferencesGradient) {
  double worst = 0.0;
  const Implementation reference = reference_implementation();
  for (const Case& one : small_cases(400)) {
    const Point point = random_point(one);
    const Pattern pattern = reference.pattern(point);
    const std::vector<Wide> exact = wide_gradient(point, pattern);
    const std::vector<double> computed = reference.gradient(point);
    const PathSums paths(point, pattern);
    for (std::size_t i = 0; i < computed.size(); ++i) {
      const double error = std::abs(static_cast<double>(Wide(computed[i]) - exact[i]));
      const double bound = paths.gradient(i).bound(kDouble);
      ASSERT_LE(error, bound) << to_text(one) << " entry " << i;
      worst = std::max(worst, error / bound);
    }
  }
  EXPECT_GT(worst, 0.01) << "the bound is so loose that it says little";
  RecordProperty("worst_error_over_bound", std::to_string(worst));
}

TEST(Rounding, CertainUnitsHaveTheSignOfTheExactPreActivation) {
  for (const Case& one : small_cases(300)) {
    const Point point = random_point(one);
    const Activity here = activity(point, kDouble);
    std::vector<Wide> theta(point.theta.begin(), point.theta.end());
    std::vector<Wide> x(point.x.begin(), point.x.end());
    std::size_t next = 0;
    naive_value(point.shape, theta, x, [&](std::size_t unit, const Wide& z) {
      if (next < here.uncertain.size() && here.uncertain[next] == unit) {
        ++next;
        return;
      }
      EXPECT_EQ(here.active[unit] != 0, z > 0) << to_text(one) << " unit " << unit;
    });
  }
}

TEST(Rounding, AMarginNeverDividesByZero) {
  EXPECT_EQ(margin_of(1.0, 4.0), 0.25);
  EXPECT_EQ(margin_of(0.0, 0.0), 0.0);
  EXPECT_EQ(margin_of(1.0, 0.0), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(margin_of(std::numeric_limits<double>::quiet_NaN(), 1.0)));
}

TEST(Rounding, GammaGrowsWithTheRoundingsAndEnds) {
  EXPECT_EQ(gamma(0.0, kDouble), 0.0);
  EXPECT_GT(gamma(2.0, kDouble), 2.0 * kDouble.unit_roundoff);
  EXPECT_EQ(gamma(0x1p+53, kDouble), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace eenet::verify
