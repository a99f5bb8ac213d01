#include "theory/regret/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/theory/measured/encloses.h"

namespace eenet::theory {
namespace {

Measured exact(double x) {
  return Measured::exact(x);
}

CorrectedTheorem corrected_inputs() {
  CorrectedTheorem theorem;
  theorem.psi_played = exact(12.0);
  theorem.psi_optimal = exact(8.0);
  theorem.range = exact(1.25);
  theorem.distance = exact(37.0);
  theorem.rounds = 2000;
  theorem.delta = 0.1;
  return theorem;
}

TEST(TheoremOne, PrintedIsTheLastLineOfTheProof) {
  const RegretBound bound = theorem_1_printed(exact(6.3), 1000, 0.1);
  EXPECT_EQ(bound.id, "THM-1/printed");
  const long double log_term = -std::log(0.1L);
  expect_encloses(bound.value, 2.0L * std::sqrt(static_cast<long double>(6.3) * 1000.0L) +
                                   2.0L * std::sqrt(2.0L * log_term * 1000.0L) + 2.0L);
  ASSERT_EQ(bound.parts.size(), 3U);
  EXPECT_EQ(bound.parts[2].value.value, 2.0);
}

// Two fixed arms at T = 2000 with Psi = 0: the right-hand side without the O(1).
TEST(TheoremOne, PrintedAtZeroComplexityIsTheConfidenceTermAlone) {
  const RegretBound bound = theorem_1_printed(exact(0.0), 2000, 0.1);
  EXPECT_NEAR(bound.parts[1].value.value, 191.94, 0.005);
}

TEST(TheoremOne, CorrectedKeepsBothComplexitiesTheRangeAndTheDistance) {
  const CorrectedTheorem theorem = corrected_inputs();
  const RegretBound bound = theorem_1_corrected(theorem);
  const long double log_term = std::log(20.0L);  // log(2/delta)
  expect_encloses(bound.value, std::sqrt(2000.0L * 13.0L) + std::sqrt(2000.0L * 9.0L) +
                                   2.0L * 1.25L * std::sqrt(2.0L * 2000.0L * log_term) + 37.0L);
}

TEST(TheoremOne, SharpenedHasNoRange) {
  CorrectedTheorem theorem = corrected_inputs();
  const RegretBound bound = theorem_1_sharpened(theorem);
  expect_encloses(bound.value, std::sqrt(2000.0L * 13.0L) + std::sqrt(2000.0L * 9.0L) +
                                   std::sqrt(2.0L * 2000.0L * std::log(20.0L)) + 37.0L);
  theorem.range = exact(100.0);
  EXPECT_EQ(theorem_1_sharpened(theorem).value.value, bound.value.value);
  // |f - r| <= C for all r in [0, 1] takes C >= 1/2, and there the two agree.
  theorem.range = exact(0.5);
  const Measured corrected = theorem_1_corrected(theorem).value;
  EXPECT_LE(corrected.lower, bound.value.upper);
  EXPECT_GE(corrected.upper, bound.value.lower);
}

TEST(TheoremOne, OnlineLossIsTheProofBeforePsi) {
  OnlineLoss theorem;
  theorem.loss_played = exact(13.0);
  theorem.loss_optimal = exact(9.0);
  theorem.distance = exact(37.0);
  theorem.rounds = 2000;
  theorem.delta = 0.1;
  EXPECT_EQ(theorem_1_online_loss(theorem).value.value,
            theorem_1_sharpened(corrected_inputs()).value.value);
}

TEST(TheoremOne, TakesItsEndsFromThoseOfPsi) {
  const Measured psi = Measured::certified_between(4.0, 1.0, 9.0);
  const RegretBound bound = theorem_1_printed(psi, 100, 0.1);
  expect_encloses(theorem_1_printed(exact(1.0), 100, 0.1).value, bound.value.lower);
  EXPECT_GE(bound.value.upper, theorem_1_printed(exact(9.0), 100, 0.1).value.value);
  EXPECT_EQ(bound.value.basis, Basis::kCertified);
  EXPECT_EQ(theorem_1_printed(Measured::estimate(4.0, 1.0, 9.0), 100, 0.1).value.basis,
            Basis::kEstimate);
}

TEST(TheoremOne, RefusesWhatIsNoConfidenceAndNoRun) {
  EXPECT_THROW(theorem_1_printed(exact(1.0), 100, 0.0), std::invalid_argument);
  EXPECT_THROW(theorem_1_printed(exact(1.0), 100, 1.0), std::invalid_argument);
  EXPECT_THROW(theorem_1_printed(exact(1.0), 0, 0.1), std::invalid_argument);
  EXPECT_THROW(azuma_deviation(exact(-1.0), 10, exact(0.1)), std::invalid_argument);
}

// Without logarithms: d = 10, S = 10, T = 1e4, and S = 100.
TEST(NeuralUcb, HasTheAuditsNumbers) {
  KernelQuantities kernel;
  kernel.effective_dimension = exact(10.0);
  kernel.S = exact(10.0);
  kernel.rounds = 10000;
  kernel.log_rounds = exact(1.0);
  EXPECT_NEAR(eenet_through_kernel(kernel).value.value, 4162.0, 0.5);
  EXPECT_NEAR(neural_ucb_printed(kernel).value.value, 1000.5, 0.5);
  EXPECT_NEAR(neural_ucb_corrected(kernel).value.value, 3317.0, 0.5);
  kernel.S = exact(100.0);
  EXPECT_NEAR(eenet_through_kernel(kernel).value.value, 32623.0, 0.5);
  EXPECT_NEAR(neural_ucb_printed(kernel).value.value, 1049.0, 0.5);
  EXPECT_NEAR(neural_ucb_corrected(kernel).value.value, 31639.0, 0.5);
}

TEST(NeuralUcb, KeepsLogarithmsWhenAsked) {
  KernelQuantities kernel;
  kernel.effective_dimension = exact(3.0);
  kernel.S = exact(2.0);
  kernel.rounds = 500;
  kernel.log_rounds = log_of_rounds(500);
  const long double log_rounds = std::log(500.0L);
  expect_encloses(neural_ucb_printed(kernel).value,
                  std::sqrt(3.0L * 500.0L * log_rounds + 4.0L) * std::sqrt(3.0L * log_rounds));
  expect_encloses(
      neural_ucb_corrected(kernel).value,
      std::sqrt(3.0L * 500.0L * log_rounds + 4.0L * 500.0L) * std::sqrt(3.0L * log_rounds));
}

TEST(LinearBounds, AreAsQuoted) {
  expect_encloses(linear_ucb(20, 1000).value, 20.0L * std::sqrt(1000.0L) * std::log(1000.0L));
  expect_encloses(linear_sup(20, 1000).value, std::sqrt(20.0L * 1000.0L) * std::log(1000.0L));
}

TEST(Vacuity, IsNotBelowTheTrivialBound) {
  const Measured optimal = exact(760.0);
  RegretBound bound = theorem_1_printed(Measured::certified_between(4.0, 1.0, 9.0), 1000, 0.1);
  judge_vacuity(bound, optimal);
  EXPECT_EQ(bound.vacuous, Answer::kNo);
  bound = theorem_1_printed(exact(580.0), 1000, 0.1);  // 1652 and more, above T itself
  judge_vacuity(bound, optimal);
  EXPECT_EQ(bound.vacuous, Answer::kYes);
  // Below T, but not below what the best arms pay.
  bound = theorem_1_printed(exact(110.0), 1000, 0.1);
  EXPECT_LT(bound.value.upper, 1000.0);
  judge_vacuity(bound, optimal);
  EXPECT_EQ(bound.vacuous, Answer::kYes);
  bound = theorem_1_printed(Measured::certified_between(50.0, 1.0, 500.0), 1000, 0.1);
  judge_vacuity(bound, optimal);
  EXPECT_EQ(bound.vacuous, Answer::kUnknown);
  EXPECT_EQ(trivial_optimal_reward(optimal).vacuous, Answer::kYes);
  EXPECT_EQ(trivial_rounds(1000).vacuous, Answer::kYes);
}

// Non-vacuity needs Psi < (sqrt(T)/2 - sqrt(2 log(1/delta)))^2, up to the O(1): 187 at T = 1000.
TEST(Vacuity, OfAllRewardsOneIsWhereTheAuditSays) {
  const auto bound_at = [](double psi) {
    return theorem_1_printed(exact(psi), 1000, 0.1).value.value - kPrintedConstant;
  };
  EXPECT_LT(bound_at(186.0), 1000.0);
  EXPECT_GT(bound_at(188.0), 1000.0);
}

}  // namespace
}  // namespace eenet::theory
