#include "reference/policies/eenet_variations.h"

#include <utility>

#include "reference/eenet.h"
#include "reference/policies/network_settings.h"

namespace eenet {

namespace {

// The label of an arm from its potential gain r - f1.
using Label = double (*)(double potential_gain);

double potential_gain_itself(double gain) {
  return gain;
}

double absolute_value(double gain) {
  return gain < 0.0 ? -gain : gain;
}

double positive_part(double gain) {
  return relu(gain);
}

LearningRates rates_of(const Settings& settings) {
  return {learning_rate(settings, 0), learning_rate(settings, 1)};
}

// Algorithm 1 with another label, or with retraining in place of its two steps.
class EeNetVariation final : public EeNet {
 public:
  EeNetVariation(const MlpShape& shape, std::unique_ptr<GradientFeatures> features,
                 const Settings& settings, const PolicyInputs& inputs, Label label)
      : EeNet(shape, std::move(features), rates_of(settings), inputs),
        label_(label),
        exploitation_retraining_(make_retraining(settings, 0, inputs.seed)),
        exploration_retraining_(make_retraining(settings, 1, inputs.seed)) {}

  std::optional<double> learn(double reward) override {
    const Arm& arm = played();
    const double label = label_(reward - arm.f1.value);
    gradient_features_->observe_played(arm.f1, arm.gradient_of_f1);
    if (exploitation_retraining_) {
      exploitation_retraining_->learn(round_, arm.f1.outputs[0], reward, exploitation_network_);
      exploration_retraining_->learn(round_, arm.f2.outputs[0], label, exploration_network_);
    } else {
      sgd_step(exploitation_network_, arm.f1, arm.gradient_of_f1, reward, rates_.eta1);
      backward(exploration_network_, arm.f2, gradient_of_f2_);
      sgd_step(exploration_network_, arm.f2, gradient_of_f2_, label, rates_.eta2);
    }
    return label;
  }

 private:
  Label label_;
  std::optional<Retraining> exploitation_retraining_;
  std::optional<Retraining> exploration_retraining_;
};

PolicyKind kind_with(std::string name, std::string summary, Label label) {
  std::vector<Key> keys = network_keys(2);
  for (Key& key : gradient_features_keys()) keys.push_back(std::move(key));
  const auto make = [label](const Settings& settings, const Environment& environment,
                            const PolicyInputs& inputs) -> std::unique_ptr<Policy> {
    const MlpShape shape = network_shape(settings, environment.dim());
    auto features = make_gradient_features(settings, shape.parameter_count(), inputs.seed);
    if (label == potential_gain_itself && is_online(settings)) {
      return std::make_unique<EeNet>(shape, std::move(features), rates_of(settings), inputs);
    }
    return std::make_unique<EeNetVariation>(shape, std::move(features), settings, inputs, label);
  };
  return {std::move(name), std::move(summary), std::move(keys), make};
}

}  // namespace

PolicyKind eenet_kind() {
  return kind_with("eenet", "Algorithm 1 as printed, label r - f1", potential_gain_itself);
}

PolicyKind eenet_abs_kind() {
  return kind_with("eenet-abs", "Algorithm 1 with the label |r - f1|", absolute_value);
}

PolicyKind eenet_relu_kind() {
  return kind_with("eenet-relu", "Algorithm 1 with the label relu(r - f1)", positive_part);
}

}  // namespace eenet
