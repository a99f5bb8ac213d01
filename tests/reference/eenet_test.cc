// Three rounds of Algorithm 1, twice, worked out by hand.
//
// Both networks have depth 2 and width 1. The arms are always e_1 (h = 1/4) and e_2 (h = 1). phi is
// a projection to one number, which normalises to +1 or -1. Then every number is a sum of powers of
// two and nothing is rounded.
//
// theta1 = (w1, w2 | v) with f1(e_1) = v w1, f1(e_2) = v w2 while these are positive; the gradient
// of f1 is (v, 0, w1) at e_1 and (0, v, w2) at e_2. theta2 = (w | v) with f2(1) = v w, f2(-1) = 0.
// A step with c = eta (f - target) takes c v from the w of the played input and c w from v.
#include "reference/eenet.h"

#include <gtest/gtest.h>

#include "reference/gradient_features/random_projection.h"
#include "reference/interaction.h"
#include "reference/registry.h"

namespace eenet {
namespace {

Eigen::VectorXd vector_of(std::initializer_list<double> entries) {
  Eigen::VectorXd v(static_cast<Eigen::Index>(entries.size()));
  Eigen::Index i = 0;
  for (const double entry : entries) v[i++] = entry;
  return v;
}

struct Seen {
  Eigen::VectorXd f1;
  Eigen::VectorXd f2;
  Eigen::Index arm;
  double label;
};

struct ThreeRounds {
  std::vector<Seen> seen;
  RunOutcome outcome;
};

// The seed decides the three signs of the projection, which have to be these.
ThreeRounds three_rounds(const std::string& rates, std::uint64_t seed, const Eigen::VectorXd& signs,
                         const Eigen::VectorXd& theta1, const Eigen::VectorXd& theta2) {
  EXPECT_EQ(RandomProjection(3, 1, seed).matrix(), signs.transpose())
      << "the seed does not fit the comment";
  const auto environment = make_environment(Spec::parse("two-arms:low=0.25"), {});
  const auto policy = make_policy(Spec::parse("eenet:width=1,k=1," + rates), *environment,
                                  {seed, {theta1, theta2}});
  ThreeRounds three;
  three.outcome = play(*environment, *policy, 3, [&three](const PlayedRound& played) {
    three.seen.push_back({played.choice.exploitation_scores, played.choice.exploration_scores,
                          played.choice.arm, played.label.value()});
    return true;
  });
  return three;
}

// eta1 = eta2 = 1/2, signs (+, +, +): no gradient entry is ever negative, so phi = 1 throughout.
// Start: theta1 = (1, 1/2 | 1/2), theta2 = (1 | 1/2).
// Round 1. f1 = (1/2, 1/4), f2 = 1/2 for both: play e_1, r = 1/4, label = 1/4 - 1/2 = -1/4.
//   f1: c = 1/8: w1 = 1 - 1/16 = 15/16, v = 1/2 - 1/8 = 3/8.
//   f2: c = (1/2 + 1/4)/2 = 3/8: w = 1 - 3/16 = 13/16, v = 1/2 - 3/8 = 1/8.
// Round 2. f1 = (45/128, 24/128), f2 = 13/128: play e_1, label = 32/128 - 45/128 = -13/128.
//   f1: c = 13/256: w1 = 15/16 - 39/2048 = 1881/2048, v = 3/8 - 195/4096 = 1341/4096.
//   f2: c = 13/128: w = 13/16 - 13/1024 = 819/1024, v = 1/8 - 169/2048 = 87/2048.
// Round 3. f1 = (2522421, 1373184)/2^23, f2 = 285012/2^23: play e_1,
//   label = (2097152 - 2522421)/2^23 = -425269/2^23.
//   f1: c = 425269/2^24: w1 = 1881/2^11 - 425269*1341/2^36, v = 1341/2^12 - 425269*1881/2^35.
//   f2: c = (285012 + 425269)/2^24 = 710281/2^24:
//       w = 819/2^10 - 710281*87/2^35, v = 87/2^11 - 710281*819/2^34.
TEST(AlgorithmOne, DoesWhatIsWorkedOutByHand) {
  const auto [seen, outcome] = three_rounds("eta1=0.5,eta2=0.5", 13, vector_of({1, 1, 1}),
                                            vector_of({1, 0.5, 0.5}), vector_of({1, 0.5}));
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[0].f1, vector_of({0.5, 0.25}));
  EXPECT_EQ(seen[0].f2, vector_of({0.5, 0.5}));
  EXPECT_EQ(seen[0].arm, 0);
  EXPECT_EQ(seen[0].label, -0.25);

