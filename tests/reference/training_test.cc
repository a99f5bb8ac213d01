#include "reference/training/training.h"

#include <gtest/gtest.h>

#include <numeric>

#include "reference/rng.h"
#include "reference/training/replay.h"

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
  void round(Training& training, std::uint64_t t) {
    ForwardPass pass;
    net.forward(inputs[t - 1], pass);
    training.learn(t, net, pass, targets[t - 1]);
  }
};

void plain_step(Mlp& net, const Eigen::VectorXd& input, double target, double eta) {
  ForwardPass pass;
  BackwardPass back;
  net.forward(input, pass);
  backward(net, pass, back);
  sgd_step(net, pass, back, target, eta);
}

TEST(ReplayTraining, TrainsAfterTheRoundsItSays) {
  Lesson lesson(30);
  ReplayTraining training({.eta = 0.1, .every = 4, .late_every = 10, .late_from = 12, .steps = 3},
                          TrainedNetwork::kExploitation, 1);
  std::vector<std::uint64_t> trained;
  for (std::uint64_t t = 1; t <= 30; ++t) {
    const Eigen::VectorXd before = lesson.net.parameters();
    lesson.round(training, t);
    if (lesson.net.parameters() != before) trained.push_back(t);
  }
  EXPECT_EQ(trained, (std::vector<std::uint64_t>{1, 5, 9, 21}));  // t - 1 = 0, 4, 8, then 20
}

TEST(ReplayTraining, StepsThroughAllPastSamplesInADrawnOrder) {
  Lesson lesson(5);
  Lesson expected(5);
  ReplayTraining training({.eta = 0.1, .every = 4, .steps = 7, .loss = 0.0},
                          TrainedNetwork::kExploration, 1);
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

TEST(ReplayTraining, StopsAfterAPassWhoseMeanLossIsSmallEnough) {
  Lesson lesson(1);
  Lesson expected(1);
  const double error = lesson.net(lesson.inputs[0]) - lesson.targets[0];
  // The first pass just reaches the stopping loss: one step and no more.
  ReplayTraining stops({.eta = 0.1, .loss = error * error}, TrainedNetwork::kExploitation, 1);
  lesson.round(stops, 1);
  plain_step(expected.net, expected.inputs[0], expected.targets[0], 0.1);
  EXPECT_EQ(lesson.net.parameters(), expected.net.parameters());
}

TEST(ReplayTraining, RefusesSettingsThatNeverTrain) {
  EXPECT_THROW(ReplayTraining({.every = 0}, TrainedNetwork::kExploitation, 1),
               std::invalid_argument);
  EXPECT_THROW(ReplayTraining({.steps = 0}, TrainedNetwork::kExploitation, 1),
               std::invalid_argument);
}

TEST(MakeTraining, RefusesSettingsOutOfRange) {
  std::vector<Key> keys = {{"width", "16", ""}};
  for (const Key& key : training_keys(2)) keys.push_back(key);
  const auto make = [&keys](const std::map<std::string, std::string>& given) {
    return make_training(Settings("test", keys, given), TrainedNetwork::kExploration, 1);
  };
  EXPECT_NO_THROW(make({{"schedule", "replay"}}));
  EXPECT_THROW(make({{"schedule", "sometimes"}}), std::invalid_argument);
  EXPECT_THROW(make({{"schedule", "replay"}, {"every", "0"}}), std::invalid_argument);
  EXPECT_THROW(make({{"schedule", "replay"}, {"loss2", "-1"}}), std::invalid_argument);
  EXPECT_THROW(make({{"eta2", "0"}}), std::invalid_argument);
}

}  // namespace
}  // namespace eenet
