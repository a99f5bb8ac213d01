#include "theory/regret/lock_in.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace eenet::theory {
namespace {

// The formulas of docs/errata.md, "Lock-in is a theorem", in long double.
struct Expected {
  long double probability = 0.0L;
  long double dimension = 0.0L;
  long double reward_norm = 0.0L;
};

Expected from_the_page(long double t, long double rho, long double lambda) {
  const long double pi = std::numbers::pi_v<long double>;
  const long double kappa = 3.0L * rho * rho + rho / 2.0L;
  const long double sigma = 4.0L * rho + 2.0L * std::sqrt(4.0L * kappa / 3.0L);
  const long double v = 4.0L - 16.0L / (3.0L * pi) - 4.0L * rho * rho;
  return {0.5L - 2.0L * sigma * std::sqrt(std::log(t)) / std::sqrt(2.0L * pi * v) -
              1.0L / (2.0L * t),
          (2.0L * std::log1p(3.0L * t / (2.0L * lambda)) + 2.0L * t * kappa / lambda) /
              std::log1p(2.0L * t / lambda),
          std::sqrt(10.0L / (3.0L * (1.0L - rho * rho)))};
}

TEST(LockIn, IsOnTheSafeSideOfTheFormulasOnThePage) {
  for (const double t : {2.0, 100.0, 1e6, 1e12}) {
    for (const double rho : {1.0 / t, 1.0 / (t * t)}) {
      for (const double lambda : {0.1, 1.0, 10.0}) {
        const LockIn found = lock_in(t, rho, lambda);
        const Expected expected = from_the_page(t, rho, lambda);
        // Ends are ends of the formula's value; the number itself is the end that is safe.
        EXPECT_LE(found.probability.lower, static_cast<double>(expected.probability));
        EXPECT_GE(found.probability.upper, static_cast<double>(expected.probability));
        EXPECT_EQ(found.probability.value, found.probability.lower);
        EXPECT_LE(found.regret.lower, static_cast<double>(expected.probability * t / 2.0L));
        EXPECT_GE(found.regret.upper, static_cast<double>(expected.probability * t / 2.0L));
        EXPECT_GE(found.dimension.upper, static_cast<double>(expected.dimension));
        EXPECT_LE(found.dimension.lower, static_cast<double>(expected.dimension));
        EXPECT_EQ(found.dimension.value, found.dimension.upper);
        EXPECT_GE(found.reward_norm.upper, static_cast<double>(expected.reward_norm));
        EXPECT_LE(found.reward_norm.lower, static_cast<double>(expected.reward_norm));
      }
    }
  }
}

TEST(LockIn, LosesAQuarterPerRoundWhileTheKernelsQuantitiesStayBounded) {
  const LockIn early = lock_in(1e6, 1e-6);
  const LockIn late = lock_in(1e12, 1e-12);
  EXPECT_GT(late.regret.lower / 1e12, early.regret.lower / 1e6);
  EXPECT_GT(late.regret.lower, 0.249 * 1e12);
  EXPECT_LT(late.regret.upper, 0.25 * 1e12);
  EXPECT_LT(late.dimension.upper, early.dimension.upper);
  EXPECT_LT(late.dimension.upper, 2.05);
  EXPECT_LT(late.reward_norm.upper, 1.83);
}

TEST(LockIn, RefusesWhatTheTheoremDoesNotCover) {
  EXPECT_THROW(lock_in(1.0, 0.1), std::invalid_argument);
  EXPECT_THROW(lock_in(10.0, 0.0), std::invalid_argument);
  EXPECT_THROW(lock_in(10.0, 0.6), std::invalid_argument);
  EXPECT_THROW(lock_in(10.0, 0.1, 0.0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
