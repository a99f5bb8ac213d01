// `neural-epsilon`, `neural-epsilon-decay`, `neural-ucb`, `neural-ts`: small numbers worked out by
// hand, and what they refuse.
#include <gtest/gtest.h>

#include <cmath>

#include "reference/interaction.h"
#include "reference/models/anchor.h"
#include "reference/models/gradient_covariance.h"
#include "reference/registry.h"
#include "reference/rng.h"
#include "tests/refusal.h"

namespace eenet {
namespace {

Eigen::VectorXd vector_of(std::initializer_list<double> entries) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(entries.size()));
  Eigen::Index i = 0;
  for (const double entry : entries) v[i++] = entry;
  return v;
}

std::vector<Eigen::Index> arms_played(const std::string& method, std::uint64_t rounds = 60) {
  const auto environment = make_environment(Spec::parse("cosine:dim=3,arms=4"), {});
  const auto policy = make_policy(Spec::parse(method), *environment, {5, {}});
  std::vector<Eigen::Index> arms;
  play(*environment, *policy, rounds, [&](const PlayedRound& played) {
    arms.push_back(played.choice.arm);
    return true;
  });
  return arms;
}

TEST(NeuralEpsilon, IsGreedyAtZeroAndRandomAtOne) {
  EXPECT_EQ(arms_played("neural-epsilon:width=8,epsilon=0"), arms_played("greedy:width=8"));
  EXPECT_EQ(arms_played("neural-epsilon:width=8,epsilon=0,schedule=replay"),
            arms_played("greedy:width=8,schedule=replay"));
  std::vector<Eigen::Index> expected;
  for (std::uint64_t t = 1; t <= 60; ++t) {
    Rng rng(5, "policy", t);
    rng.uniform();
    expected.push_back(static_cast<Eigen::Index>(rng.below(4)));
  }
  EXPECT_EQ(arms_played("neural-epsilon:width=8,epsilon=1"), expected);
}

// epsilon0 / (1 + sqrt(t)) is 1/2, 1/(1 + 1.41...), ... for epsilon0 = 1.
TEST(NeuralEpsilonDecay, ExploresLessAndLess) {
  const std::vector<Eigen::Index> greedy = arms_played("greedy:width=8,eta1=1e-300", 4000);
  const std::vector<Eigen::Index> decaying =
      arms_played("neural-epsilon-decay:width=8,epsilon0=1,eta1=1e-300", 4000);
  double expected = 0.0;  // draws below epsilon
  for (std::uint64_t t = 1; t <= 4000; ++t) {
    const bool explores =
        Rng(5, "policy", t).uniform() < 1.0 / (1.0 + std::sqrt(static_cast<double>(t)));
    expected += explores ? 1.0 : 0.0;
    if (!explores) {
      EXPECT_EQ(decaying[t - 1], greedy[t - 1]) << t;
    }
  }
  EXPECT_GT(expected, 50.0);
  EXPECT_LT(expected, 200.0);
}

// Width 1, theta = (1, 1/2 | 1/2), lambda = 4, nu = 2. At e_1: f1 = 1/2, g = (1/2, 0 | 1); at e_2:
// f1 = 1/4, g = (0, 1/2 | 1/2). Squares: (1/4 + 1)/4 = 5/16 and (1/4 + 1/4)/4 = 1/8.
struct FirstRound {
  explicit FirstRound(const std::string& method)
      : environment(make_environment(Spec::parse("two-arms"), {})),
        policy(make_policy(Spec::parse(method + ":width=1,lambda=4,nu=2,eta1=1e-300"), *environment,
                           {7, {vector_of({1, 0.5, 0.5})}})) {}

  const Choice& choose(std::uint64_t t) {
    policy->choose(t, Eigen::MatrixXd::Identity(2, 2), choice);
    return choice;
  }

  std::unique_ptr<Environment> environment;
  std::unique_ptr<Policy> policy;
  Choice choice;
};

TEST(NeuralUcb, DoesWhatIsWorkedOutByHand) {
  FirstRound round("neural-ucb");
  const Choice& choice = round.choose(1);
  EXPECT_EQ(choice.exploitation_scores, vector_of({0.5, 0.25}));
  EXPECT_DOUBLE_EQ(choice.exploration_scores[0], 2.0 * std::sqrt(5.0 / 16));
  EXPECT_DOUBLE_EQ(choice.exploration_scores[1], 2.0 * std::sqrt(1.0 / 8));
  ASSERT_EQ(choice.arm, 0);
  round.policy->learn(1.0);
  // U = (17/4, 4 | 5): at e_2 the square is 1/16 + 1/20. The rate is too small to move f1.
  round.choose(2);
  EXPECT_DOUBLE_EQ(choice.exploration_scores[1], 2.0 * std::sqrt(1.0 / 16 + 1.0 / 20));
  EXPECT_EQ(round.policy->parameters().at(0), vector_of({1, 0.5, 0.5}));
}