  EXPECT_EQ(seen[1].f1, vector_of({45.0 / 128, 24.0 / 128}));
  EXPECT_EQ(seen[1].f2, vector_of({13.0 / 128, 13.0 / 128}));
  EXPECT_EQ(seen[1].arm, 0);
  EXPECT_EQ(seen[1].label, -13.0 / 128);

  EXPECT_EQ(seen[2].f1, vector_of({2522421 * 0x1p-23, 1373184 * 0x1p-23}));
  EXPECT_EQ(seen[2].f2, vector_of({285012 * 0x1p-23, 285012 * 0x1p-23}));
  EXPECT_EQ(seen[2].arm, 0);
  EXPECT_EQ(seen[2].label, -425269 * 0x1p-23);

  EXPECT_EQ(outcome.parameters.at(0), vector_of({1881 * 0x1p-11 - 425269.0 * 1341.0 * 0x1p-36, 0.5,
                                                 1341 * 0x1p-12 - 425269.0 * 1881.0 * 0x1p-35}));
  EXPECT_EQ(outcome.parameters.at(1), vector_of({819 * 0x1p-10 - 710281.0 * 87.0 * 0x1p-35,
                                                 87 * 0x1p-11 - 710281.0 * 819.0 * 0x1p-34}));
  EXPECT_EQ(outcome.regret.pseudo, 3 * 0.75);
}

// eta1 = 2, eta2 = 1/2, signs (+, +, -): phi(e_i) is the sign of v - w_i.
// Start: theta1 = (1, 1/4 | 1/2), theta2 = (1 | 1/2).
// Round 1. f1 = (1/2, 1/8), phi = (-1, 1), f2 = (0, 1/2): the sums are 1/2 and 5/8, f2 decides.
//   Play e_2, r = 1, label = 1 - 1/8 = 7/8.
//   f1: c = 2 (1/8 - 1) = -7/4: w2 = 1/4 + 7/8 = 9/8, v = 1/2 + 7/16 = 15/16.
//   f2: c = (1/2 - 7/8)/2 = -3/16: w = 1 + 3/32 = 35/32, v = 1/2 + 3/16 = 11/16.
//   With phi of the new theta1 it would be at -1, and nothing would move.
// Round 2. f1 = (120/128, 135/128), phi = (-1, -1), f2 = (0, 0): play e_2, label = -7/128.
//   f1: c = 7/64: w2 = 9/8 - 105/1024 = 1047/1024, v = 15/16 - 63/512 = 417/512.
//   f2: the unit is off, nothing moves.
// Round 3. f1 = (427008, 436599)/2^19, phi = (-1, -1), f2 = (0, 0): play e_2, label = 87689/2^19.
//   f1: c = -87689/2^18: w2 = 1047/2^10 + 87689*417/2^27, v = 417/2^9 + 87689*1047/2^28.
TEST(AlgorithmOne, ExploresByAPhiThatIsFrozenInItsRound) {
  const auto [seen, outcome] = three_rounds("eta1=2,eta2=0.5", 2, vector_of({1, 1, -1}),
                                            vector_of({1, 0.25, 0.5}), vector_of({1, 0.5}));
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[0].f1, vector_of({0.5, 0.125}));
  EXPECT_EQ(seen[0].f2, vector_of({0, 0.5}));
  EXPECT_EQ(seen[0].arm, 1);
  EXPECT_EQ(seen[0].label, 0.875);

