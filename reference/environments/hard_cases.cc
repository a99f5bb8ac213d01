#include "reference/environments/hard_cases.h"

#include <utility>

#include "reference/environments/contexts.h"
#include "reference/environments/noise.h"
#include "reference/require.h"
#include "reference/rng.h"

namespace eenet {

namespace {

// Contexts and expected rewards from a recipe, then noise; all from the stream's index t.
class Drawn final : public Environment {
 public:
  using Recipe = std::function<void(Rng& rng, Round& round)>;

  Drawn(Eigen::Index dim, Eigen::Index arms, const Settings& settings, std::uint64_t seed,
        Recipe recipe)
      : dim_(dim), arms_(arms), noise_(settings), seed_(seed), recipe_(std::move(recipe)) {}

  [[nodiscard]] Eigen::Index dim() const override { return dim_; }
  [[nodiscard]] Eigen::Index arms() const override { return arms_; }

  void observe(std::uint64_t t, Round& round) const override {
    Rng rng(seed_, stream::kEnvironment, t);
    round.contexts.resize(dim_, arms_);
    round.expected_rewards.resize(arms_);
    recipe_(rng, round);
    noise_.draw(rng, round);
  }

 private:
  Eigen::Index dim_;
  Eigen::Index arms_;
  Noise noise_;
  std::uint64_t seed_;
  Recipe recipe_;
};

// The same contexts and rewards in every round.
Drawn::Recipe always(Eigen::MatrixXd contexts, Eigen::VectorXd rewards) {
  return [contexts = std::move(contexts), rewards = std::move(rewards)](Rng&, Round& round) {
    round.contexts = contexts;
    round.expected_rewards = rewards;
  };
}

std::vector<Key> with_noise(std::vector<Key> own) {
  for (const Key& key : Noise::keys()) own.push_back(key);
  return own;
}

std::unique_ptr<Environment> make_two_arms(const Settings& settings,
                                           const EnvironmentInputs& inputs) {
  Eigen::MatrixXd contexts = Eigen::MatrixXd::Identity(2, 2);
  Eigen::VectorXd rewards(2);
  rewards << settings.real("low", 0.0, 1.0), settings.real("high", 0.0, 1.0);
  return std::make_unique<Drawn>(2, 2, settings, inputs.seed,
                                 always(std::move(contexts), std::move(rewards)));
}

std::unique_ptr<Environment> make_duplicates(const Settings& settings,
                                             const EnvironmentInputs& inputs) {
  const Eigen::Index dim = settings.integer("dim", 1, kLargestDimension);
  const Eigen::Index pairs = settings.integer("pairs", 1, kLargestDimension);
  return std::make_unique<Drawn>(
      dim, 2 * pairs, settings, inputs.seed, [pairs](Rng& rng, Round& round) {
        for (Eigen::Index pair = 0; pair < pairs; ++pair) {
          draw_unit_vector(rng, round.contexts.col(2 * pair));
          round.contexts.col(2 * pair + 1) = round.contexts.col(2 * pair);
          // A fair coin, so that the tie rule (lowest index) gains nothing.
          const double first = rng.below(2) == 1 ? 1.0 : 0.0;
          round.expected_rewards[2 * pair] = first;
          round.expected_rewards[2 * pair + 1] = 1.0 - first;
        }
      });
}

std::unique_ptr<Environment> make_near_duplicates(const Settings& settings,
                                                  const EnvironmentInputs& inputs) {
  const Eigen::Index dim = settings.integer("dim", 2, kLargestDimension);
  const Eigen::Index arms = settings.integer("arms", 1, kLargestDimension);
  const double angle = settings.real("angle", 0.0, 1.0);
  const double level = settings.real("level", 0.0, 1.0);
  const double gap = settings.real("gap", 0.0, 1.0);
  EENET_REQUIRE(gap <= level, "near-duplicates: gap=", gap, " and level=", level,
                ", expected gap <= level");
  return std::make_unique<Drawn>(dim, arms, settings, inputs.seed,
                                 [arms, angle, level, gap](Rng& rng, Round& round) {
                                   round.contexts.setZero();
                                   for (Eigen::Index i = 0; i < arms; ++i) {
                                     // The circle by its rational parametrisation: s = tan(phi/2),
                                     // phi within the arc to a part in angle^2/12, and no sine
                                     // needed.
                                     const double u = rng.uniform();
                                     const double s = u * (angle / 2.0);
                                     round.contexts(0, i) = (1.0 - s * s) / (1.0 + s * s);
                                     round.contexts(1, i) = 2.0 * s / (1.0 + s * s);
                                     round.expected_rewards[i] = u < 0.5 ? level : level - gap;
                                   }
                                 });
}

std::unique_ptr<Environment> make_antipodal(const Settings& settings,
                                            const EnvironmentInputs& inputs) {
  const Eigen::Index dim = settings.integer("dim", 1, kLargestDimension);
  const Eigen::Index pairs = settings.integer("pairs", 1, kLargestDimension);
  Eigen::MatrixXd contexts(dim, 2 * pairs);
  Eigen::VectorXd rewards(2 * pairs);
  Rng rng(inputs.seed, stream::kEnvironment);
  for (Eigen::Index pair = 0; pair < pairs; ++pair) {
    draw_unit_vector(rng, contexts.col(2 * pair));
    for (Eigen::Index k = 0; k < dim; ++k) contexts(k, 2 * pair + 1) = -contexts(k, 2 * pair);
    rewards[2 * pair] = rng.uniform();
    rewards[2 * pair + 1] = rng.uniform();
  }
  return std::make_unique<Drawn>(dim, 2 * pairs, settings, inputs.seed,
                                 always(std::move(contexts), std::move(rewards)));
}

}  // namespace

EnvironmentKind two_arms_kind() {
  return {"two-arms", "two fixed orthogonal arms: learners without exploration lock in",
          with_noise({{"low", "0.5", "expected reward of the first arm"},
                      {"high", "1", "expected reward of the second arm"}}),
          make_two_arms};
}

EnvironmentKind duplicates_kind() {
  return {"duplicates", "identical contexts in pairs, one pays 1 and the other 0",
          with_noise({{"dim", "20", "dimension d of a context"}, {"pairs", "1", "pairs of arms"}}),
          make_duplicates};
}

EnvironmentKind near_duplicates_kind() {
  return {"near-duplicates", "contexts on an arc of the given angle",
          with_noise({{"dim", "20", "dimension d of a context"},
                      {"arms", "10", "number n of arms"},
                      {"angle", "0.0001", "length of the arc, in radians, at most 1"},
                      {"level", "0.9", "expected reward on the first half of the arc"},
                      {"gap", "0", "how much less the second half pays"}}),
          make_near_duplicates};
}

EnvironmentKind antipodal_kind() {
  return {"antipodal", "fixed pairs x, -x with unrelated expected rewards",
          with_noise({{"dim", "3", "dimension d of a context"}, {"pairs", "4", "pairs of arms"}}),
          make_antipodal};
}

}  // namespace eenet
