#include "reference/training/training.h"

#include <cmath>

#include "reference/require.h"
#include "reference/training/online.h"
#include "reference/training/replay.h"

namespace eenet {

namespace {

constexpr std::int64_t kMostRounds = 1'000'000'000;
constexpr double kLargestLoss = 1e6;

// R^2/sqrt(m) [EENET, Regret Analysis, theo1] if R was given, else the network's own learning rate.
double learning_rate(const Settings& settings, TrainedNetwork network) {
  if (!settings.has("R")) {
    return settings.positive_real(network == TrainedNetwork::kExploitation ? "eta1" : "eta2");
  }
  for (const char* rate : {"eta1", "eta2"}) {
    EENET_REQUIRE(!settings.has(rate), "R=", settings.text("R"), " and ", rate, "=",
                  settings.text(rate), " are both given, expected one (R sets the learning rates)");
  }
  const double r = settings.positive_real("R");
  return r * r / std::sqrt(static_cast<double>(settings.integer("width", 1, kLargestDimension)));
}

}  // namespace

std::vector<Key> training_keys(int networks) {
  const Condition online = {"schedule", {"online"}};
  const Condition replay = {"schedule", {"replay"}};
  std::vector<Key> keys = {
      {"schedule", "online",
       "online (one step a round) or replay (retraining on all past samples)"}};
  for (int i = 1; i <= networks; ++i) {
    const std::string name = text("eta", i);
    keys.push_back({name, "0.1", text("learning rate of f", i), online, "R"});
    keys.push_back({name, "0.01", text("learning rate of f", i), replay, "R"});
  }
  keys.push_back({"R", "", "instead of eta: every learning rate is R^2/sqrt(width)"});
  keys.push_back({"every", "10", "rounds from one training to the next", replay});
  keys.push_back({"late_every", "100", "the same, once late", replay});
  keys.push_back({"late_from", "1000", "rounds before it is late", replay});
  keys.push_back({"steps", "2000", "most SGD steps of one training", replay});
  for (int i = 1; i <= networks; ++i) {
    keys.push_back({text("loss", i), i == 1 ? "0.001" : "0.002",
                    text("mean (f - y)^2 of a pass at which training of f", i, " stops"), replay});
  }
  return keys;
}

std::unique_ptr<Training> make_training(const Settings& settings, TrainedNetwork network,
                                        std::uint64_t seed) {
  const double eta = learning_rate(settings, network);
  if (settings.choice("schedule", {"online", "replay"}) == "online") {
    return std::make_unique<OnlineTraining>(eta);
  }
  const auto count = [&settings](const char* key, std::int64_t lowest) {
    return static_cast<std::uint64_t>(settings.integer(key, lowest, kMostRounds));
  };
  ReplaySettings replay;
  replay.eta = eta;
  replay.every = count("every", 1);
  replay.late_every = count("late_every", 1);
  replay.late_from = count("late_from", 0);
  replay.steps = count("steps", 1);
  replay.loss = settings.real(network == TrainedNetwork::kExploitation ? "loss1" : "loss2", 0.0,
                              kLargestLoss);
  return std::make_unique<ReplayTraining>(replay, network, seed);
}

}  // namespace eenet
