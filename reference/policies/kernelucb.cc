#include <cmath>
#include <utility>

#include "reference/policies/kernel.h"
#include "reference/policies/kernel_settings.h"
#include "reference/policies/ridge_settings.h"
#include "reference/policies/sum_of_scores.h"

namespace eenet {

namespace {

class KernelUcb final : public SumOfScores {
 public:
  KernelUcb(KernelRidge ridge, double lambda, double nu)
      : ridge_(std::move(ridge)), factor_(nu / std::sqrt(lambda)) {}

  std::optional<double> learn(double reward) override {
    ridge_.learn(played_arm(), reward);
    return std::nullopt;
  }

 protected:
  void score(std::uint64_t /*t*/, const Eigen::MatrixXd& contexts, Choice& choice) override {
    ridge_.observe(contexts);
    for (Eigen::Index i = 0; i < contexts.cols(); ++i) {
      choice.exploitation_scores[i] = ridge_.estimate(i);
      choice.exploration_scores[i] = factor_ * std::sqrt(ridge_.variance(i));
    }
  }

 private:
  KernelRidge ridge_;
  double factor_;
};

std::unique_ptr<Policy> make(const Settings& settings, KernelFunction kernel) {
  return std::make_unique<KernelUcb>(kernel_ridge(settings, std::move(kernel)), lambda_of(settings),
                                     scale_of(settings, "nu"));
}

std::vector<Key> with_ridge_keys(std::vector<Key> keys) {
  for (Key& key : kernel_ridge_keys()) keys.push_back(std::move(key));
  return keys;
}

}  // namespace

PolicyKind kernelucb_kind() {
  return {"kernelucb", "kernel ridge regression with an upper confidence bound",
          with_ridge_keys(kernel_keys()),
          [](const Settings& settings, const Environment&, const PolicyInputs&) {
            return make(settings, kernel_of(settings));
          }};
}

PolicyKind ntk_ucb_kind() {
  return {"ntk-ucb", "kernelucb with the neural tangent kernel (the paper's NeuralNTK)",
          with_ridge_keys(ntk_keys()),
          [](const Settings& settings, const Environment&, const PolicyInputs&) {
            return make(settings, ntk_of(settings));
          }};
}

}  // namespace eenet
