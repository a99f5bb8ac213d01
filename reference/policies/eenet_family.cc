#include "reference/policies/eenet_family.h"

#include <utility>

#include "reference/eenet.h"
#include "reference/policies/network_settings.h"
#include "reference/training/training.h"

namespace eenet {

namespace {

std::vector<Key> eenet_keys() {
  std::vector<Key> keys = network_keys();
  for (Key& key : training_keys(2)) keys.push_back(std::move(key));
  for (Key& key : gradient_features_keys()) keys.push_back(std::move(key));
  return keys;
}

}  // namespace

PolicyKind eenet_kind(ExplorationLabel label) {
  PolicyKind kind;
  switch (label) {
    case ExplorationLabel::kAbsolute:
      kind.name = "eenet-abs";
      kind.summary = "Algorithm 1 with the label |r - f1|";
      break;
    case ExplorationLabel::kPositivePart:
      kind.name = "eenet-relu";
      kind.summary = "Algorithm 1 with the label relu(r - f1)";
      break;
    default:
      kind.name = "eenet";
      kind.summary = "Algorithm 1 as printed, label r - f1";
  }
  kind.keys = eenet_keys();
  kind.make = [label](const Settings& settings, const Environment& environment,
                      const PolicyInputs& inputs) {
    const MlpShape shape1 = network_shape(settings, environment.dim());
    auto features = make_gradient_features(settings, shape1.parameter_count(), inputs.seed);
    const MlpShape shape2 = network_shape(settings, features->output_dim());
    return std::make_unique<EeNet>(
        initial_network(shape1, inputs, 0, stream::kInitExploitation),
        initial_network(shape2, inputs, 1, stream::kInitExploration), std::move(features), label,
        make_training(settings, TrainedNetwork::kExploitation, inputs.seed),
        make_training(settings, TrainedNetwork::kExploration, inputs.seed));
  };
  return kind;
}

}  // namespace eenet
