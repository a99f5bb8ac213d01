// Algorithm 1 from top to bottom; the numbers are its lines. [EENET, Proposed Method, alg:main]
// f, its gradient and a step along it are in mlp.cc, phi is in gradient_features/.
#include "reference/eenet.h"

#include <utility>

#include "reference/policies/network_settings.h"
#include "reference/require.h"

namespace eenet {

//  1: Initialize theta1_0 and theta2_0. There is no history H to keep: a step uses one sample.
EeNet::EeNet(const MlpShape& exploitation_shape, std::unique_ptr<GradientFeatures> features,
             const LearningRates& rates, const PolicyInputs& inputs)
    : gradient_features_(std::move(features)),
      exploitation_network_(initial_network(exploitation_shape, inputs, 0)),
      exploration_network_(initial_network(
          {gradient_features_->output_dim(), exploitation_shape.width, exploitation_shape.depth},
          inputs, 1)),
      rates_(rates) {}

//  2: For t = 1, 2, ..., T       (the loop is in interaction.cc)
//  3: Observe n arms             (the columns of `contexts`)
void EeNet::choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) {
  const Eigen::Index n = contexts.cols();
  EENET_REQUIRE(n >= 1, "EeNet::choose: the arm set is empty, expected an arm");
  arms_.resize(static_cast<std::size_t>(n));
  choice.resize(n, gradient_features_->output_dim());
  sums_.resize(n);

  //  4: For each arm i
  for (Eigen::Index i = 0; i < n; ++i) {
    Arm& arm = arms_[static_cast<std::size_t>(i)];
    //  5: Compute f1(x_i; theta1) and f2(phi(x_i); theta2); phi is made of the gradient of f1.
    exploitation_network_.forward(contexts.col(i), arm.f1);
    backward(exploitation_network_, arm.f1, arm.gradient_of_f1);
    gradient_features_->map(arm.f1, arm.gradient_of_f1, choice.gradient_features.col(i));
    exploration_network_.forward(choice.gradient_features.col(i), arm.f2);
    choice.exploitation_scores[i] = arm.f1.value;
    choice.exploration_scores[i] = arm.f2.value;
    sums_[i] = arm.f1.value + arm.f2.value;
  }  //  6

  //  7: The arm with the largest sum, the lowest index on a tie.
  choice.arm = index_of_largest(sums_);
  played_ = static_cast<std::size_t>(choice.arm);
  round_ = t;
}

//  8: Play the arm and observe its reward r.
std::optional<double> EeNet::learn(double reward) {
  const Arm& arm = played();
  const double f1 = arm.f1.value;  // and phi: as they were at the choice, before the step of f1
  const double f2 = arm.f2.value;
  const double label = reward - f1;
  gradient_features_->observe_played(arm.f1, arm.gradient_of_f1);

  //  9: L1 = (1/2) (f1(x) - r)^2, so that grad L1 = (f1(x) - r) grad f1(x)
  // 10: theta1 = theta1 - eta1 grad L1
  descend(exploitation_network_, rates_.eta1 * (f1 - reward), arm.f1, arm.gradient_of_f1);

  // 11: L2 = (1/2) (f2(phi(x)) - (r - f1(x)))^2
  // 12: theta2 = theta2 - eta2 grad L2
  backward(exploration_network_, arm.f2, gradient_of_f2_);
  descend(exploration_network_, rates_.eta2 * (f2 - label), arm.f2, gradient_of_f2_);
  return label;
}  // 13

const EeNet::Arm& EeNet::played() const {
  EENET_REQUIRE(!arms_.empty(), "EeNet::learn: nothing was chosen yet");
  return arms_[played_];
}

std::vector<Eigen::VectorXd> EeNet::parameters() const {
  std::vector<Eigen::VectorXd> theta(2);  // not a list in braces: that would copy them
  theta[0] = exploitation_network_.parameters();
  theta[1] = exploration_network_.parameters();
  return theta;
}

}  // namespace eenet
