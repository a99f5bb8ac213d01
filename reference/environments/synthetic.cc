#include "reference/environments/synthetic.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/elementary.h"
#include "reference/environments/contexts.h"
#include "reference/environments/noise.h"
#include "reference/mlp.h"
#include "reference/operations/operations.h"

namespace eenet {

namespace {

// h and everything it needs, drawn once.
using RewardFunction = std::function<double(const ConstVector& x)>;

class Synthetic final : public Environment {
 public:
  Synthetic(const Settings& settings, std::uint64_t seed, RewardFunction h)
      : contexts_(settings), noise_(settings), seed_(seed), h_(std::move(h)) {}

  [[nodiscard]] Eigen::Index dim() const override { return contexts_.dim(); }
  [[nodiscard]] Eigen::Index arms() const override { return contexts_.arms(); }

  void observe(std::uint64_t t, Round& round) const override {
    Rng rng(seed_, stream::kEnvironment, t);
    contexts_.draw(rng, round.contexts);
    round.expected_rewards.resize(arms());
    for (Eigen::Index i = 0; i < arms(); ++i) {
      // The formulas stay within [0, 1] up to the last bit of <a, x>.
      round.expected_rewards[i] = std::clamp(h_(round.contexts.col(i)), 0.0, 1.0);
    }
    noise_.draw(rng, round);
  }

 private:
  ContextSource contexts_;
  Noise noise_;
  std::uint64_t seed_;
  RewardFunction h_;
};

std::vector<Key> synthetic_keys(std::vector<Key> own = {}) {
  std::vector<Key> keys = ContextSource::keys();
  for (const Key& key : Noise::keys()) keys.push_back(key);
  for (Key& key : own) keys.push_back(std::move(key));
  return keys;
}

// The kind of environment whose h is formula(<a, x>).
EnvironmentKind ridge_kind(std::string name, std::string summary, double (*formula)(double)) {
  return {std::move(name), std::move(summary), synthetic_keys(),
          [formula](const Settings& settings, const EnvironmentInputs& inputs) {
            Eigen::VectorXd a(ContextSource(settings).dim());
            Rng rng(inputs.seed, stream::kEnvironment);
            draw_unit_vector(rng, a);
            return std::make_unique<Synthetic>(
                settings, inputs.seed,
                [formula, a](const ConstVector& x) { return formula(dot(a, x)); });
          }};
}

}  // namespace

EnvironmentKind linear_kind() {
  return ridge_kind("linear", "h(x) = (1 + <a,x>)/2", [](double u) { return (1.0 + u) / 2.0; });
}

EnvironmentKind quadratic_kind() {
  return ridge_kind("quadratic", "h(x) = <a,x>^2", [](double u) { return u * u; });
}

EnvironmentKind cosine_kind() {
  return ridge_kind("cosine", "h(x) = (1 + cos(3<a,x>))/2",
                    [](double u) { return (1.0 + cosine(3.0 * u)) / 2.0; });
}

EnvironmentKind teacher_kind() {
  return {"teacher", "h(x) from a random network, cut to [0,1]",
          synthetic_keys(
              {{"width", "32", "width of the teacher"}, {"depth", "2", "depth of the teacher"}}),
          [](const Settings& settings, const EnvironmentInputs& inputs) {
            const MlpShape shape{ContextSource(settings).dim(),
                                 settings.integer("width", 1, kLargestDimension),
                                 settings.integer("depth", 2, kLargestDepth)};
            Rng rng(inputs.seed, stream::kEnvironment);
            const double scale = std::sqrt(static_cast<double>(shape.width)) / 4.0;
            return std::make_unique<Synthetic>(
                settings, inputs.seed,
                [net = Mlp::initialised(shape, rng), scale](const ConstVector& x) {
                  return 0.5 + scale * net(x);
                });
          }};
}

}  // namespace eenet
