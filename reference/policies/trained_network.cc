#include "reference/policies/trained_network.h"

#include "reference/policies/network_settings.h"
#include "reference/require.h"

namespace eenet {

namespace {

// Far above any use: one step of it would overflow nothing yet.
constexpr double kLargestAnchor = 1e6;

}  // namespace

TrainedNetwork::TrainedNetwork(const Settings& settings, const Environment& environment,
                               const PolicyInputs& inputs)
    : network_(initial_network(network_shape(settings, environment.dim()), inputs, 0)),
      eta_(learning_rate(settings, 0)),
      anchor_(network_,
              settings.has("anchor") ? settings.real("anchor", 0.0, kLargestAnchor) : 0.0),
      retraining_(make_retraining(settings, 0, inputs.seed)) {
  if (retraining_) retraining_->set_anchor(anchor_);
}

void TrainedNetwork::score(const Eigen::MatrixXd& contexts, Eigen::VectorXd& scores) {
  EENET_REQUIRE(contexts.cols() >= 1, "choose: the arm set is empty, expected an arm");
  passes_.resize(static_cast<std::size_t>(contexts.cols()));
  scores.resize(contexts.cols());
  for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
    ForwardPass& pass = passes_[static_cast<std::size_t>(i)];
    network_.forward(contexts.col(i), pass);
    scores[i] = pass.value;
  }
}

const ForwardPass& TrainedNetwork::pass(Eigen::Index arm) const {
  EENET_REQUIRE(static_cast<std::size_t>(arm) < passes_.size(), "learn: nothing was chosen yet");
  return passes_[static_cast<std::size_t>(arm)];
}

void TrainedNetwork::differentiate(Eigen::Index arm, BackwardPass& back) const {
  backward(network_, pass(arm), back);
}

void TrainedNetwork::learn(std::uint64_t t, Eigen::Index arm, double reward) {
  const ForwardPass& played = pass(arm);
  if (retraining_) {
    retraining_->learn(t, played.outputs[0], reward, network_);
    return;
  }
  backward(network_, played, gradient_);
  anchor_.pull(network_, eta_);
  sgd_step(network_, played, gradient_, reward, eta_);
}

}  // namespace eenet
