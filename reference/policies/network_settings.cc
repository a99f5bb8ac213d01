#include "reference/policies/network_settings.h"

#include <array>
#include <cmath>
#include <string_view>

#include "reference/require.h"

namespace eenet {

namespace {

constexpr std::int64_t kMostRounds = 1'000'000'000;
constexpr double kLargestLoss = 1e6;
constexpr std::array<std::string_view, 2> kInitialStreams = {stream::kInitExploitation,
                                                             stream::kInitExploration};

}  // namespace

std::vector<Key> network_keys(int networks) {
  const Condition online = {"schedule", {"online"}};
  const Condition replay = {"schedule", {"replay"}};
  std::vector<Key> keys = {
      {"width", "100", "width m of each network"},
      {"depth", "2", "depth L of each network"},
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

MlpShape network_shape(const Settings& settings, Eigen::Index input_dim) {
  return {input_dim, settings.integer("width", 1, kLargestDimension),
          settings.integer("depth", 2, kLargestDepth)};
}

Mlp initial_network(const MlpShape& shape, const PolicyInputs& inputs, std::size_t index) {
  if (inputs.initial_parameters.empty()) {
    Rng rng(inputs.seed, kInitialStreams.at(index));
    return Mlp::initialised(shape, rng);
  }
  EENET_REQUIRE(index < inputs.initial_parameters.size(), "initial parameters: got ",
                inputs.initial_parameters.size(), " vectors, expected one for each network");
  const Eigen::VectorXd& theta = inputs.initial_parameters[index];
  EENET_REQUIRE(theta.size() == shape.parameter_count(), "initial parameters: theta", index + 1,
                " has ", theta.size(), " entries, expected ", shape.parameter_count(),
                " (dimension ", shape.input_dim, ", width ", shape.width, ", depth ", shape.depth,
                ")");
  EENET_REQUIRE(all_finite(theta), "initial parameters: theta", index + 1,
                " holds a number that is not finite");
  Mlp net(shape);
  net.set_parameters(theta);
  return net;
}

double learning_rate(const Settings& settings, std::size_t index) {
  is_online(settings);  // refuses an unknown schedule, which no learning rate is a default of
  if (!settings.has("R")) {
    return settings.positive_real(index == 0 ? "eta1" : "eta2");
  }
  for (const char* rate : {"eta1", "eta2"}) {
    EENET_REQUIRE(!settings.has(rate), "R=", settings.text("R"), " and ", rate, "=",
                  settings.text(rate), " are both given, expected one (R sets the learning rates)");
  }
  const double r = settings.positive_real("R");
  const auto width = static_cast<double>(settings.integer("width", 1, kLargestDimension));
  const double rate = r * r / std::sqrt(width);
  EENET_REQUIRE(rate > 0.0 && rate - rate == 0.0, "R=", settings.text("R"),
                ": the learning rate R^2/sqrt(width) is ", rate,
                ", expected a finite number above 0");
  return rate;
}

bool is_online(const Settings& settings) {
  return settings.choice("schedule", {"online", "replay"}) == "online";
}

std::optional<Retraining> make_retraining(const Settings& settings, std::size_t index,
                                          std::uint64_t seed) {
  if (is_online(settings)) return std::nullopt;
  const auto count = [&settings](const char* key, std::int64_t lowest) {
    return static_cast<std::uint64_t>(settings.integer(key, lowest, kMostRounds));
  };
  ReplaySettings replay;
  replay.eta = learning_rate(settings, index);
  replay.every = count("every", 1);
  replay.late_every = count("late_every", 1);
  replay.late_from = count("late_from", 0);
  replay.steps = count("steps", 1);
  replay.loss = settings.real(index == 0 ? "loss1" : "loss2", 0.0, kLargestLoss);
  return Retraining(replay, index, seed);
}

}  // namespace eenet