TEST(NeuralTs, DrawsEachArmByItself) {
  FirstRound round("neural-ts");
  const Choice& choice = round.choose(3);
  Rng rng(7, "policy", 3);
  const double z1 = rng.normal();
  const double z2 = rng.normal();
  EXPECT_DOUBLE_EQ(choice.exploration_scores[0], 2.0 * std::sqrt(4.0 * 5 / 16) * z1);
  EXPECT_DOUBLE_EQ(choice.exploration_scores[1], 2.0 * std::sqrt(4.0 * 1 / 8) * z2);
}

// Gradients (1, 1) and then (1, 0), lambda = 1: the whole U is [2 1; 1 2], its inverse has 2/3 on
// the diagonal where the diagonal alone gives 1/2.
TEST(GradientCovariance, WholeKnowsWhatTheDiagonalDoesNot) {
  const SparseGradient both = {{0, 1}, {1.0, 1.0}};
  const std::vector<SparseGradient> asked = {{{0}, {1.0}}, {{}, {}}};
  Eigen::VectorXd squares;
  const auto diagonal = diagonal_covariance(2, 1.0);
  diagonal->add(both);
  diagonal->weigh(asked, squares);
  EXPECT_EQ(squares, vector_of({0.5, 0.0}));
  const auto full = full_covariance(2, 1.0);
  full->add(both);
  full->weigh(asked, squares);
  EXPECT_DOUBLE_EQ(squares[0], 2.0 / 3.0);
  EXPECT_EQ(squares[1], 0.0);
}

TEST(GradientCovariance, TakesTheGradientInItsLayout) {
  Rng rng(1, "test");
  const Mlp net = Mlp::initialised({3, 5, 3}, rng);
  const Eigen::VectorXd x = vector_of({0.6, 0.0, -0.8});
  ForwardPass pass;
  BackwardPass back;
  net.forward(x, pass);
  backward(net, pass, back);
  SparseGradient sparse;
  collect_gradient(pass, back, sparse);
  Eigen::VectorXd dense = Eigen::VectorXd::Zero(net.shape().parameter_count());
  for (std::size_t i = 0; i < sparse.places.size(); ++i) dense[sparse.places[i]] = sparse.values[i];
  EXPECT_EQ(dense, gradient(net, x));
  EXPECT_LT(sparse.places.size(), static_cast<std::size_t>(dense.size()));
}

// theta loses eta a (theta - theta_0) = 1/8 of the way back, whatever the step does.
TEST(Anchor, PullsTowardTheStartThatWasFrozen) {
  Rng rng(1, "test");
  Mlp net = Mlp::initialised({1, 1, 2}, rng);
  net.set_parameters(vector_of({1, 2}));
  const Anchor anchor(net, 0.5);
  net.set_parameters(vector_of({9, 2}));
  anchor.pull(net, 0.25);
  EXPECT_EQ(net.parameters(), vector_of({8, 2}));
  anchor.pull(net, 0.25);
  EXPECT_EQ(net.parameters(), vector_of({7.125, 2}));
}

TEST(Anchor, ActsInBothSchedules) {
  for (const std::string schedule : {"online", "replay"}) {
    const std::string method = "neural-ucb:width=4,schedule=" + schedule;
    EXPECT_NE(arms_played(method + ",anchor=0.5"), arms_played(method)) << schedule;
  }
}

std::string refusal(const std::string& method, const std::string& environment = "two-arms") {
  return refusal_of<std::invalid_argument>([&] {
    const auto world = make_environment(Spec::parse(environment), {});
    make_policy(Spec::parse(method), *world, {});
  });
}

TEST(NeuralPolicies, RefuseBadSettingsInASentence) {
  EXPECT_EQ(refusal("neural-epsilon:epsilon=1.5"),
            "method neural-epsilon: epsilon=1.5, expected a number from 0 to 1");
  EXPECT_EQ(refusal("neural-epsilon-decay:epsilon0=-1"),
            "method neural-epsilon-decay: epsilon0=-1, expected a number from 0 to 1");
  EXPECT_EQ(refusal("neural-ucb:covariance=block"),
            "method neural-ucb: covariance=block, expected one of diagonal, full");
  EXPECT_EQ(refusal("neural-ts:anchor=-1"),
            "method neural-ts: anchor=-1, expected a number from 0 to 1e+06");
  EXPECT_EQ(refusal("neural-ucb:covariance=full", "linear:dim=200"),
            "covariance=full: the network has 20100 parameters, expected at most 16384, or "
            "covariance=diagonal");
  EXPECT_EQ(refusal("neural-ucb", "linear:dim=200"), "accepted");
}

}  // namespace
}  // namespace eenet
