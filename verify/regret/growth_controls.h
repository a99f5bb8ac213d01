// Runs whose growth of regret is known beforehand, in the same environment as the runs that are
// judged: a check of growth that does not come out right on them says nothing about the others.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "reference/environment.h"
#include "reference/policy.h"
#include "theory/measured/answer.h"
#include "theory/regret/regret_growth.h"

namespace eenet::verify {

struct GrowthControl {
  std::string name;
  std::string meaning;
  bool loses_nothing = false;  // regret is exactly 0; otherwise it must not be sublinear
  std::function<std::unique_ptr<Policy>(const Environment& environment, std::uint64_t seed)> make;
};

// random, optimal, epsilon-greedy and frozen. Where all rounds are alike, each but `optimal` has
// the same expected regret in every round: random and epsilon-greedy given the past, frozen given
// the initial network.
const std::vector<GrowthControl>& growth_controls();

struct ControlOutcome {
  std::string name;
  std::string meaning;
  std::string expected;  // "linear", or "zero"
  std::string outcome;   // the growth that was judged, or "zero"
  theory::Measured exponent;
  double mean_final_regret = 0.0;
  theory::Answer as_it_must = theory::Answer::kUnknown;  // not known: not enough evidence
};

// From the runs of a control, with independent seeds.
ControlOutcome judge_control(const GrowthControl& control,
                             const std::vector<theory::RegretAtDoublings>& runs,
                             const theory::GrowthSettings& settings);

}  // namespace eenet::verify
