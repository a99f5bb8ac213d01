#include "reference/environments/arrays.h"

#include <utility>

#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

namespace {

std::string shape_text(const std::vector<Eigen::Index>& shape) {
  std::string all;
  for (const Eigen::Index size : shape) all += (all.empty() ? "" : " x ") + std::to_string(size);
  return all.empty() ? "a single number" : all;
}

class Arrays final : public Environment {
 public:
  Arrays(Array contexts, Array rewards, bool scale_contexts)
      : contexts_(std::move(contexts)), rewards_(std::move(rewards)) {
    const auto& shape = contexts_.shape;
    EENET_REQUIRE(shape.size() == 3, "arrays: contexts have shape ", shape_text(shape),
                  ", expected rounds x arms x dimension");
    EENET_REQUIRE(rewards_.shape.size() == 2, "arrays: rewards have shape ",
                  shape_text(rewards_.shape), ", expected rounds x arms");
    EENET_REQUIRE(rewards_.shape[0] == shape[0] && rewards_.shape[1] == shape[1],
                  "arrays: rewards have shape ", shape_text(rewards_.shape), ", contexts ",
                  shape_text(shape), ", expected the same rounds and arms");
    EENET_REQUIRE(shape[0] >= 1, "arrays: there is no round, expected at least one");
    EENET_REQUIRE(shape[1] >= 1, "arrays: the arm set is empty, expected at least one arm");
    EENET_REQUIRE(shape[2] >= 1, "arrays: contexts have no entries, expected at least one");
    if (scale_contexts) normalise_contexts();
    Round round;
    for (std::uint64_t t = 1; t <= rounds_available(); ++t) {
      observe(t, round);
      require_valid_round(*this, t, round);
    }
  }

  [[nodiscard]] Eigen::Index dim() const override { return contexts_.shape[2]; }
  [[nodiscard]] Eigen::Index arms() const override { return contexts_.shape[1]; }
  [[nodiscard]] std::uint64_t rounds_available() const override {
    return static_cast<std::uint64_t>(contexts_.shape[0]);
  }
  [[nodiscard]] double unit_roundoff() const override { return contexts_.unit_roundoff; }

  void observe(std::uint64_t t, Round& round) const override {
    EENET_REQUIRE(t >= 1 && t <= rounds_available(), "arrays: round ", t,
                  " was asked for, there are ", rounds_available());
    const auto at = static_cast<Eigen::Index>(t - 1);
    round.contexts.resize(dim(), arms());
    for (Eigen::Index i = 0; i < arms(); ++i) {
      round.contexts.col(i) = contexts_.entries.segment((at * arms() + i) * dim(), dim());
    }
    round.expected_rewards = rewards_.entries.segment(at * arms(), arms());
    round.rewards = round.expected_rewards;
  }

 private:
  void normalise_contexts() {
    for (Eigen::Index at = 0; at < contexts_.entries.size(); at += dim()) {
      auto x = contexts_.entries.segment(at, dim());
      bool zero = true;
      for (Eigen::Index k = 0; k < dim(); ++k) zero = zero && x[k] == 0.0;
      EENET_REQUIRE(!zero, "arrays: round ", at / dim() / arms() + 1, ", arm ", at / dim() % arms(),
                    ": the context is zero, expected one that can be normalised");
      normalise(x);
    }
    contexts_.unit_roundoff = Environment::unit_roundoff();
  }

  Array contexts_;
  Array rewards_;
};

}  // namespace

EnvironmentKind arrays_kind() {
  return {"arrays",
          "your own contexts (T x n x d) and rewards (T x n), as .npy files",
          {{"contexts", "", "path of the contexts"}, {"rewards", "", "path of the rewards"}},
          [](const Settings& settings, const EnvironmentInputs& inputs) {
            for (const char* key : {"contexts", "rewards"}) {
              EENET_REQUIRE(settings.has(key) && !settings.text(key).empty(),
                            "arrays: expected contexts=FILE.npy,rewards=FILE.npy");
            }
            EENET_REQUIRE(inputs.read_array, "arrays: no reader for arrays was given");
            return std::make_unique<Arrays>(inputs.read_array(settings.text("contexts")),
                                            inputs.read_array(settings.text("rewards")),
                                            inputs.normalise);
          }};
}

}  // namespace eenet
