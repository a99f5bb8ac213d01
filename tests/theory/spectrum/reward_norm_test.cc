#include "theory/spectrum/reward_norm.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <stdexcept>

#include "reference/floating_point.h"
#include "reference/rng.h"
#include "tests/theory/measured/exact_matrix.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/extreme_eigenvalues.h"

namespace eenet::theory {
namespace {

RewardNorm norm_of(StoredKernel& kernel, const Eigen::VectorXd& rewards) {
  const Measured smallest = smallest_eigenvalue(kernel).value;
  return reward_norm(kernel, rewards, smallest, largest_eigenvalue(kernel));
}

Eigen::VectorXd random_rewards(Eigen::Index size, std::uint64_t index) {
  Rng rng(20220425, "rewards", index);
  Eigen::VectorXd rewards(size);
  for (double& reward : rewards) reward = rng.uniform();
  return rewards;
}

Wide exact_norm(const WideMatrix& matrix, const Eigen::VectorXd& rewards) {
  const WideVector h = rewards.cast<Wide>();
  const Eigen::LLT<WideMatrix> factor(matrix);
  return sqrt(2 * h.dot(WideVector(factor.solve(h))));
}

TEST(RewardNorm, EnclosesTheExactOne) {
  for (std::uint64_t i = 0; i < 30; ++i) {
    const auto size = static_cast<Eigen::Index>(1 + i);
    const WideMatrix exact = random_gram(size, size + 2, 0.0, 900 + i);
    StoredKernel kernel(rounded(exact));
    const Eigen::VectorXd rewards = random_rewards(size, i);
    const RewardNorm norm = norm_of(kernel, rewards);
    expect_certified(norm.value, exact_norm(exact, rewards));
    const std::vector<Wide> eigenvalues = exact_eigenvalues(exact);
    expect_certified(norm.condition, eigenvalues.back() / eigenvalues.front());
    // The error of entries is all that is left: x^T E x against x^T H x.
    const auto n = static_cast<double>(size);
    EXPECT_LE(norm.value.upper - norm.value.lower,
              norm.value.value * 16 * n * kUnitRoundoff * norm.condition.upper);
  }
}

TEST(RewardNorm, EnclosesItWhereTheConditionIsBad) {
  for (const char* smallest : {"1e-4", "1e-7", "1e-9"}) {
    std::vector<Wide> eigenvalues(20, Wide(1));
    eigenvalues[0] = Wide(smallest);
    const WideMatrix exact = with_eigenvalues(eigenvalues, 4);
    StoredKernel kernel(rounded(exact));
    const Eigen::VectorXd rewards = random_rewards(20, 50);
    const RewardNorm norm = norm_of(kernel, rewards);
    expect_certified(norm.value, exact_norm(exact, rewards));
    EXPECT_LT(norm.value.upper, kInfinity);
  }
}

TEST(RewardNorm, AllowsForTheErrorsOfTheEntries) {
  constexpr double kError = 1e-8;
  int missed_without = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const WideMatrix exact = random_gram(10, 20, 0.0, 1000 + i);
    const Eigen::MatrixXd matrix = perturbed(exact, kError, i);
    const Eigen::VectorXd rewards = random_rewards(10, 100 + i);
    const Wide truth = exact_norm(exact, rewards);
    StoredKernel kernel(matrix, kError);
    expect_certified(norm_of(kernel, rewards).value, truth);
    StoredKernel believed(matrix, kUnitRoundoff);
    const Measured naive = norm_of(believed, rewards).value;
    if (truth < Wide(naive.lower) || truth > Wide(naive.upper)) ++missed_without;
  }
  EXPECT_GT(missed_without, 10);
}

// H = A A^T of rank 5; rewards A c are in its range, rewards of uniform numbers are not.
TEST(RewardNorm, IsInfiniteOnlyForRewardsOutsideTheRange) {
  const WideMatrix exact = random_gram(20, 5, 0.0, 21);
  StoredKernel kernel(rounded(exact));
  const RewardNorm outside = norm_of(kernel, random_rewards(20, 3));
  EXPECT_TRUE(outside.leaves_range);
  EXPECT_EQ(outside.value.value, kInfinity);
  EXPECT_EQ(outside.value.upper, kInfinity);
  EXPECT_GT(outside.value.lower, 1e3);

  const Eigen::VectorXd inside = rounded(exact).col(0);  // H e_1: h^T H^+ h = H_11
  const RewardNorm norm = norm_of(kernel, inside);
  EXPECT_FALSE(norm.leaves_range);
  EXPECT_LE(Wide(norm.value.lower), sqrt(2 * exact(0, 0)));
  EXPECT_NEAR(norm.value.value, std::sqrt(2.0 * inside[0]), 1e-6);
  EXPECT_EQ(norm.value.upper, kInfinity);
  EXPECT_EQ(norm.condition.upper, kInfinity);
}

TEST(RewardNorm, OfNoRewardsIsZero) {
  StoredKernel kernel(Eigen::MatrixXd::Identity(3, 3));
  const RewardNorm norm = norm_of(kernel, Eigen::VectorXd::Zero(3));
  EXPECT_EQ(norm.value.basis, Basis::kExact);
  EXPECT_EQ(norm.value.value, 0.0);
}

TEST(RewardNorm, RefusesRewardsThatDoNotFit) {
  StoredKernel kernel(Eigen::MatrixXd::Identity(3, 3));
  EXPECT_THROW(norm_of(kernel, Eigen::VectorXd::Zero(2)), std::invalid_argument);
  EXPECT_THROW(norm_of(kernel, Eigen::VectorXd::Constant(3, kInfinity)), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
