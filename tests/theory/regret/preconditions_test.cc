#include "theory/regret/preconditions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <stdexcept>

namespace eenet::theory {
namespace {

Measured exact(double x) {
  return Measured::exact(x);
}

double log10_of(const Measured& x) {
  return std::log10(x.value);
}

// Worked out by hand with constants 1: powers of ten, one decimal.
TEST(RequiredWidth, HasTheAuditsExponents) {
  EXPECT_NEAR(log10_of(width_for_lemmas(exact(1.0), 2.0)), 26.9, 0.05);
  EXPECT_NEAR(log10_of(width_for_lemmas(exact(10.0), 2.0)), 31.8, 0.05);
  EXPECT_NEAR(log10_of(width_for_lemmas(exact(1.0), 3.0)), 30.8, 0.05);
  EXPECT_NEAR(log10_of(width_for_lemmas(exact(1.0), 4.0)), 33.5, 0.05);
  const std::map<double, double> trajectory = {{1e2, 8.6}, {1e3, 12.6}, {1e4, 16.6}};
  for (const auto& [rounds, exponent] : trajectory) {
    EXPECT_NEAR(log10_of(width_for_trajectory(exact(1.0), 2.0, rounds)), exponent, 0.05);
  }
  const std::map<double, double> convexity = {{1e2, 9.8}, {1e3, 13.0}, {1e4, 16.2}};
  for (const auto& [rounds, exponent] : convexity) {
    EXPECT_NEAR(log10_of(width_for_convexity(exact(1.0), 2.0, rounds)), exponent, 0.05);
  }
  EXPECT_DOUBLE_EQ(width_for_loss(exact(2.0), 3.0, 10.0).value, 120.0 * 120.0);
}

// What the condition says, in long double, just below and just above the width.
TEST(RequiredWidth, IsWhereTheConditionBeginsToHold) {
  for (const double R : {0.3, 1.0, 7.0}) {
    for (const double L : {2.0, 5.0}) {
      const Measured lemmas = width_for_lemmas(exact(R), L);
      const auto gap = [&](long double m) {
        return std::pow(static_cast<long double>(L), -4.5L) * std::pow(std::log(m), -3.0L) -
               static_cast<long double>(R) * std::pow(m, -0.25L);
      };
      EXPECT_LT(gap(0.999999L * lemmas.lower), 0.0L);
      EXPECT_GT(gap(1.000001L * lemmas.upper), 0.0L);
      EXPECT_LE(lemmas.upper - lemmas.lower, 1e-9 * lemmas.value);
      const Measured convexity = width_for_convexity(exact(R), L, 300.0);
      const auto excess = [&](long double m) {
        return std::cbrt(m) - 300.0L * std::pow(static_cast<long double>(R), 4.0L / 3.0L) * L * L *
                                  std::sqrt(std::log(m));
      };
      EXPECT_LT(excess(0.999999L * convexity.lower), 0.0L);
      EXPECT_GT(excess(1.000001L * convexity.upper), 0.0L);
    }
  }
}

TEST(RequiredWidth, IsOneIfEveryWidthWillDo) {
  EXPECT_EQ(width_for_lemmas(exact(1e-9), 2.0).value, 1.0);
  EXPECT_TRUE(std::isinf(width_for_convexity(exact(1.0), 2.0, 1e150).value));
  EXPECT_THROW(width_for_lemmas(exact(0.0), 2.0), std::invalid_argument);
}

RunFacts small_run() {
  RunFacts run;
  run.rounds = 1000;
  run.depth = 2;
  run.width = 256;
  run.exploitation_rate = 0.0625;
  run.exploration_rate = 0.0625;
  run.is_algorithm_1 = true;
  run.has_fixed_features = true;
  run.exploitation_distance = exact(0.94);
  run.exploration_distance = exact(0.2);
  run.exploitation_step = exact(0.1);
  return run;
}

std::map<std::string, Precondition> by_name(const RunFacts& run) {
  std::map<std::string, Precondition> all;
  for (const Precondition& condition : theorem_1_preconditions(run)) {
    all[condition.name] = condition;
  }
  return all;
}

TEST(TheoremOnePreconditions, JudgeARunAsTheAuditDid) {
  // m = 256, R = 1: the trajectory of f1 leaves the ball of radius 1/4.
  auto conditions = by_name(small_run());
  EXPECT_EQ(conditions.size(), 12U);
  EXPECT_NEAR(radius_parameter(small_run()).value, 1.0, 1e-15);
  for (const char* name : {"algorithm-1", "fixed-features", "equal-rates", "stability-limit",
                           "stability-f1", "ball-f2"}) {
    EXPECT_EQ(conditions.at(name).holds, Answer::kYes) << name;
  }
  EXPECT_EQ(conditions.at("stability-f2").holds, Answer::kUnknown);  // was not measured
  EXPECT_EQ(conditions.at("ball-f1").holds, Answer::kNo);
  EXPECT_NEAR(conditions.at("ball-f1").needed->value, 0.25, 1e-15);
  for (const char* name : {"width-lemmas", "width-trajectory", "width-convexity", "width-loss"}) {
    EXPECT_EQ(conditions.at(name).holds, Answer::kNo) << name;
    EXPECT_EQ(conditions.at(name).measured->value, 256.0) << name;
  }
}

TEST(TheoremOnePreconditions, NameWhatARunBreaks) {
  RunFacts run = small_run();
  run.is_algorithm_1 = false;
  run.has_fixed_features = false;
  run.exploration_rate = 1.5;  // 1.5 * 3/2 is above 2
  run.exploration_step = exact(2.5);
  const auto conditions = by_name(run);
  for (const char* name :
       {"algorithm-1", "fixed-features", "equal-rates", "stability-limit", "stability-f2"}) {
    EXPECT_EQ(conditions.at(name).holds, Answer::kNo) << name;
  }
}

TEST(TheoremOnePreconditions, HoldForANetworkWideEnough) {
  RunFacts run = small_run();
  run.rounds = 2;
  run.width = 1ULL << 53U;
  run.exploitation_rate = run.exploration_rate = 1e-20;
  const auto conditions = by_name(run);
  for (const char* name : {"width-lemmas", "width-trajectory", "width-convexity", "width-loss"}) {
    EXPECT_EQ(conditions.at(name).holds, Answer::kYes) << name;
  }
}

}  // namespace
}  // namespace eenet::theory
