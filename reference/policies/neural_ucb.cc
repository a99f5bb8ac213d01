#include "reference/policies/neural_ucb.h"

#include <cmath>

#include "reference/policies/neural_confidence.h"

namespace eenet {

namespace {

class NeuralUcb final : public NeuralConfidence {
 public:
  using NeuralConfidence::NeuralConfidence;

 protected:
  void bonus(std::uint64_t /*t*/, const Eigen::VectorXd& squares,
             Eigen::VectorXd& bonuses) override {
    for (Eigen::Index i = 0; i < squares.size(); ++i) bonuses[i] = nu() * std::sqrt(squares[i]);
  }
};

}  // namespace

PolicyKind neural_ucb_kind() {
  return {"neural-ucb", "f1 with an upper confidence bound from its gradients",
          neural_confidence_keys(),
          [](const Settings& settings, const Environment& environment, const PolicyInputs& inputs) {
            return std::make_unique<NeuralUcb>(settings, environment, inputs);
          }};
}

}  // namespace eenet
