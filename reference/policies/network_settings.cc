#include "reference/policies/network_settings.h"

#include <cmath>

#include "reference/require.h"

namespace eenet {

namespace {

constexpr const char* kDefaultLearningRate = "0.1";

}  // namespace

std::vector<Key> network_keys() {
  return {{"width", "100", "width m of each network"}, {"depth", "2", "depth L of each network"}};
}

MlpShape network_shape(const Settings& settings, Eigen::Index input_dim) {
  return {input_dim, settings.integer("width", 1, kLargestDimension),
          settings.integer("depth", 2, kLargestDepth)};
}

std::vector<Key> learning_rate_keys(int networks) {
  std::vector<Key> keys = {{"eta1", kDefaultLearningRate, "learning rate of f1", "R"}};
  if (networks > 1) keys.push_back({"eta2", kDefaultLearningRate, "learning rate of f2", "R"});
  keys.push_back({"R", "", "instead of eta: every learning rate is R^2/sqrt(width)"});
  return keys;
}

double learning_rate(const Settings& settings, const std::string& key) {
  if (!settings.has("R")) return settings.positive_real(key);
  for (const char* rate : {"eta1", "eta2"}) {
    EENET_REQUIRE(!settings.has(rate), "R=", settings.text("R"), " and ", rate, "=",
                  settings.has(rate) ? settings.text(rate) : "",
                  " are both given, expected one (R sets the learning rates)");
  }
  const double r = settings.positive_real("R");
  return r * r / std::sqrt(static_cast<double>(settings.integer("width", 1, kLargestDimension)));
}

Mlp initial_network(const MlpShape& shape, const PolicyInputs& inputs, std::size_t index,
                    std::string_view stream) {
  if (inputs.initial_parameters.empty()) {
    Rng rng(inputs.seed, stream);
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

}  // namespace eenet
