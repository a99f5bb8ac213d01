#include "reference/policies/greedy.h"

#include "reference/policies/network_settings.h"
#include "reference/policies/trained_network.h"

namespace eenet {

namespace {

class Greedy final : public Policy {
 public:
  explicit Greedy(TrainedNetwork network) : network_(std::move(network)) {}

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    choice.exploration_scores.resize(0);
    choice.gradient_features.resize(0, 0);
    network_.score(contexts, choice.exploitation_scores);
    choice.arm = index_of_largest(choice.exploitation_scores);
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
  Eigen::Index played_ = 0;
  std::uint64_t round_ = 0;
};

}  // namespace

PolicyKind greedy_kind() {
  return {"greedy", "f1 alone: the arm with the largest exploitation score", network_keys(1),
          [](const Settings& settings, const Environment& environment, const PolicyInputs& inputs) {
            return std::make_unique<Greedy>(TrainedNetwork(settings, environment, inputs));
          }};
}

}  // namespace eenet
