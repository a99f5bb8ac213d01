// Ridge regression in blocks is ridge regression in one dense factor, to the bit.
#include "reference/models/block_ridge.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "reference/rng.h"

namespace eenet {
namespace {

// Zero but for some coordinates of one of three groups, now and then of two.
Eigen::VectorXd random_context(Rng& rng, Eigen::Index dim) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(dim);
  const std::uint64_t first = rng.below(3);
  const std::uint64_t second = rng.below(8) == 0 ? rng.below(3) : first;
  for (Eigen::Index k = 0; k < dim; ++k) {
    const auto group = static_cast<std::uint64_t>(k % 3);
    if ((group == first || group == second) && rng.below(3) > 0) x[k] = rng.normal();
  }
  return x;
}

RC_GTEST_PROP(BlockRidge, IsTheDenseFactorToTheBit, (std::uint64_t seed)) {
  Rng rng(seed, "test");
  const auto dim = static_cast<Eigen::Index>(1 + rng.below(20));
  BlockRidge blocks(dim, 0.25);
  CholeskyFactor dense(dim, 0.25);
  Eigen::VectorXd solution = Eigen::VectorXd::Zero(dim);
  Eigen::VectorXd y;
  for (int round = 0; round < 25; ++round) {
    const Eigen::VectorXd asked = random_context(rng, dim);
    Eigen::MatrixXd expected = asked;
    dense.substitute(expected);
    blocks.solve(asked, y);
    RC_ASSERT(y == expected.col(0));  // as numbers: a zero may have either sign
    Eigen::VectorXd played = random_context(rng, dim);
    const double reward = rng.uniform();
    blocks.learn(played, reward);
    dense.add_square(played, solution, reward);
    RC_ASSERT(blocks.solution() == solution);
  }
}

// MNIST: ten blocks, of which a context fills a part of one.
TEST(BlockRidge, KeepsIndependentBlocksApart) {
  BlockRidge ridge(7840, 0.5);
  for (Eigen::Index arm = 0; arm < 10; ++arm) {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(7840);
    x.segment(784 * arm + 100, 150).setConstant(0.1);
    ridge.learn(x, 1.0);
    x.setZero();
    x.segment(784 * arm + 200, 150).setConstant(0.1);
    ridge.learn(x, 0.0);
  }
  EXPECT_EQ(ridge.largest_block(), 250);
}

TEST(BlockRidge, RefusesAContextOfAnotherSize) {
  BlockRidge ridge(3, 1.0);
  Eigen::VectorXd y;
  EXPECT_THROW(ridge.solve(Eigen::VectorXd::Ones(4), y), std::invalid_argument);
  EXPECT_THROW(ridge.learn(Eigen::VectorXd::Ones(2), 1.0), std::invalid_argument);
  EXPECT_THROW(BlockRidge(3, 0.0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet
