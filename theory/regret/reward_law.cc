#include "theory/regret/reward_law.h"

#include <algorithm>
#include <cmath>

#include "reference/environments/recorded_rounds.h"
#include "reference/registry.h"
#include "reference/require.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

// A uniform number of the generator is a multiple of 2^-53: the probability of 1, and the mean, are
// off by at most one such step each.
constexpr double kGrid = 0x1p-52;

Interval distance(const Interval& a, const Interval& b) {
  const Interval difference = a - b;
  if (difference.lower >= 0.0) return difference;
  if (difference.upper <= 0.0) return {-difference.upper, -difference.lower};
  return {0.0, std::max(-difference.lower, difference.upper)};
}

Interval widened(const Interval& x) {
  return {below(x.lower - kGrid), above(x.upper + kGrid)};
}

// E |c - r| for r uniform on [h - b, h + b], as a function of the distance of c from h: it grows.
double within_reach(double gap, double reach, bool upwards) {
  if (gap >= reach) return gap;
  const Interval mean =
      (exactly(gap) * exactly(gap) + exactly(reach) * exactly(reach)) / exactly(2.0 * reach);
  return upwards ? mean.upper : mean.lower;
}

}  // namespace

RewardLaw RewardLaw::of(const Spec& environment) {
  RewardLaw law;
  const auto found = environment.given.find("noise");
  if (found == environment.given.end() || found->second == "none") return law;
  if (found->second == "bernoulli") {
    law.noise = RewardNoise::kBernoulli;
    return law;
  }
  EENET_REQUIRE(found->second == "bounded", "reward law: noise=", found->second,
                ", expected none, bernoulli or bounded");
  EENET_REQUIRE(environment.given.contains("amplitude"), "reward law: environment.settings has no ",
                "amplitude, expected it beside noise=bounded");
  const Settings settings("environment " + environment.name,
                          {{"amplitude", "", "largest deviation"}},
                          {{"amplitude", environment.given.at("amplitude")}});
  law.noise = RewardNoise::kBounded;
  law.amplitude = settings.real("amplitude", 0.0, 1.0);
  return law;
}

RewardLaw RewardLaw::of(const Trace& trace) {
  const Spec& environment = trace.header.environment;
  if (is_known_environment(environment) || environment.given.contains("noise")) {
    return of(environment);
  }
  bool none = true;
  bool bernoulli = true;
  for (const TraceRound& round : trace.rounds) {
    EENET_REQUIRE(round.rewards && round.expected_rewards, "reward law: round ", round.t,
                  " has no ", round.rewards ? "expected_rewards" : "rewards",
                  ", expected them of every arm");
    none = none && *round.rewards == *round.expected_rewards;
    bernoulli = bernoulli &&
                std::ranges::all_of(*round.rewards, [](double r) { return r == 0.0 || r == 1.0; });
  }
  EENET_REQUIRE(none || bernoulli,
                "reward law: environment.settings has no noise, and environment ", environment.name,
                " is not known here, expected noise=none, bernoulli or bounded (with amplitude)");
  return {none ? RewardNoise::kNone : RewardNoise::kBernoulli, 0.0};
}

Interval RewardLaw::expected_error(const Interval& prediction, double h) const {
  const Interval gap = distance(prediction, exactly(h));
  switch (noise) {
    case RewardNoise::kNone:
      return gap;
    case RewardNoise::kBernoulli: {
      const Interval if_one = exactly(h) * distance(prediction, exactly(1.0));
      const Interval if_zero = (exactly(1.0) - exactly(h)) * distance(prediction, exactly(0.0));
      return widened(if_one + if_zero);
    }
    default: {
      const double reach = std::min({amplitude, h, 1.0 - h});
      return widened({within_reach(gap.lower, reach, false), within_reach(gap.upper, reach, true)});
    }
  }
}

}  // namespace eenet::theory
