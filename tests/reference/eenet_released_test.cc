// `eenet-released`: its networks against a plain writing with numerical derivatives, and the rules
// that the description of the public code gives.
#include <gtest/gtest.h>

#include <cmath>

#include "reference/interaction.h"
#include "reference/models/released_networks.h"
#include "reference/registry.h"
#include "tests/refusal.h"

namespace eenet {
namespace {

// f2 from the flat parameters, written from the header's formula.
double plain_f2(const Eigen::VectorXd& theta, const Eigen::VectorXd& phi, Eigen::Index hidden) {
  const Eigen::Index filtered = (phi.size() - 100) / 50 + 1;
  const double* filter = theta.data();
  const double* weights = filter + 101;
  const double* biases = weights + hidden * filtered;
  const double* last = biases + hidden;
  double value = last[hidden];
  for (Eigen::Index j = 0; j < hidden; ++j) {
    double z = biases[j];
    for (Eigen::Index i = 0; i < filtered; ++i) {
      double c = filter[100];
      for (Eigen::Index k = 0; k < 100; ++k) c += filter[k] * phi[50 * i + k];
      z += weights[j * filtered + i] * c;
    }
    value += last[j] * (z > 0.0 ? z : 0.0);
  }
  return value;
}

Eigen::VectorXd random_vector(Rng& rng, Eigen::Index size) {
  Eigen::VectorXd v(size);
  for (double& entry : v) entry = rng.normal();
  return v;
}

TEST(ReleasedExploration, IsTheFormulaOfItsHeader) {
  Rng rng(1, "test");
  ReleasedExploration net(230, 6);  // three places of the filter, the last 30 inputs unused
  net.initialise(rng);
  const Eigen::VectorXd phi = random_vector(rng, 230);
  EXPECT_EQ(net.parameter_count(), 101 + 6 * 3 + 6 + 6 + 1);
  EXPECT_NEAR(net(phi), plain_f2(net.parameters(), phi, 6), 1e-13);
}

// The first step of Adam is eta g / (|g| + epsilon'), epsilon' tiny: eta times the sign of g, which
// a difference quotient of the loss has.
TEST(ReleasedExploration, StepsAgainstTheSlopeOfItsLoss) {
  Rng rng(2, "test");
  ReleasedExploration net(150, 5);
  net.initialise(rng);
  const Eigen::VectorXd phi = random_vector(rng, 150);
  const Eigen::VectorXd before = net.parameters();
  const double target = 0.3;
  const double decay = 0.01;
  net.restart(0.001, decay);
  const double value = net(phi);
  EXPECT_EQ(net.step(phi, target), value);
  const Eigen::VectorXd after = net.parameters();
  int moved = 0;
  for (Eigen::Index i = 0; i < before.size(); ++i) {
    const auto loss = [&](double by) {
      Eigen::VectorXd theta = before;
      theta[i] += by;
      const double error = plain_f2(theta, phi, 5) - target;
      return error * error + 0.5 * decay * theta[i] * theta[i];
    };
    const double slope = (loss(1e-5) - loss(-1e-5)) / 2e-5;
    if (std::abs(slope) < 1e-4) continue;  // a unit that is off, moved by its decay alone
    EXPECT_NEAR(after[i] - before[i], slope > 0.0 ? -0.001 : 0.001, 1e-6) << i;
    ++moved;
  }
  EXPECT_GT(moved, 50);
}

// Constant gradients keep Adam's quotient at 1 from step to step.
TEST(AdamStep, KeepsItsPaceUnderAConstantGradient) {
  AdamTensor tensor = {Eigen::MatrixXd::Zero(1, 1), Eigen::MatrixXd::Ones(1, 1),
                       Eigen::MatrixXd::Zero(1, 1), Eigen::MatrixXd::Zero(1, 1)};
  double power1 = 1.0;
  double power2 = 1.0;
  for (int k = 1; k <= 5; ++k) {
    AdamStep step;
    power1 *= step.beta1;
    power2 *= step.beta2;
    step.rate = 0.1 / (1.0 - power1);
    step.root = std::sqrt(1.0 - power2);
    adam_step(step, 7.0, tensor);
    EXPECT_NEAR(tensor.value(0, 0), -0.1 * k, 1e-8);
  }
}

// theta1 = (W1 = (1, 2; -1, 1), b1 = (1/2, 0), W2 = (2, 3), b2 = 1/4), x = (1, 1): the units are
// 7/2 and 0, f1 = 29/4. Gradient: (2, 2, 0, 0), (2, 0), (7/2, 0), 1.
TEST(ReleasedExploitation, DoesWhatIsWorkedOutByHand) {
  ReleasedExploitation net(2, 2);
  net.set_parameters((Eigen::VectorXd(9) << 1, 2, -1, 1, 0.5, 0, 2, 3, 0.25).finished());
  ReleasedExploitation::Pass pass;
  pass.input = Eigen::VectorXd::Ones(2);
  net.differentiate(pass);
  EXPECT_EQ(pass.value, 7.25);
  Eigen::VectorXd means;
  ReleasedExploitation::pool_gradient(pass, 1, means);
  EXPECT_EQ(means, (Eigen::VectorXd(9) << 2, 2, 0, 0, 2, 0, 3.5, 0, 1).finished());
  ReleasedExploitation::pool_gradient(pass, 4, means);  // the last block has 1 and three zeros
  EXPECT_EQ(means, (Eigen::VectorXd(3) << 1, 1.375, 0.25).finished());
  // c = 2^-4 * 2 * (7.25 - 3.25) = 1/2.
  net.step(pass, 3.25, 0x1p-4);
  EXPECT_EQ(net.parameters(),
            (Eigen::VectorXd(9) << 0, 1, -1, 1, -0.5, 0, 0.25, 3, -0.25).finished());
}

TEST(ReleasedNetworks, StartUniformWithinTheRootOfTheirInputs) {
  ReleasedExploitation net(25, 100);
  Rng rng(3, "test");
  net.initialise(rng);
  const Eigen::VectorXd theta = net.parameters();
  EXPECT_LE(theta.head(2600).cwiseAbs().maxCoeff(), 0.2);
  EXPECT_GT(theta.head(2600).cwiseAbs().maxCoeff(), 0.199);
  EXPECT_LE(theta.tail(101).cwiseAbs().maxCoeff(), 0.1);
  EXPECT_GT(theta.tail(101).cwiseAbs().maxCoeff(), 0.095);
}

// The rules of the rounds, seen from outside: the weight of f2 falls tenfold after round 1001, the
// label is (r - f1) + 1, and networks move only after rounds with training.
TEST(EeNetReleased, KeepsTheRulesOfItsRounds) {
  const auto environment = make_environment(Spec::parse("linear:dim=4,arms=3,noise=bernoulli"), {});
  const auto policy =
      make_policy(Spec::parse("eenet-released:hidden=20,steps=5"), *environment, {4, {}});
  std::vector<Eigen::VectorXd> before = policy->parameters();
  Round round;
  Choice choice;
  for (std::uint64_t t = 1; t <= 1205; ++t) {
    environment->observe(t, round);
    policy->choose(t, round.contexts, choice);
    const double reward = round.rewards[choice.arm];
    const double f1 = choice.exploitation_scores[choice.arm];
    EXPECT_EQ(policy->learn(reward), (reward - f1) + 1.0);
    const std::vector<Eigen::VectorXd> after = policy->parameters();
    const bool trains = t <= 1000 ? (t - 1) % 10 == 0 : (t - 1) % 100 == 0;
    EXPECT_EQ(after != before, trains) << t;
    before = after;
  }
}

TEST(EeNetReleased, WeighsF2LessAfterRound1001) {
  const auto environment = make_environment(Spec::parse("two-arms"), {});
  const auto policy = make_policy(Spec::parse("eenet-released:hidden=40"), *environment, {4, {}});
  Choice early;
  Choice late;
  policy->choose(1001, Eigen::MatrixXd::Identity(2, 2), early);
  policy->choose(1002, Eigen::MatrixXd::Identity(2, 2), late);
  EXPECT_EQ(early.exploitation_scores, late.exploitation_scores);
  for (Eigen::Index i = 0; i < 2; ++i)
    EXPECT_DOUBLE_EQ(early.exploration_scores[i], 10.0 * late.exploration_scores[i]);
}

// A round with reward 0 teaches f2 the other arms too, until round 1000: then the next training
// has other samples. With one arm there are no others.
TEST(EeNetReleased, TeachesTheOtherArmsAfterAnEarlyZero) {
  const auto trained = [](double reward, Eigen::Index arms, std::uint64_t t) {
    const auto environment = make_environment(Spec::parse("linear:dim=4,arms=3"), {});
    const auto policy =
        make_policy(Spec::parse("eenet-released:hidden=20,steps=6"), *environment, {4, {}});
    Round round;
    environment->observe(1, round);
    Choice choice;
    policy->choose(t, round.contexts.leftCols(arms), choice);
    policy->learn(reward);
    return policy->parameters()[1];
  };
  // Of three samples of one round f2 makes six steps on all of them, not on the arm played alone.
  const double tiny = 0x1p-1000;  // no zero, but the same label to the last bit
  EXPECT_NE(trained(0.0, 3, 1), trained(tiny, 3, 1));
  EXPECT_EQ(trained(0.0, 3, 1001), trained(tiny, 3, 1001));
  EXPECT_EQ(trained(0.0, 1, 1), trained(tiny, 1, 1));
}

TEST(EeNetReleased, RefusesBadSettingsInASentence) {
  const auto refusal = [](const std::string& method) {
    return refusal_of<std::invalid_argument>([&] {
      const auto environment = make_environment(Spec::parse("linear:dim=20"), {});
      make_policy(Spec::parse(method), *environment, {});
    });
  };
  EXPECT_EQ(refusal("eenet-released"), "accepted");
  EXPECT_EQ(refusal("eenet-released:pool=50"),
            "eenet-released: the pooled gradient has 45 entries, expected at least the 100 of the "
            "convolution: a smaller pool or more hidden units");
  EXPECT_EQ(refusal("eenet-released:decay=2"),
            "method eenet-released: decay=2, expected a number from 0 to 1");
  EXPECT_EQ(refusal("eenet-released:width=9"),
            "method eenet-released has no key 'width', expected one of hidden, pool, eta1, eta2, "
            "decay, steps");
}

}  // namespace
}  // namespace eenet
