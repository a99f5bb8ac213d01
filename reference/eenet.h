// Algorithm 1: EE-Net as printed. eenet.cc has it whole. [EENET, Proposed Method, alg:main]
#pragma once

#include <memory>
#include <vector>

#include "reference/gradient_features/gradient_features.h"
#include "reference/kind.h"
#include "reference/mlp.h"

namespace eenet {

struct LearningRates {
  double eta1 = 0.0;  // of f1
  double eta2 = 0.0;  // of f2
};

class EeNet : public Policy {
 public:
  // f1 has the given shape; f2 has the same width and depth and takes what `features` give.
  // `inputs` has the seed, or the parameters to start from.
  EeNet(const MlpShape& exploitation_shape, std::unique_ptr<GradientFeatures> features,
        const LearningRates& rates, const PolicyInputs& inputs);

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override;
  std::optional<double> learn(double reward) override;
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override;

 protected:
  // f1, its gradient and f2 at one arm, from choose() until learn().
  struct Arm {
    ForwardPass f1;
    BackwardPass gradient_of_f1;
    ForwardPass f2;
  };

  // The arm that choose() chose last.
  [[nodiscard]] const Arm& played() const;

  // Policies that vary the algorithm (policies/eenet_variations.cc) use these in their own learn().
  std::unique_ptr<GradientFeatures> gradient_features_;  // phi
  Mlp exploitation_network_;                             // f1 with theta1
  Mlp exploration_network_;                              // f2 with theta2
  LearningRates rates_;
  BackwardPass gradient_of_f2_;
  std::uint64_t round_ = 0;

 private:
  std::vector<Arm> arms_;
  Eigen::VectorXd sums_;
  std::size_t played_ = 0;
};

}  // namespace eenet
