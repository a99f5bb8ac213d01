#include "verify/regret/control_policies.h"

#include <utility>

#include "reference/rng.h"

namespace eenet::verify {

namespace {

class EpsilonGreedy final : public Policy {
 public:
  EpsilonGreedy(std::unique_ptr<Policy> inner, double epsilon, std::uint64_t seed)
      : inner_(std::move(inner)), epsilon_(epsilon), seed_(seed) {}

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    Rng rng(seed_, "controls/epsilon", t);
    if (rng.uniform() >= epsilon_) {
      inner_->choose(t, contexts, choice);
      return;
    }
    const auto arm =
        static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(contexts.cols())));
    inner_->choose(t, contexts.col(arm), choice);  // it learns from the arm that it was shown
    choice.arm = arm;
  }
  std::optional<double> learn(double reward) override { return inner_->learn(reward); }
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override {
    return inner_->parameters();
  }

 private:
  std::unique_ptr<Policy> inner_;
  double epsilon_;
  std::uint64_t seed_;
};

class Frozen final : public Policy {
 public:
  explicit Frozen(std::unique_ptr<Policy> inner) : inner_(std::move(inner)) {}

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    inner_->choose(t, contexts, choice);
  }
  std::optional<double> learn(double /*reward*/) override { return std::nullopt; }
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override {
    return inner_->parameters();
  }

 private:
  std::unique_ptr<Policy> inner_;
};

}  // namespace

std::unique_ptr<Policy> epsilon_greedy(std::unique_ptr<Policy> inner, double epsilon,
                                       std::uint64_t seed) {
  return std::make_unique<EpsilonGreedy>(std::move(inner), epsilon, seed);
}

std::unique_ptr<Policy> frozen(std::unique_ptr<Policy> inner) {
  return std::make_unique<Frozen>(std::move(inner));
}

}  // namespace eenet::verify
