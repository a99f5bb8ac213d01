#include <cmath>
#include <utility>

#include "reference/policies/kernel.h"
#include "reference/policies/kernel_settings.h"
#include "reference/policies/ridge_settings.h"
#include "reference/policies/sum_of_scores.h"
#include "reference/rng.h"

namespace eenet {

namespace {

class KernelTs final : public SumOfScores {
 public:
  KernelTs(KernelRidge ridge, double lambda, double nu, std::uint64_t seed)
      : ridge_(std::move(ridge)), factor_(nu / std::sqrt(lambda)), seed_(seed) {}

  std::optional<double> learn(double reward) override {
    ridge_.learn(played_arm(), reward);
    return std::nullopt;
  }

 protected:
  // The draw is factor * F z with F F^T = C and one normal deviate for each arm, in order, from
  // the stream `policy` at index t. C is singular where arms are equal, and they get equal draws.
  void score(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    const Eigen::Index n = contexts.cols();
    ridge_.observe(contexts);
    covariance_.resize(n, n);
    for (Eigen::Index j = 0; j < n; ++j) {
      for (Eigen::Index i = j; i < n; ++i) covariance_(i, j) = ridge_.covariance(i, j);
    }
    factor_semidefinite(covariance_);
    Rng rng(seed_, stream::kPolicy, t);
    choice.exploration_scores.setZero();
    for (Eigen::Index j = 0; j < n; ++j) {
      const double scale = factor_ * rng.normal();
      for (Eigen::Index i = j; i < n; ++i)
        choice.exploration_scores[i] += scale * covariance_(i, j);
    }
    for (Eigen::Index i = 0; i < n; ++i) choice.exploitation_scores[i] = ridge_.estimate(i);
  }

 private:
  KernelRidge ridge_;
  double factor_;
  std::uint64_t seed_;
  Eigen::MatrixXd covariance_;
};

}  // namespace

PolicyKind kernelts_kind() {
  std::vector<Key> keys = kernel_keys();
  for (Key& key : kernel_ridge_keys()) keys.push_back(std::move(key));
  return {"kernelts", "kernel ridge regression with Thompson sampling", std::move(keys),
          [](const Settings& settings, const Environment&, const PolicyInputs& inputs) {
            return std::make_unique<KernelTs>(kernel_ridge(settings, kernel_of(settings)),
                                              lambda_of(settings), scale_of(settings, "nu"),
                                              inputs.seed);
          }};
}

}  // namespace eenet
