// `linucb`, `lints`, `kernelucb`, `kernelts`, `ntk-ucb`: small numbers worked out by hand, and what
// they refuse. The properties in verify/methods/ hold them against their textbook forms.
#include <gtest/gtest.h>

#include <cmath>

#include "reference/models/kernels.h"
#include "reference/registry.h"
#include "reference/rng.h"
#include "tests/refusal.h"

namespace eenet {
namespace {

struct Player {
  explicit Player(const std::string& method, std::uint64_t seed = 3)
      : environment(make_environment(Spec::parse("linear:dim=2,arms=2"), {})),
        policy(make_policy(Spec::parse(method), *environment, {seed, {}})) {}

  const Choice& choose(std::uint64_t t, const Eigen::MatrixXd& contexts) {
    policy->choose(t, contexts, choice);
    return choice;
  }

  std::unique_ptr<Environment> environment;
  std::unique_ptr<Policy> policy;
  Choice choice;
};

Eigen::MatrixXd columns(double a, double b, double c, double d) {
  return (Eigen::MatrixXd(2, 2) << a, c, b, d).finished();
}

// lambda = 16. At (3, 0) and (0, 1) the bonuses are 2 * 3/4 and 2 * 1/4. After (3, 0) with reward
// 1, A = diag(25, 16) and b = (3, 0): at (5, 0) the estimate is 15/25, the bonus 2 * 5/5.
TEST(LinUcb, DoesWhatIsWorkedOutByHand) {
  Player player("linucb:lambda=16,alpha=2");
  const Choice& choice = player.choose(1, columns(3, 0, 0, 1));
  EXPECT_EQ(choice.exploitation_scores, Eigen::VectorXd::Zero(2));
  EXPECT_EQ(choice.exploration_scores, (Eigen::VectorXd(2) << 1.5, 0.5).finished());
  EXPECT_EQ(choice.arm, 0);
  player.policy->learn(1.0);
  player.choose(2, columns(0, 1, 5, 0));
  EXPECT_DOUBLE_EQ(choice.exploitation_scores[1], 0.6);
  EXPECT_DOUBLE_EQ(choice.exploration_scores[1], 2.0);
  EXPECT_EQ(choice.exploration_scores[0], 0.5);
  EXPECT_EQ(choice.arm, 1);
  EXPECT_TRUE(player.policy->parameters().empty());
}

// Before anything is learned theta~ is nu / sqrt(lambda) z, with z from the stream `policy`.
TEST(LinTs, DrawsOneParameterPerRound) {
  Player player("lints:lambda=4,nu=3");
  const Choice& choice = player.choose(5, columns(1, 0, 2, 2));
  Rng rng(3, "policy", 5);
  const double z1 = rng.normal();
  const double z2 = rng.normal();
  EXPECT_DOUBLE_EQ(choice.exploration_scores[0], 1.5 * z1);
  EXPECT_DOUBLE_EQ(choice.exploration_scores[1], 3.0 * (z1 + z2));
}

// The linear kernel, lambda = 16, nu = 2: at (3, 0) the bonus is 2/4 sqrt(9). After it with reward
// 1, at (5, 0): k = 15, K + lambda = 25, estimate 15/25, bonus 2/4 sqrt(25 - 225/25) = 2.
TEST(KernelUcb, DoesWhatIsWorkedOutByHand) {
  Player player("kernelucb:kernel=linear,lambda=16,nu=2");
  const Choice& choice = player.choose(1, columns(3, 0, 0, 1));
  EXPECT_EQ(choice.exploration_scores, (Eigen::VectorXd(2) << 1.5, 0.5).finished());
  player.policy->learn(1.0);
  player.choose(2, columns(0, 1, 5, 0));
  EXPECT_DOUBLE_EQ(choice.exploitation_scores[1], 0.6);
  EXPECT_DOUBLE_EQ(choice.exploration_scores[1], 2.0);
}

TEST(KernelUcb, StopsAddingAtItsLimit) {
  Player stopped("kernelucb:limit=3");
  Player going("kernelucb:limit=4");
  for (std::uint64_t t = 1; t <= 6; ++t) {
    const auto angle = 0.3 * static_cast<double>(t);
    const Eigen::MatrixXd contexts = columns(std::cos(angle), std::sin(angle), 1, 0);
    stopped.choose(t, contexts);
    going.choose(t, contexts);
    const bool same = stopped.choice.exploration_scores == going.choice.exploration_scores;
    EXPECT_EQ(same, t <= 4) << t;
    stopped.policy->learn(0.5);
    going.policy->learn(0.5);
  }
}

// Equal arms have equal draws: nothing is left open between them.
TEST(KernelTs, DrawsTheArmsOfARoundTogether) {
  Player player("kernelts:lambda=0.5");
  for (std::uint64_t t = 1; t <= 5; ++t) {
    const Choice& choice = player.choose(t, columns(0.6, 0.8, 0.6, 0.8));
    EXPECT_NEAR(choice.exploration_scores[0], choice.exploration_scores[1], 1e-15);
    EXPECT_EQ(choice.exploitation_scores[0], choice.exploitation_scores[1]);
    player.policy->learn(1.0);
  }
}

TEST(Kernels, HaveValuesWorkedOutByHand) {
  const Eigen::VectorXd e1 = Eigen::VectorXd::Unit(2, 0);
  const Eigen::VectorXd e2 = Eigen::VectorXd::Unit(2, 1);
  EXPECT_EQ(rbf_kernel(0.5, e1, e1), 1.0);
  EXPECT_DOUBLE_EQ(rbf_kernel(0.5, e1, e2), std::exp(-1.0));
  // Diagonal (M + 2)/2; at a right angle Sigma^1 = H^1 = 1/pi; scaled by both norms.
  EXPECT_DOUBLE_EQ(ntk_kernel(1, e1, e1), 1.5);
  EXPECT_DOUBLE_EQ(ntk_kernel(2, e2, e2), 2.0);
  EXPECT_DOUBLE_EQ(ntk_kernel(1, e1, e2), 1.0 / std::acos(-1.0));
  EXPECT_DOUBLE_EQ(ntk_kernel(1, 2.0 * e1, -3.0 * e2), 6.0 / std::acos(-1.0));
  EXPECT_NEAR(ntk_kernel(1, e1, -e1), 0.0, 1e-15);
  EXPECT_EQ(ntk_kernel(1, 0.0 * e1, e2), 0.0);
  EXPECT_THROW(ntk_kernel(0, e1, e2), std::invalid_argument);
}

std::string refusal(const std::string& method) {
  return refusal_of<std::invalid_argument>([&] { Player player(method); });
}

TEST(RidgePolicies, RefuseBadSettingsInASentence) {
  EXPECT_EQ(refusal("linucb:alpha=-1"),
            "method linucb: alpha=-1, expected a number from 0 to 1e+06");
  EXPECT_EQ(refusal("lints:lambda=0"),
            "method lints: lambda=0, expected a number from 1e-100 to 1e+100");
  EXPECT_EQ(refusal("kernelucb:limit=0"),
            "method kernelucb: limit=0, expected a whole number from 1 to 32768");
  EXPECT_EQ(refusal("kernelts:kernel=cubic"),
            "method kernelts: kernel=cubic, expected one of rbf, linear");
  EXPECT_EQ(refusal("kernelucb:kernel=linear,gamma=2"),
            "method kernelucb: gamma=2, expected it only with kernel=rbf");
  EXPECT_EQ(refusal("kernelucb:gamma=nan"),
            "method kernelucb: gamma=nan, expected a finite number above 0");
  EXPECT_EQ(refusal("ntk-ucb:levels=three"),
            "method ntk-ucb: levels=three, expected one of corrected, printed");
  EXPECT_EQ(refusal("ntk-ucb"), "accepted");
}

TEST(RidgePolicies, RefuseAnEmptyRound) {
  Player player("linucb");
  EXPECT_THROW(player.choose(1, Eigen::MatrixXd(2, 0)), std::invalid_argument);
}

}  // namespace
}  // namespace eenet
