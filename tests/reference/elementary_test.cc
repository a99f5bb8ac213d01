// The elementary functions against 50 digits: the error bounds that the header states, held here.
#include "reference/elementary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "reference/floating_point.h"
#include "reference/rng.h"

namespace eenet {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_50;

// The distance of neighbouring doubles at the true value.
double ulp_at(const Wide& truth) {
  const auto magnitude = std::abs(static_cast<double>(truth));
  constexpr int kLowest = -1074;
  if (magnitude == 0.0) return std::ldexp(1.0, kLowest);
  return std::ldexp(1.0, std::max(binary_exponent(magnitude) - 52, kLowest));
}

// The worst error, in ulps, over `samples` arguments.
double worst_error(const std::function<double(double)>& function,
                   const std::function<Wide(const Wide&)>& truth,
                   const std::function<double(Rng&)>& argument, const char* stream, int samples) {
  Rng rng(1, stream);
  double worst = 0.0;
  for (int i = 0; i < samples; ++i) {
    const double x = argument(rng);
    const Wide exact = truth(Wide(x));
    const auto error = static_cast<double>(abs(Wide(function(x)) - exact)) / ulp_at(exact);
    if (!(error <= worst)) worst = error;  // keeps a NaN
  }
  return worst;
}

void expect_within(const std::function<double(double)>& function,
                   const std::function<Wide(const Wide&)>& truth,
                   const std::function<double(Rng&)>& argument, const char* stream, int samples,
                   double bound) {
  const double worst = worst_error(function, truth, argument, stream, samples);
  EXPECT_LE(worst, bound);
  testing::Test::RecordProperty("margin", std::to_string(worst / bound));
}

std::function<double(Rng&)> between(double low, double high) {
  return [low, high](Rng& rng) { return low + (high - low) * rng.uniform(); };
}

constexpr int kSamples = 3000;

TEST(Exponential, IsWithinItsBoundOverItsWholeRange) {
  const auto truth = [](const Wide& x) -> Wide { return exp(x); };
  // From the smallest subnormal number to the largest double.
  expect_within(exponential, truth, between(-745.1, 709.78), "wide", kSamples, kExpUlps);
  expect_within(exponential, truth, between(-745.1, -708.0), "small", kSamples, kExpUlps);
  expect_within(exponential, truth, between(-1.0, 1.0), "near", kSamples, kExpUlps);
}

TEST(Exponential, EndsInInfinityAndZeroAndKeepsNaN) {
  EXPECT_EQ(exponential(0.0), 1.0);
  EXPECT_EQ(exponential(710.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(exponential(-746.0), 0.0);
  EXPECT_GT(exponential(-745.0), 0.0);
  EXPECT_TRUE(std::isnan(exponential(std::numeric_limits<double>::quiet_NaN())));
}

TEST(Logarithm, IsWithinItsBoundForSmallLargeAndNearlyOne) {
  const auto truth = [](const Wide& x) -> Wide { return log(x); };
  const auto any_scale = [](Rng& r) {
    return scale_by_power_of_two(1.0 + r.uniform(), static_cast<int>(r.below(2000)) - 1000);
  };
  expect_within(logarithm, truth, any_scale, "scales", kSamples, kLogUlps);
  expect_within(logarithm, truth, between(0.5, 2.0), "unit", kSamples, kLogUlps);
  const auto nearly_one = [](Rng& r) {
    return 1.0 + (r.uniform() - 0.5) * power_of_two(-static_cast<int>(r.below(50)));
  };
  expect_within(logarithm, truth, nearly_one, "one", kSamples, kLogUlps);
}

TEST(Logarithm, AnswersItsSpecialValues) {
  EXPECT_EQ(logarithm(1.0), 0.0);
  EXPECT_EQ(logarithm(0.0), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(logarithm(-1.0)));
  constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
  const auto smallest = [](Rng&) { return kSmallest; };
  const auto truth = [](const Wide& x) -> Wide { return log(x); };
  expect_within(logarithm, truth, smallest, "smallest", 1, kLogUlps);
}

TEST(Cosine, IsWithinItsBoundUpToTwoToTheTwenty) {
  const auto truth = [](const Wide& x) -> Wide { return cos(x); };
  expect_within(cosine, truth, between(-10.0, 10.0), "near", kSamples, kCosUlps);
  expect_within(cosine, truth, between(-0x1p20, 0x1p20), "far", kSamples, kCosUlps);
  // Close to its zeros, where a careless reduction loses every digit.
  const auto near_a_zero = [](Rng& r) {
    return (static_cast<double>(r.below(100000)) + 0.5) * 3.141592653589793;
  };
  expect_within(cosine, truth, near_a_zero, "zeros", kSamples, kCosUlps);
  EXPECT_THROW(cosine(0x1.1p20), std::invalid_argument);
  EXPECT_THROW(cosine(std::numeric_limits<double>::quiet_NaN()), std::invalid_argument);
}

TEST(ArcCosine, IsWithinItsBoundAlsoWhereItsSlopeIsInfinite) {
  const auto truth = [](const Wide& x) -> Wide { return acos(x); };
  expect_within(arc_cosine, truth, between(-1.0, 1.0), "all", kSamples, kAcosUlps);
  const auto near_one = [](Rng& r) {
    return 1.0 - r.uniform() * power_of_two(-static_cast<int>(r.below(52)));
  };
  expect_within(arc_cosine, truth, near_one, "one", kSamples, kAcosUlps);
  const auto near_minus_one = [near_one](Rng& r) { return -near_one(r); };
  expect_within(arc_cosine, truth, near_minus_one, "minus one", kSamples, kAcosUlps);
  EXPECT_EQ(arc_cosine(1.0), 0.0);
  EXPECT_TRUE(std::isnan(arc_cosine(1.0000000000000002)));
}

TEST(NormalQuantile, IsWithinItsBoundFromTheCentreToTheTails) {
  const auto truth = [](const Wide& p) -> Wide {
    return -boost::math::erfc_inv(Wide(2 * p)) * sqrt(Wide(2));
  };
  constexpr int kFewer = 400;  // the inverse in 50 digits is slow
  expect_within(normal_quantile, truth, between(0.001, 0.999), "centre", kFewer,
                kNormalQuantileUlps);
  const auto tail = [](Rng& r) {
    return (1.0 + r.uniform()) * power_of_two(-2 - static_cast<int>(r.below(58)));
  };
  expect_within(normal_quantile, truth, tail, "tail", kFewer, kNormalQuantileUlps);
  const auto upper_tail = [](Rng& r) {
    return 1.0 - (1.0 + r.uniform()) * power_of_two(-2 - static_cast<int>(r.below(50)));
  };
  expect_within(normal_quantile, truth, upper_tail, "upper tail", kFewer, kNormalQuantileUlps);
  EXPECT_EQ(normal_quantile(0.5), 0.0);
  EXPECT_THROW(normal_quantile(0.0), std::invalid_argument);
  EXPECT_THROW(normal_quantile(1.0), std::invalid_argument);
}

// The bound is worth something only if it would notice: a relative error of 2^-50 is too much.
TEST(ErrorMeasure, NoticesAFewUlps) {
  const auto wrong = [](double x) { return exponential(x) * (1.0 + 0x1p-50); };
  const auto truth = [](const Wide& x) -> Wide { return exp(x); };
  EXPECT_GT(worst_error(
                wrong, truth, [](Rng& r) { return r.uniform(); }, "wrong", 100),
            kExpUlps);
}

}  // namespace
}  // namespace eenet
