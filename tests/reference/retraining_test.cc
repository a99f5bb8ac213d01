#include "reference/retraining.h"

#include <gtest/gtest.h>

#include <numeric>

#include "reference/policies/network_settings.h"
#include "reference/rng.h"

namespace eenet {
namespace {

// Samples in two dimensions, and a network to learn them.
struct Lesson {
  Mlp net;
  std::vector<Eigen::VectorXd> inputs;
  std::vector<double> targets;

  explicit Lesson(std::size_t count) : net({2, 3, 2}) {
    Rng rng(8, "lesson");
    net = Mlp::initialised({2, 3, 2}, rng);
    for (std::size_t i = 0; i < count; ++i) {
      inputs.push_back((Eigen::VectorXd(2) << rng.normal(), rng.normal()).finished());
      targets.push_back(rng.uniform());
    }
  }

  // Gives sample t - 1 to the training as round t.
  void round(Retraining& training, std::uint64_t t) {
    training.learn(t, inputs[t - 1], targets[t - 1], net);
  }
};

void plain_step(Mlp& net, const Eigen::VectorXd& input, double target, double eta) {
  ForwardPass pass;
  BackwardPass back;
  net.forward(input, pass);
  backward(net, pass, back);
  sgd_step(net, pass, back, target, eta);
}

TEST(Retraining, TrainsAfterTheRoundsItSays) {
  Lesson lesson(30);
  Retraining training({.eta = 0.1, .every = 4, .late_every = 10, .late_from = 12, .steps = 3}, 0,
                      1);
  std::vector<std::uint64_t> trained;
  for (std::uint64_t t = 1; t <= 30; ++t) {
    const Eigen::VectorXd before = lesson.net.parameters();
    lesson.round(training, t);
    if (lesson.net.parameters() != before) trained.push_back(t);
  }
  EXPECT_EQ(trained, (std::vector<std::uint64_t>{1, 5, 9, 21}));  // t - 1 = 0, 4, 8, then 20
}

TEST(Retraining, StepsThroughAllPastSamplesInADrawnOrder) {
  Lesson lesson(5);
  Lesson expected(5);
  Retraining training({.eta = 0.1, .every = 4, .steps = 7, .loss = 0.0}, 1, 1);
  for (std::uint64_t t = 1; t <= 5; ++t) lesson.round(training, t);

  // Round 1: the one sample, seven times. Round 5: five samples in the drawn order, seven steps.
  for (int i = 0; i < 7; ++i)
    plain_step(expected.net, expected.inputs[0], expected.targets[0], 0.1);
  std::vector<std::size_t> order(5);
  std::iota(order.begin(), order.end(), 0);
  Rng rng(1, stream::kTraining, 2 * 5 + 1);
  for (std::size_t i = 4; i >= 1; --i) std::swap(order[i], order[rng.below(i + 1)]);
  for (std::size_t i = 0; i < 7; ++i) {
    const std::size_t sample = order[i % 5];
    plain_step(expected.net, expected.inputs[sample], expected.targets[sample], 0.1);
  }
  EXPECT_EQ(lesson.net.parameters(), expected.net.parameters());
}

TEST(Retraining, StopsAfterAPassWhoseMeanLossIsSmallEnough) {
  Lesson lesson(1);
  Lesson expected(1);
  const double error = lesson.net(lesson.inputs[0]) - lesson.targets[0];
  // The first pass just reaches the stopping loss: one step and no more.
  Retraining stops({.eta = 0.1, .loss = error * error}, 0, 1);
  lesson.round(stops, 1);
  plain_step(expected.net, expected.inputs[0], expected.targets[0], 0.1);
  EXPECT_EQ(lesson.net.parameters(), expected.net.parameters());
}

TEST(Retraining, RefusesSettingsThatNeverTrain) {
  EXPECT_THROW(Retraining({.every = 0}, 0, 1), std::invalid_argument);
  EXPECT_THROW(Retraining({.steps = 0}, 0, 1), std::invalid_argument);
}

TEST(MakeRetraining, RefusesSettingsOutOfRange) {
  const std::vector<Key> keys = network_keys(2);
  const auto make = [&keys](const std::map<std::string, std::string>& given) {
    const Settings settings("test", keys, given);
    return std::make_pair(learning_rate(settings, 1), make_retraining(settings, 1, 1));
  };
  EXPECT_NO_THROW(make({{"schedule", "replay"}}));
  EXPECT_THROW(make({{"schedule", "sometimes"}}), std::invalid_argument);
  EXPECT_THROW(make({{"schedule", "replay"}, {"every", "0"}}), std::invalid_argument);
  EXPECT_THROW(make({{"schedule", "replay"}, {"loss2", "-1"}}), std::invalid_argument);
  EXPECT_THROW(make({{"eta2", "0"}}), std::invalid_argument);
}

}  // namespace
}  // namespace eenet
