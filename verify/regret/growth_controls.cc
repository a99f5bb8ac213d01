#include "verify/regret/growth_controls.h"

#include <algorithm>

#include "reference/registry.h"
#include "reference/require.h"
#include "verify/regret/control_policies.h"

namespace eenet::verify {

namespace {

using theory::Answer;
using theory::Growth;

constexpr double kEpsilon = 0.5;
constexpr const char* kNetwork = "eenet:width=16";

std::unique_ptr<Policy> registered(const std::string& method, const Environment& environment,
                                   std::uint64_t seed) {
  return make_policy(complete_policy_spec(Spec::parse(method)), environment, {seed, {}});
}

std::vector<GrowthControl> all_controls() {
  return {{"random", "an arm uniformly at random", false,
           [](const Environment& environment, std::uint64_t seed) {
             return registered("random", environment, seed);
           }},
          {"optimal", "an arm with the largest expected reward", true,
           [](const Environment& environment, std::uint64_t seed) {
             return registered("optimal", environment, seed);
           }},
          {"epsilon-greedy", "the best arm, but with probability 1/2 a uniform one", false,
           [](const Environment& environment, std::uint64_t seed) {
             return epsilon_greedy(registered("optimal", environment, seed), kEpsilon, seed);
           }},
          {"frozen", "networks that never learn", false,
           [](const Environment& environment, std::uint64_t seed) {
             return frozen(registered(kNetwork, environment, seed));
           }}};
}

}  // namespace

const std::vector<GrowthControl>& growth_controls() {
  static const std::vector<GrowthControl> kControls = all_controls();
  return kControls;
}

ControlOutcome judge_control(const GrowthControl& control,
                             const std::vector<theory::RegretAtDoublings>& runs,
                             const theory::GrowthSettings& settings) {
  const theory::GrowthReport growth = theory::judge_growth(runs, settings);
  ControlOutcome outcome;
  outcome.name = control.name;
  outcome.meaning = control.meaning;
  outcome.exponent = growth.exponent;
  bool nothing = true;
  for (const theory::RegretAtDoublings& run : runs) {
    nothing = nothing && run.full == 0.0;
    outcome.mean_final_regret += run.full / static_cast<double>(runs.size());
  }
  outcome.expected = control.loses_nothing ? "zero" : theory::to_text(Growth::kLinear);
  outcome.outcome = nothing ? "zero" : theory::to_text(growth.growth);
  if (outcome.outcome == outcome.expected) {
    outcome.as_it_must = Answer::kYes;
  } else if (control.loses_nothing || growth.growth == Growth::kSublinear) {
    outcome.as_it_must = Answer::kNo;
  }
  return outcome;
}

}  // namespace eenet::verify
