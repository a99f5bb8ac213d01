#include "reference/policies/controls.h"

#include "reference/operations/operations.h"
#include "reference/rng.h"

namespace eenet {

namespace {

class Random final : public Policy {
 public:
  explicit Random(std::uint64_t seed) : seed_(seed) {}

  void choose(std::uint64_t t, const Eigen::MatrixXd& contexts, Choice& choice) override {
    choice.resize(0, 0);  // no scores
    Rng rng(seed_, stream::kPolicy, t);
    choice.arm = static_cast<Eigen::Index>(rng.below(static_cast<std::uint64_t>(contexts.cols())));
  }
  std::optional<double> learn(double /*reward*/) override { return std::nullopt; }
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override { return {}; }

 private:
  std::uint64_t seed_;
};

class Optimal final : public Policy {
 public:
  explicit Optimal(const Environment& environment) : environment_(environment) {}

  void choose(std::uint64_t t, const Eigen::MatrixXd& /*contexts*/, Choice& choice) override {
    choice.resize(0, 0);  // no scores
    environment_.observe(t, round_);
    choice.arm = index_of_largest(round_.expected_rewards);
  }
  std::optional<double> learn(double /*reward*/) override { return std::nullopt; }
  [[nodiscard]] std::vector<Eigen::VectorXd> parameters() const override { return {}; }

 private:
  const Environment& environment_;
  Round round_;
};

}  // namespace

PolicyKind random_kind() {
  return {"random",
          "an arm uniformly at random",
          {},
          [](const Settings&, const Environment&, const PolicyInputs& inputs) {
            return std::make_unique<Random>(inputs.seed);
          }};
}

PolicyKind optimal_kind() {
  return {"optimal",
          "an arm with the largest expected reward",
          {},
          [](const Settings&, const Environment& environment, const PolicyInputs&) {
            return std::make_unique<Optimal>(environment);
          }};
}

}  // namespace eenet
