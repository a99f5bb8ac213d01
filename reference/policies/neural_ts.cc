#include <cmath>

#include "reference/policies/neural_confidence.h"
#include "reference/policies/neural_ucb.h"
#include "reference/rng.h"

namespace eenet {

namespace {

class NeuralTs final : public NeuralConfidence {
 public:
  NeuralTs(const Settings& settings, const Environment& environment, const PolicyInputs& inputs)
      : NeuralConfidence(settings, environment, inputs), seed_(inputs.seed) {}

 protected:
  // One normal deviate for each arm, in order, from the stream `policy` at index t.
  void bonus(std::uint64_t t, const Eigen::VectorXd& squares, Eigen::VectorXd& bonuses) override {
    Rng rng(seed_, stream::kPolicy, t);
    for (Eigen::Index i = 0; i < squares.size(); ++i) {
      const double sigma = std::sqrt(lambda() * squares[i]);
      bonuses[i] = nu() * sigma * rng.normal();
    }
  }

 private:
  std::uint64_t seed_;
};

}  // namespace

PolicyKind neural_ts_kind() {
  return {"neural-ts", "f1 with Thompson sampling from its gradients", neural_confidence_keys(),
          [](const Settings& settings, const Environment& environment, const PolicyInputs& inputs) {
            return std::make_unique<NeuralTs>(settings, environment, inputs);
          }};
}

}  // namespace eenet
