// Environments: contexts, expected rewards and noise against their definitions, and the
// interaction. [EENET, Problem Definition]
#include <algorithm>
#include <cmath>
#include <memory>

#include "reference/elementary.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "verify/generators/contexts.h"
#include "verify/generators/numbers.h"
#include "verify/plain/features.h"
#include "verify/properties/comparison.h"
#include "verify/properties/interaction.h"
#include "verify/rounding.h"

namespace eenet::verify {

namespace {

struct Scene {
  explicit Scene(const Case& one)
      : spec(complete_environment_spec(random_environment(one))),
        environment(make_environment(spec, {one.seed, false, {}})) {}

  Spec spec;
  std::unique_ptr<Environment> environment;
};

// A round as docs/numerics.md and the short sources have it.
struct ExpectedRound {
  std::vector<plain::Numbers> contexts;
  plain::Numbers expected_rewards;  // empty where h is a function of the context
};

ExpectedRound pairs_that_differ_in_reward(const Scene& scene, Rng& rng) {
  ExpectedRound round;
  for (std::uint64_t pair = 0; pair < plain::whole_number(scene.spec, "pairs"); ++pair) {
    const plain::Numbers x = plain::unit_vector(rng, plain::whole_number(scene.spec, "dim"));
    round.contexts.insert(round.contexts.end(), {x, x});
    const bool first_pays = rng.below(2) == 1;
    round.expected_rewards.insert(round.expected_rewards.end(),
                                  {first_pays ? 1.0 : 0.0, first_pays ? 0.0 : 1.0});
  }
  return round;
}

ExpectedRound points_on_an_arc(const Scene& scene, Rng& rng) {
  ExpectedRound round;
  const double level = plain::decimal(scene.spec, "level");
  for (std::uint64_t i = 0; i < plain::whole_number(scene.spec, "arms"); ++i) {
    const double u = rng.uniform();
    const double s = u * (plain::decimal(scene.spec, "angle") / 2.0);
    plain::Numbers x(plain::whole_number(scene.spec, "dim"), 0.0);
    x[0] = (1.0 - s * s) / (1.0 + s * s);
    x[1] = 2.0 * s / (1.0 + s * s);
    round.contexts.push_back(x);
    round.expected_rewards.push_back(u < 0.5 ? level : level - plain::decimal(scene.spec, "gap"));
  }
  return round;
}

ExpectedRound fixed_opposite_pairs(const Scene& scene, std::uint64_t seed) {
  ExpectedRound round;
  Rng rng(seed, "environment", 0);
  for (std::uint64_t pair = 0; pair < plain::whole_number(scene.spec, "pairs"); ++pair) {
    plain::Numbers x = plain::unit_vector(rng, plain::whole_number(scene.spec, "dim"));
    round.contexts.push_back(x);
    for (double& entry : x) entry = -entry;
    round.contexts.push_back(x);
    for (int arm = 0; arm < 2; ++arm) round.expected_rewards.push_back(rng.uniform());
  }
  return round;
}

ExpectedRound drawn_contexts(const Scene& scene, Rng& rng) {
  const std::uint64_t dim = plain::whole_number(scene.spec, "dim");
  const std::uint64_t arms = plain::whole_number(scene.spec, "arms");
  ExpectedRound round;
  if (scene.spec.given.at("contexts") == "sphere") {
    for (std::uint64_t i = 0; i < arms; ++i) round.contexts.push_back(plain::unit_vector(rng, dim));
    return round;
  }
  const plain::Numbers block = plain::unit_vector(rng, dim / arms);
  for (std::uint64_t i = 0; i < arms; ++i) {
    plain::Numbers x(dim, 0.0);
    std::copy(block.begin(), block.end(),
              x.begin() + static_cast<std::ptrdiff_t>(i * block.size()));
    round.contexts.push_back(x);
  }
  return round;
}

// Leaves `rng` where the noise is drawn.
ExpectedRound expected_round(const Scene& scene, std::uint64_t seed, Rng& rng) {
  if (scene.spec.name == "duplicates") return pairs_that_differ_in_reward(scene, rng);
  if (scene.spec.name == "near-duplicates") return points_on_an_arc(scene, rng);
  if (scene.spec.name == "antipodal") return fixed_opposite_pairs(scene, seed);
  if (scene.spec.name == "two-arms") {
    return {{{1.0, 0.0}, {0.0, 1.0}},
            {plain::decimal(scene.spec, "low"), plain::decimal(scene.spec, "high")}};
  }
  return drawn_contexts(scene, rng);
}

// h of the environments whose h is a function of the context.
class RewardFunction {
 public:
  RewardFunction(const Scene& scene, std::uint64_t seed) : name_(scene.spec.name) {
    const std::uint64_t dim = plain::whole_number(scene.spec, "dim");
    Rng rng(seed, "environment", 0);
    if (name_ == "teacher") {
      shape_ = {dim, plain::whole_number(scene.spec, "width"),
                plain::whole_number(scene.spec, "depth")};
      drawn_ = plain::initial_parameters(shape_, rng);
    } else {
      drawn_ = plain::unit_vector(rng, dim);
    }
  }

  void compare(std::size_t arm, double got, const plain::Numbers& x, Findings& findings) const {
    WorstEntry worst;
    if (name_ == "cosine") {
      const double angle = 3.0 * plain::dot(drawn_, x);
      const long double cosine = std::cos(static_cast<long double>(angle));
      // The documented error of our cosine (an ulp of a number up to 1 is at most 2^-52), then one
      // rounding of 1 + c; halving is exact.
      const long double bound = (kCosUlps * 0x1p-52L + 2.0L * 0x1p-53L) / 2.0L;
      worst.see(arm, got, (1.0L + cosine) / 2.0L, bound);
    } else {
      worst.see(arm, got, value(x), 0.0L);
    }
    worst.tell("h", findings);
  }

