// Algorithm 1: EE-Net as printed. [EENET, Proposed Method, alg:main]
//
// In round t, for every arm i,
//   f1(x_i; theta1_(t-1))            the exploitation score,
//   f2(phi(x_i); theta2_(t-1))       the exploration score, phi from the gradient of f1 there;
// the arm with the largest sum is played (the lowest index on a tie) and its reward r observed;
// then
//   theta1_t = theta1_(t-1) - eta1 grad (1/2)(f1(x) - r)^2
//   theta2_t = theta2_(t-1) - eta2 grad (1/2)(f2(phi(x)) - label)^2,
//   label    = r - f1(x; theta1_(t-1)).
// The label and phi use f1 as it was when the arm was chosen, before its update. The two steps are
// what `online` training does; `replay` training puts the experiments' retraining in their place.
#pragma once

#include <memory>
#include <vector>

#include "reference/exploration_label.h"
#include "reference/gradient_features/gradient_features.h"
#include "reference/mlp_gradient.h"
#include "reference/policy.h"
#include "reference/training/training.h"

namespace eenet {

class EeNet final : public Policy {
 public:
  // Requires that `exploration_network` takes what `features` give.
  EeNet(Mlp exploitation_network, Mlp exploration_network,
        std::unique_ptr<GradientFeatures> features, ExplorationLabel label,
        std::unique_ptr<Training> exploitation_training,
        std::unique_ptr<Training> exploration_training);

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override;
  std::optional<double> learn(double reward) override;
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override;

 private:
  // What choose() saw of an arm, kept until learn().
  struct Arm {
    ForwardPass exploitation;
    BackwardPass exploitation_back;
    Eigen::VectorXd features;  // phi
    ForwardPass exploration;
  };

  Mlp exploitation_network_;  // f1
  Mlp exploration_network_;   // f2
  std::unique_ptr<GradientFeatures> gradient_features_;
  ExplorationLabel label_;
  std::unique_ptr<Training> exploitation_training_;
  std::unique_ptr<Training> exploration_training_;

  std::vector<Arm> arms_;
  std::size_t played_ = 0;
  std::uint64_t round_ = 0;
  Eigen::VectorXd gradient_;
  Eigen::VectorXd scores_;
};

}  // namespace eenet
