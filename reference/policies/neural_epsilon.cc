#include "reference/policies/neural_epsilon.h"

#include <cmath>

#include "reference/policies/network_settings.h"
#include "reference/policies/trained_network.h"
#include "reference/rng.h"

namespace eenet {

namespace {

// How likely round t = 1, 2, ... is to explore.
using Epsilon = double (*)(double epsilon_0, std::uint64_t t);

double constant(double epsilon_0, std::uint64_t /*t*/) {
  return epsilon_0;
}

double decaying(double epsilon_0, std::uint64_t t) {
  return epsilon_0 / (1.0 + std::sqrt(static_cast<double>(t)));
}

class NeuralEpsilon final : public Policy {
 public:
  NeuralEpsilon(TrainedNetwork network, Epsilon epsilon, double epsilon_0, std::uint64_t seed)
      : network_(std::move(network)), epsilon_(epsilon), epsilon_0_(epsilon_0), seed_(seed) {}

  // From the stream `policy` at index t: a uniform number, and, if it is below epsilon, an arm.
  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    choice.exploration_scores.resize(0);
    choice.gradient_features.resize(0, 0);
    network_.score(contexts, choice.exploitation_scores);
    Rng rng(seed_, stream::kPolicy, t);
    if (rng.uniform() < epsilon_(epsilon_0_, t)) {
      const auto arms = static_cast<std::uint64_t>(contexts.cols());
      choice.arm = static_cast<Eigen::Index>(rng.below(arms));
    } else {
      choice.arm = index_of_largest(choice.exploitation_scores);
    }
    played_ = choice.arm;
    round_ = t;
  }

  std::optional<double> learn(double reward) override {
    network_.learn(round_, played_, reward);
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override {
    return {network_.network().parameters()};
  }

 private:
  TrainedNetwork network_;
  Epsilon epsilon_;
  double epsilon_0_;
  std::uint64_t seed_;
  Eigen::Index played_ = 0;
  std::uint64_t round_ = 0;
};

PolicyKind kind_with(std::string name, std::string summary, Key epsilon_key, Epsilon epsilon) {
  std::vector<Key> keys = network_keys(1);
  const std::string key = epsilon_key.name;
  keys.push_back(std::move(epsilon_key));
  return {std::move(name), std::move(summary), std::move(keys),
          [key, epsilon](const Settings& settings, const Environment& environment,
                         const PolicyInputs& inputs) {
            return std::make_unique<NeuralEpsilon>(TrainedNetwork(settings, environment, inputs),
                                                   epsilon, settings.real(key, 0.0, 1.0),
                                                   inputs.seed);
          }};
}

}  // namespace

PolicyKind neural_epsilon_kind() {
  return kind_with("neural-epsilon", "greedy, but with probability epsilon an arm at random",
                   {"epsilon", "0.01", "probability of an arm at random"}, constant);
}

PolicyKind neural_epsilon_decay_kind() {
  return kind_with("neural-epsilon-decay",
                   "neural-epsilon with the probability epsilon0/(1 + sqrt(t)) in round t",
                   {"epsilon0", "0.01", "numerator of that probability"}, decaying);
}

}  // namespace eenet
