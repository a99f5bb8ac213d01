#include "reference/policies/greedy.h"

#include <utility>

#include "reference/policies/network_settings.h"
#include "reference/require.h"

namespace eenet {

namespace {

class Greedy final : public Policy {
 public:
  Greedy(Mlp network, double eta, std::optional<Retraining> retraining)
      : network_(std::move(network)), eta_(eta), retraining_(std::move(retraining)) {}

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    EENET_REQUIRE(contexts.cols() >= 1, "Greedy::choose: the arm set is empty, expected an arm");
    passes_.resize(static_cast<std::size_t>(contexts.cols()));
    choice.exploitation_scores.resize(contexts.cols());
    choice.exploration_scores.resize(0);
    choice.gradient_features.resize(0, 0);
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      ForwardPass& pass = passes_[static_cast<std::size_t>(i)];
      network_.forward(contexts.col(i), pass);
      choice.exploitation_scores[i] = pass.value;
    }
    choice.arm = index_of_largest(choice.exploitation_scores);
    played_ = static_cast<std::size_t>(choice.arm);
    round_ = t;
  }

  std::optional<double> learn(double reward) override {
    const ForwardPass& pass = passes_[played_];
    if (retraining_) {
      retraining_->learn(round_, pass.outputs[0], reward, network_);
    } else {
      backward(network_, pass, gradient_);
      sgd_step(network_, pass, gradient_, reward, eta_);
    }
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override {
    return {network_.parameters()};
  }

 private:
  Mlp network_;
  double eta_;
  std::optional<Retraining> retraining_;
  BackwardPass gradient_;
  std::vector<ForwardPass> passes_;
  std::size_t played_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace

PolicyKind greedy_kind() {
  return {"greedy", "f1 alone: the arm with the largest exploitation score", network_keys(1),
          [](const Settings& settings, const Environment& environment, const PolicyInputs& inputs) {
            const MlpShape shape = network_shape(settings, environment.dim());
            return std::make_unique<Greedy>(initial_network(shape, inputs, 0),
                                            learning_rate(settings, 0),
                                            make_retraining(settings, 0, inputs.seed));
          }};
}

}  // namespace eenet