 private:
  [[nodiscard]] double value(const plain::Numbers& x) const {
    if (name_ == "teacher") {
      const double scale = std::sqrt(static_cast<double>(shape_.width)) / 4.0;
      return std::clamp(0.5 + scale * plain::forward(shape_, drawn_, x).value, 0.0, 1.0);
    }
    const double u = plain::dot(drawn_, x);
    return std::clamp(name_ == "linear" ? (1.0 + u) / 2.0 : u * u, 0.0, 1.0);
  }

  std::string name_;
  NaiveShape shape_;
  plain::Numbers drawn_;
};

double expected_reward_with_noise(const Scene& scene, double h, Rng& rng) {
  const std::string& noise = scene.spec.given.at("noise");
  if (noise == "none") return h;
  const double u = rng.uniform();
  if (noise == "bernoulli") return u < h ? 1.0 : 0.0;
  const double amplitude = plain::decimal(scene.spec, "amplitude");
  const double reach = std::min(amplitude, std::min(h, 1.0 - h));
  return std::clamp(h + (2.0 * u - 1.0) * reach, 0.0, 1.0);
}

void rounds_are_as_defined(const Case& any, Findings& findings) {
  const Case one = affordable(any);
  const Scene scene(one);
  const std::uint64_t t = one.rounds;
  Round round;
  scene.environment->observe(t, round);
  Rng rng(one.seed, "environment", t);
  const ExpectedRound expected = expected_round(scene, one.seed, rng);
  const std::size_t arms = expected.contexts.size();
  findings.require(static_cast<std::size_t>(round.contexts.cols()) == arms &&
                       static_cast<std::size_t>(round.expected_rewards.size()) == arms &&
                       static_cast<std::size_t>(round.rewards.size()) == arms,
                   [&] { return text("there are not ", arms, " arms"); });
  if (findings.worst().outcome == Outcome::kDisagree) return;
  for (std::size_t i = 0; i < arms; ++i) {
    require_same("x", round.contexts.col(static_cast<Eigen::Index>(i)), expected.contexts[i],
                 findings);
  }
  if (expected.expected_rewards.empty()) {
    const RewardFunction h(scene, one.seed);
    for (std::size_t i = 0; i < arms; ++i) {
      h.compare(i, round.expected_rewards[static_cast<Eigen::Index>(i)], expected.contexts[i],
                findings);
    }
  } else {
    require_same("h", round.expected_rewards, expected.expected_rewards, findings);
  }
  plain::Numbers rewards;
  for (const double h : round.expected_rewards) {
    rewards.push_back(expected_reward_with_noise(scene, h, rng));
  }
  require_same("r", round.rewards, rewards, findings);
}

// | |x|^2 - 1 |: d squares, a root and d quotients are rounded where a vector is normalised; a
// point on an arc has entries off by at most 4 roundings each.
void rounds_are_in_range(const Case& any, Findings& findings) {
  const Case one = affordable(any);
  const Scene scene(one);
  Round round;
  scene.environment->observe(one.rounds, round);
  const auto entries = static_cast<double>(round.contexts.rows());
  const long double bound = gamma(entries + 8.0, kDouble) * (1.0L + 0x1p-10L);
  WorstEntry worst;
  for (Eigen::Index i = 0; i < round.contexts.cols(); ++i) {
    long double square = 0.0L;
    for (const double entry : round.contexts.col(i)) {
      square += static_cast<long double>(entry) * entry;
    }
    worst.see(static_cast<std::size_t>(i), static_cast<double>(square - 1.0L), 0.0L, bound);
    for (const double r : {round.expected_rewards[i], round.rewards[i]}) {
      findings.require(r >= 0.0 && r <= 1.0,
                       [&] { return text("arm ", i, " has a reward of ", shown(r)); });
    }
  }
  worst.tell("|x|^2 - 1", findings);
}

void rounds_depend_on_t_alone(const Case& any, Findings& findings) {
  const Case one = affordable(any);
  const Scene scene(one);
  Rng rng = case_rng(one, "order");
  Round busy;
  Round fresh;
  for (int i = 0; i < 2; ++i) {
    // Some rounds before it, any of them, into the same memory.
    scene.environment->observe(1 + rng.below(one.rounds), busy);
    const std::uint64_t t = 1 + rng.below(one.rounds);
    scene.environment->observe(t, busy);
    fresh = Round();
    Scene(one).environment->observe(t, fresh);
    findings.require(busy.contexts == fresh.contexts && busy.rewards == fresh.rewards &&
                         busy.expected_rewards == fresh.expected_rewards,
                     [&] { return text("round ", t, " depends on what was asked before"); });
  }
}

}  // namespace

Case affordable(const Case& one) {
  constexpr std::uint64_t kLargestDimension = 12;
  constexpr std::uint64_t kLargestWidth = 4;
  constexpr std::uint64_t kLargestDepth = 3;
  Case smaller = one;
  smaller.dimension = std::min(one.dimension, kLargestDimension);
  smaller.width = std::min(one.width, kLargestWidth);
  smaller.depth = std::min(one.depth, kLargestDepth);
  return smaller;
}

Suite environments_suite() {
  Suite suite{
      "environments",
      1,
      {{"Contexts, expected rewards and rewards are the documented ones.", rounds_are_as_defined},
       {"Contexts have norm 1, and rewards lie in [0, 1].", rounds_are_in_range},
       {"A round depends on t alone, whatever was asked before.", rounds_depend_on_t_alone}}};
  for (const Property& property : interaction_properties()) suite.properties.push_back(property);
  return suite;
}

}  // namespace eenet::verify
