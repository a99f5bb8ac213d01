#include "reference/environments/arrays.h"

#include <stdexcept>
#include <string>
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

// Both files' paths, which refusals name: what is wrong is in one of them.
struct Paths {
  std::string contexts;
  std::string rewards;
};

class Arrays final : public Environment {
 public:
  Arrays(Array contexts, Array rewards, bool scale_contexts, const Paths& paths)
      : contexts_(std::move(contexts)), rewards_(std::move(rewards)) {
    require_shapes(paths);
    if (scale_contexts) normalise_contexts(paths);
    Round round;
    for (std::uint64_t t = 1; t <= rounds_available(); ++t) {
      observe(t, round);
      const std::string fault = fault_in(t, round);
      if (fault.empty()) continue;
      // A fault of the contexts stays the same whatever the rewards are.
      round.rewards.setZero();
      round.expected_rewards.setZero();
      const bool of_contexts = fault_in(t, round) == fault;
      throw std::invalid_argument(
          text("arrays: ", of_contexts ? paths.contexts : paths.rewards, ", ", fault));
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
  void require_shapes(const Paths& paths) const {
    const auto& shape = contexts_.shape;
    EENET_REQUIRE(shape.size() == 3, "arrays: ", paths.contexts, ": contexts have shape ",
                  shape_text(shape), ", expected rounds x arms x dimension");
    EENET_REQUIRE(rewards_.shape.size() == 2, "arrays: ", paths.rewards, ": rewards have shape ",
                  shape_text(rewards_.shape), ", expected rounds x arms");
    EENET_REQUIRE(rewards_.shape[0] == shape[0] && rewards_.shape[1] == shape[1],
                  "arrays: ", paths.rewards, ": rewards have shape ", shape_text(rewards_.shape),
                  ", contexts (", paths.contexts, ") ", shape_text(shape),
                  ", expected the same rounds and arms");
    const std::string where = "arrays: " + paths.contexts;
    EENET_REQUIRE(shape[0] >= 1, where, ": there is no round, expected at least one");
    EENET_REQUIRE(shape[1] >= 1, where, ": the arm set is empty, expected at least one arm");
    EENET_REQUIRE(shape[2] >= 1, where, ": contexts have no entries, expected at least one");
  }

  // What require_valid_round says of the round; empty if it is valid.
  [[nodiscard]] std::string fault_in(std::uint64_t t, const Round& round) const {
    try {
      require_valid_round(*this, t, round);
    } catch (const std::invalid_argument& wrong) {
      return wrong.what();
    }
    return "";
  }

  void normalise_contexts(const Paths& paths) {
    for (Eigen::Index at = 0; at < contexts_.entries.size(); at += dim()) {
      auto x = contexts_.entries.segment(at, dim());
      bool zero = true;
      for (Eigen::Index k = 0; k < dim(); ++k) zero = zero && x[k] == 0.0;
      EENET_REQUIRE(!zero, "arrays: ", paths.contexts, ", round ", at / dim() / arms() + 1,
                    ", arm ", at / dim() % arms(),
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
            const Paths paths = {settings.text("contexts"), settings.text("rewards")};
            return std::make_unique<Arrays>(inputs.read_array(paths.contexts),
                                            inputs.read_array(paths.rewards), inputs.normalise,
                                            paths);
          }};
}

}  // namespace eenet
