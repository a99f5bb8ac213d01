#include <gtest/gtest.h>

#include <cmath>

#include "reference/registry.h"
#include "verify/plain/eenet.h"

namespace eenet::verify::plain {
namespace {

TEST(PlainDot, AddsInEightLanes) {
  // 1 and 2^-53 meet only if they share a lane; two halves of an ulp reach 1 together.
  Numbers a(9, 0.0);
  a[0] = 1.0;
  a[4] = 0x1p-53;
  a[8] = 0x1p-53;
  const Numbers ones(9, 1.0);
  EXPECT_EQ(dot(a, ones), 1.0);  // lane 0: 1 + 2^-53 = 1, then + 2^-53 = 1
  a[8] = 0.0;
  a[5] = 0x1p-53;
  EXPECT_EQ(dot(a, ones), 1.0);
  a[1] = 1.0;
  EXPECT_EQ(dot(a, ones), 2.0);
  a = {0.0, 0.0, 0x1p-53, 0.0, 0.0, 0.0, 0x1p-53, 0.0, 1.0};
  EXPECT_EQ(dot(a, ones), 1.0 + 0x1p-52);  // 2 and 6 meet before they meet 0
}

TEST(PlainNormalise, KeepsTinyAndHugeEntries) {
  Numbers v = {3 * 0x1p-1074, 4 * 0x1p-1074};
  normalise(v);
  EXPECT_EQ(v, (Numbers{0.6, 0.8}));
  v = {3 * 0x1p+1000, -4 * 0x1p+1000};
  normalise(v);
  EXPECT_EQ(v, (Numbers{0.6, -0.8}));
  v = {-0.0, 0.0};
  normalise(v);
  EXPECT_EQ(v, (Numbers{1.0, 0.0}));
}

// f = 2 relu(x1 - x2) - relu(-x1) + 3 relu(x2) at (3, 1).
TEST(PlainNetwork, AgreesWithAnExampleByHand) {
  const NaiveShape shape = {2, 3, 2};
  Numbers theta = {1, -1, -1, 0, 0, 1, 2, -1, 3};
  const Pass pass = forward(shape, theta, {3, 1});
  EXPECT_EQ(pass.value, 7.0);
  EXPECT_EQ(gradient(shape, theta, pass), (Numbers{6, 2, 0, 0, 9, 3, 2, 0, 1}));
  step(shape, pass, 6.0, 0.5, theta);  // eta (f - y) = 1/2
  EXPECT_EQ(theta, (Numbers{-2, -2, -1, 0, -4.5, -0.5, 1, -1, 2.5}));
}

TEST(PlainTraining, StopsAtItsCapAndAtItsLoss) {
  const NaiveShape shape = {1, 1, 2};
  ReplaySettings settings;
  settings.eta = 0.125;
  settings.every = 1;
  settings.steps = 5;
  settings.loss = 0.0;
  Numbers theta = {1.0, 1.0};
  Training to_the_cap(settings, 0, 1);
  to_the_cap.learn(1, shape, {{1.0}, 0.0}, theta);
  EXPECT_EQ(to_the_cap.steps(), 5U);
  settings.loss = 1.0;  // the first pass has a loss of exactly 1
  theta = {1.0, 1.0};
  Training to_the_loss(settings, 0, 1);
  to_the_loss.learn(1, shape, {{1.0}, 0.0}, theta);
  EXPECT_EQ(to_the_loss.steps(), 1U);
  EXPECT_EQ(theta, (Numbers{0.875, 0.875}));
}

TEST(PlainTraining, RestsBetweenItsRounds) {
  const NaiveShape shape = {1, 1, 2};
  ReplaySettings settings;
  settings.every = 2;
  settings.late_from = 4;
  settings.late_every = 3;
  settings.steps = 1;
  Training training(settings, 1, 7);
  Numbers theta = {1.0, 1.0};
  std::string trained;
  for (std::uint64_t t = 1; t <= 10; ++t) {
    training.learn(t, shape, {{1.0}, 0.0}, theta);
    trained += training.steps() > 0 ? 'x' : '.';
  }
  EXPECT_EQ(trained, "x.x...x..x");
}

TEST(PlainFeatures, DividesTheLastBlockLikeTheOthers) {
  const Spec method =
      complete_policy_spec(Spec::parse("eenet:features=block-mean,block=2,width=1"));
  const Features features(method, 3, 1);
  EXPECT_EQ(features.output_size(), 2U);
  EXPECT_EQ(features.map({2.0, 4.0, 8.0}), (Numbers{0.6, 0.8}));
}

TEST(PlainEeNet, HasTheThreeLabels) {
  for (const auto& [name, label] :
       {std::pair<const char*, double>{"eenet", -2.5}, {"eenet-abs", 2.5}, {"eenet-relu", 0.0}}) {
    const Spec method =
        complete_policy_spec(Spec::parse(std::string(name) + ":width=1,features=gradient"));
    EeNet policy(method, 1, 3, {{1.0, 3.0}, {1.0, 1.0, 1.0}});
    EXPECT_EQ(policy.scores({{1.0}}).exploitation[0], 3.0);
    EXPECT_EQ(policy.learn(1, 0, 0.5), label) << name;
  }
}

}  // namespace
}  // namespace eenet::verify::plain
