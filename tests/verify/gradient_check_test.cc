// The checker itself: it accepts what is right, classifies kinks, and rejects what is wrong,
// however small the fault.
#include "verify/gradient_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/mlp.h"
#include "verify/differentiators/differentiator.h"
#include "verify/generators/networks.h"

namespace eenet::verify {
namespace {

using testing::HasSubstr;

Point some_point(Kind kind = Kind::kOrdinary) {
  return random_point({3, 6, 5, 1, 1, kind, 52, 4});
}

GradientReport check(const std::vector<double>& gradient, const Point& point) {
  return check_gradient(gradient, kDouble, reference_implementation().pattern(point), point, 1);
}

std::size_t largest_entry(const std::vector<double>& gradient) {
  const auto larger = [](double a, double b) { return std::abs(a) < std::abs(b); };
  return static_cast<std::size_t>(std::max_element(gradient.begin(), gradient.end(), larger) -
                                  gradient.begin());
}

TEST(GradientCheck, AcceptsTheReference) {
  Rng rng(1, "test/gradient-check");
  const Mlp net = Mlp::initialised({5, 6, 3}, rng);
  const GradientReport report = check_gradient(net, Eigen::VectorXd::Unit(5, 2));
  EXPECT_EQ(report.outcome, Outcome::kAgree) << report.to_text();
  EXPECT_EQ(report.count(Outcome::kAgree), report.entries.size());
  EXPECT_GT(report.margin, 0.0);
  EXPECT_LE(report.margin, 1.0);
}

TEST(GradientCheck, NamesTheOneWrongEntry) {
  const Point point = some_point();
  std::vector<double> gradient = reference_implementation().gradient(point);
  const std::size_t wrong = largest_entry(gradient);
  gradient[wrong] *= 1.0 + 0x1p-40;  // far below any tolerance in use elsewhere
  const GradientReport report = check(gradient, point);
  EXPECT_EQ(report.outcome, Outcome::kDisagree);
  EXPECT_EQ(report.count(Outcome::kDisagree), 1U);
  EXPECT_EQ(report.entries[wrong], Outcome::kDisagree);
  ASSERT_TRUE(report.worst.has_value());
  const NaiveShape& shape = point.shape;
  EXPECT_EQ(shape.offset(report.worst->layer) +
                report.worst->row * shape.columns(report.worst->layer) + report.worst->column,
            wrong);
  EXPECT_GT(report.margin, 1.0);
}

TEST(GradientCheck, RejectsTwoSwappedLayersASignAndAZero) {
  const Point point = some_point();
  const std::vector<double> right = reference_implementation().gradient(point);
  std::vector<double> wrong = right;
  std::swap_ranges(wrong.begin() + 30, wrong.begin() + 60, wrong.begin());
  EXPECT_EQ(check(wrong, point).outcome, Outcome::kDisagree);
  wrong = right;
  for (double& entry : wrong) entry = -entry;
  EXPECT_EQ(check(wrong, point).outcome, Outcome::kDisagree);
  EXPECT_EQ(check(std::vector<double>(right.size(), 0.0), point).outcome, Outcome::kDisagree);
}

// f = 3 relu(w x) at w x = -1: both derivatives are exactly 0, and only underflow is forgiven.
TEST(GradientCheck, WhereTheGradientIsExactlyZeroNextToNothingIsForgiven) {
  const Point asleep{{1, 1, 2}, {-1.0, 3.0}, {1.0}};
  EXPECT_EQ(check_gradient({0.0, 0.0}, kDouble, Pattern{0}, asleep, 1).outcome, Outcome::kAgree);
  const GradientReport report = check_gradient({0.0, 0x1p-900}, kDouble, Pattern{0}, asleep, 1);
  EXPECT_EQ(report.entries[1], Outcome::kDisagree);
  ASSERT_TRUE(report.worst.has_value());
  EXPECT_LE(report.worst->bound, 16 * std::numeric_limits<double>::denorm_min());
}

TEST(GradientCheck, ANanDisagrees) {
  const Point point = some_point();
  std::vector<double> gradient = reference_implementation().gradient(point);
  gradient[3] = std::numeric_limits<double>::quiet_NaN();
  const GradientReport report = check(gradient, point);
  EXPECT_EQ(report.outcome, Outcome::kDisagree);
  EXPECT_EQ(report.entries[3], Outcome::kDisagree);
}

// f = 3 relu(w x) at w x = 0: the one-sided derivatives by w are 0 and 3.
const Point kKinkPoint{{1, 1, 2}, {0.0, 3.0}, {1.0}};

TEST(GradientCheck, AtAKinkAnythingBetweenTheOneSidedDerivativesWillDo) {
  for (const double derivative : {0.0, 1.5, 3.0}) {
    const GradientReport report =
        check_gradient({derivative, 0.0}, kDouble, std::nullopt, kKinkPoint, 1);
    EXPECT_EQ(report.outcome, Outcome::kKink) << derivative << ": " << report.to_text();
  }
  for (const double derivative : {-0.1, 3.1}) {
    EXPECT_EQ(check_gradient({derivative, 0.0}, kDouble, std::nullopt, kKinkPoint, 1).outcome,
              Outcome::kDisagree)
        << derivative;
  }
}

TEST(GradientCheck, WhoSaysWhichUnitsAreActiveIsHeldToIt) {
  EXPECT_EQ(check_gradient({0.0, 0.0}, kDouble, Pattern{0}, kKinkPoint, 1).outcome, Outcome::kKink);
  EXPECT_EQ(check_gradient({3.0, 0.0}, kDouble, Pattern{0}, kKinkPoint, 1).outcome,
            Outcome::kDisagree);
}

TEST(GradientCheck, NearAKinkACorrectGradientIsNeverRejected) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Point point = random_point({3, 5, 4, 1, 1, Kind::kNearKink, 52, seed});
    const GradientReport report = check_gradient(reference_implementation(), point, seed);
    EXPECT_NE(report.outcome, Outcome::kDisagree) << seed << ": " << report.to_text();
  }
}

TEST(GradientCheck, EveryWitnessNoticesAFaultByItself) {
  const Point point = some_point();
  const std::vector<double> right = reference_implementation().gradient(point);
  for (const auto& witness : witnesses()) {
    Rng rng(1, "test/witness");
    for (const Slope& slope : witness->slopes(point, rng)) {
      double along = 0.0;
      double scale = 0.0;
      for (std::size_t i = 0; i < right.size(); ++i) {
        const double factor = slope.entry ? (i == *slope.entry ? 1.0 : 0.0) : slope.direction[i];
        along += factor * right[i];
        scale += std::abs(factor * right[i]);
      }
      // All of them to half the digits at least; their true bounds are checked elsewhere.
      EXPECT_NEAR(slope.value, along, 0x1p-26 * scale) << witness->name();
    }
  }
}

TEST(GradientCheck, WitnessesOfTheBuildAreNamed) {
  EXPECT_THAT(witness_names(), testing::IsSupersetOf({"Eigen AutoDiffScalar", "central differences",
                                                      "layer differences"}));
  EXPECT_EQ(witness_names().size() + absent_witness_names().size(), 6U);
}

TEST(GradientCheck, SaysWhereAndHowMuch) {
  std::vector<double> gradient = reference_implementation().gradient(some_point());
  gradient.back() += 1.0;
  const std::string text = check(gradient, some_point()).to_text();
  EXPECT_THAT(text, HasSubstr("df/dW_3[0][5]"));
  EXPECT_THAT(text, HasSubstr("bound"));
}

}  // namespace
}  // namespace eenet::verify
