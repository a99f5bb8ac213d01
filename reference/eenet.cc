#include "reference/eenet.h"

#include <utility>

#include "reference/require.h"

namespace eenet {

EeNet::EeNet(Mlp exploitation_network, Mlp exploration_network,
             std::unique_ptr<GradientFeatures> features, ExplorationLabel label,
             std::unique_ptr<Training> exploitation_training,
             std::unique_ptr<Training> exploration_training)
    : exploitation_network_(std::move(exploitation_network)),
      exploration_network_(std::move(exploration_network)),
      gradient_features_(std::move(features)),
      label_(label),
      exploitation_training_(std::move(exploitation_training)),
      exploration_training_(std::move(exploration_training)) {
  EENET_REQUIRE(exploration_network_.shape().input_dim == gradient_features_->output_dim(),
                "EeNet: exploration network takes ", exploration_network_.shape().input_dim,
                " inputs, features have ", gradient_features_->output_dim());
}

void EeNet::choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) {
  EENET_REQUIRE(contexts.cols() >= 1, "EeNet::choose: the arm set is empty, expected an arm");
  arms_.resize(static_cast<std::size_t>(contexts.cols()));
  choice.exploitation_scores.resize(contexts.cols());
  choice.exploration_scores.resize(contexts.cols());
  scores_.resize(contexts.cols());
  for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
    Arm& arm = arms_[static_cast<std::size_t>(i)];
    exploitation_network_.forward(contexts.col(i), arm.exploitation);
    backward(exploitation_network_, arm.exploitation, arm.exploitation_back);
    gradient_features_->map(arm.exploitation, arm.exploitation_back, arm.features);
    exploration_network_.forward(arm.features, arm.exploration);
    choice.exploitation_scores[i] = arm.exploitation.value;
    choice.exploration_scores[i] = arm.exploration.value;
    scores_[i] = arm.exploitation.value + arm.exploration.value;
  }
  choice.arm = index_of_largest(scores_);
  played_ = static_cast<std::size_t>(choice.arm);
  round_ = t;
}

std::optional<double> EeNet::learn(double reward) {
  EENET_REQUIRE(!arms_.empty(), "EeNet::learn: nothing was chosen yet");
  const Arm& arm = arms_[played_];
  const double label = exploration_label(label_, reward, arm.exploitation.value);
  if (gradient_features_->wants_played_gradients()) {
    flatten_gradient(arm.exploitation, arm.exploitation_back, gradient_);
    gradient_features_->observe_played(gradient_);
  }
  exploitation_training_->learn(round_, exploitation_network_, arm.exploitation, reward);
  exploration_training_->learn(round_, exploration_network_, arm.exploration, label);
  return label;
}

std::vector<Eigen::VectorXd> EeNet::parameters() const {
  std::vector<Eigen::VectorXd> theta(2);  // not a list in braces: that would copy them
  theta[0] = exploitation_network_.parameters();
  theta[1] = exploration_network_.parameters();
  return theta;
}

}  // namespace eenet
