#include "reference/policies/greedy.h"

#include <utility>

#include "reference/mlp_gradient.h"
#include "reference/policies/network_settings.h"
#include "reference/require.h"

namespace eenet {

namespace {

class Greedy final : public Policy {
 public:
  Greedy(Mlp network, double eta) : network_(std::move(network)), eta_(eta) {}

  void choose(std::uint64_t /*t*/, const Eigen::MatrixXd& contexts, Choice& choice) override {
    EENET_REQUIRE(contexts.cols() >= 1, "Greedy::choose: the arm set is empty, expected an arm");
    passes_.resize(static_cast<std::size_t>(contexts.cols()));
    choice.exploitation_scores.resize(contexts.cols());
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      ForwardPass& pass = passes_[static_cast<std::size_t>(i)];
      network_.forward(contexts.col(i), pass);
      choice.exploitation_scores[i] = pass.value;
    }
    choice.arm = index_of_largest(choice.exploitation_scores);
    played_ = static_cast<std::size_t>(choice.arm);
  }

  std::optional<double> learn(double reward) override {
    backward(network_, passes_[played_], back_);
    sgd_step(network_, passes_[played_], back_, reward, eta_);
    return std::nullopt;
  }

  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override {
    return {network_.parameters()};
  }

 private:
  Mlp network_;
  double eta_;
  std::vector<ForwardPass> passes_;
  std::size_t played_ = 0;
  BackwardPass back_;
};

}  // namespace

PolicyKind greedy_kind() {
  std::vector<Key> keys = network_keys();
  for (Key& key : learning_rate_keys(1)) keys.push_back(std::move(key));
  return {"greedy", "f1 alone: the arm with the largest exploitation score", std::move(keys),
          [](const Settings& settings, const Environment& environment, const PolicyInputs& inputs) {
            const MlpShape shape = network_shape(settings, environment.dim());
            const double eta = learning_rate(settings, "eta1");
            return std::make_unique<Greedy>(
                initial_network(shape, inputs, 0, stream::kInitExploitation), eta);
          }};
}

}  // namespace eenet