  EXPECT_EQ(seen[1].f1, vector_of({120.0 / 128, 135.0 / 128}));
  EXPECT_EQ(seen[1].f2, vector_of({0, 0}));
  EXPECT_EQ(seen[1].arm, 1);
  EXPECT_EQ(seen[1].label, -7.0 / 128);

  EXPECT_EQ(seen[2].f1, vector_of({427008 * 0x1p-19, 436599 * 0x1p-19}));
  EXPECT_EQ(seen[2].f2, vector_of({0, 0}));
  EXPECT_EQ(seen[2].arm, 1);
  EXPECT_EQ(seen[2].label, 87689 * 0x1p-19);

  EXPECT_EQ(outcome.parameters.at(0), vector_of({1, 1047 * 0x1p-10 + 87689.0 * 417.0 * 0x1p-27,
                                                 417 * 0x1p-9 + 87689.0 * 1047.0 * 0x1p-28}));
  EXPECT_EQ(outcome.parameters.at(1), vector_of({35.0 / 32, 11.0 / 16}));
  EXPECT_EQ(outcome.regret.pseudo, 0.0);
}

// The label that a method learns in the first round, whose f1 of the arm played is 1/2.
double first_label(const std::string& method, double reward) {
  const auto environment = make_environment(Spec::parse("two-arms"), {});
  const auto policy = make_policy(Spec::parse(method + ":width=1,k=1"), *environment,
                                  {13, {vector_of({1, 0.5, 0.5}), vector_of({1, 0.5})}});
  Choice choice;
  policy->choose(1, Eigen::MatrixXd::Identity(2, 2), choice);
  EXPECT_EQ(choice.exploitation_scores[choice.arm], 0.5);
  return policy->learn(reward).value();
}

TEST(ExplorationLabel, HasThreeForms) {
  EXPECT_EQ(first_label("eenet", 0.25), -0.25);
  EXPECT_EQ(first_label("eenet-abs", 0.25), 0.25);
  EXPECT_EQ(first_label("eenet-relu", 0.25), 0.0);
  EXPECT_EQ(first_label("eenet-relu", 0.75), 0.25);
}

// A policy of three parameters in f1, started at zero.
EeNet small_eenet() {
  return EeNet({2, 1, 2}, std::make_unique<RandomProjection>(3, 1, 0), {0.1, 0.1}, {});
}

TEST(EeNet, RefusesAnEmptyArmSetAndLearningBeforeChoosing) {
  EeNet policy = small_eenet();
  Choice choice;
  EXPECT_THROW(policy.learn(0.5), std::invalid_argument);
  EXPECT_THROW(policy.choose(1, Eigen::MatrixXd(2, 0), choice), std::invalid_argument);
}

TEST(EeNet, ShowsPhiOfEveryArm) {
  Rng rng(6, stream::kInitExploitation);
  const Mlp f1 = Mlp::initialised({4, 5, 3}, rng);
  const Eigen::Index p = f1.shape().parameter_count();
  EeNet policy(f1.shape(), std::make_unique<RandomProjection>(p, 3, 6), {0.1, 0.1}, {6, {}});
  const Eigen::MatrixXd arms = Eigen::MatrixXd::Identity(4, 3);
  Choice choice;
  policy.choose(1, arms, choice);
  ASSERT_EQ(choice.gradient_features.cols(), 3);
  for (Eigen::Index i = 0; i < 3; ++i) {
    EXPECT_EQ(choice.gradient_features.col(i),
              RandomProjection(p, 3, 6).map(gradient(f1, arms.col(i))))
        << i;
  }
}

}  // namespace
}  // namespace eenet
