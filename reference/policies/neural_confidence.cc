#include "reference/policies/neural_confidence.h"

#include "reference/policies/network_settings.h"
#include "reference/policies/ridge_settings.h"

namespace eenet {

namespace {

std::unique_ptr<GradientCovariance> covariance_of(const Settings& settings, Eigen::Index parameters,
                                                  double lambda) {
  const bool full = settings.choice("covariance", {"diagonal", "full"}) == "full";
  return full ? full_covariance(parameters, lambda) : diagonal_covariance(parameters, lambda);
}

}  // namespace

std::vector<Key> neural_confidence_keys() {
  std::vector<Key> keys = network_keys(1);
  keys.push_back(lambda_key());
  keys.push_back({"nu", "0.1", "factor of the bound or of the deviation of a draw"});
  keys.push_back({"covariance", "diagonal", "diagonal (as in the paper's experiments) or full"});
  keys.push_back({"anchor", "0", "weight a of (a/2)|theta - theta_0|^2 in each step's loss"});
  return keys;
}

NeuralConfidence::NeuralConfidence(const Settings& settings, const Environment& environment,
                                   const PolicyInputs& inputs)
    : network_(settings, environment, inputs),
      lambda_(lambda_of(settings)),
      nu_(scale_of(settings, "nu")),
      covariance_(covariance_of(settings, network_.network().shape().parameter_count(), lambda_)) {}

void NeuralConfidence::score(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) {
  network_.score(contexts, choice.exploitation_scores);
  gradients_.resize(static_cast<std::size_t>(contexts.cols()));
  for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
    network_.differentiate(i, back_);
    collect_gradient(network_.pass(i), back_, gradients_[static_cast<std::size_t>(i)]);
  }
  covariance_->weigh(gradients_, squares_);
  bonus(t, squares_, choice.exploration_scores);
}

std::optional<double> NeuralConfidence::learn(double reward) {
  const auto played = static_cast<std::size_t>(played_arm());
  covariance_->add(gradients_[played]);
  network_.learn(played_round(), played_arm(), reward);
  return std::nullopt;
}

std::vector<Eigen::VectorXd> NeuralConfidence::parameters() const {
  return {network_.network().parameters()};
}

}  // namespace eenet
