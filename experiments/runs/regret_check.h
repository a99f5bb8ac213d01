// Empirical regret held against growth and bounds: everything that `eenet regret check` finds out.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/data/regret_files.h"
#include "theory/regret/kinds_of_run.h"
#include "theory/regret/promised_bound.h"
#include "theory/regret/regret_growth.h"
#include "verify/regret/growth_controls.h"

namespace eenet::experiments {

struct PromiseOfBound {
  theory::PromisedBound bound;
  theory::PromiseCheck check;
};

struct RegretCheck {
  RegretInput input;
  double level = 0.99;
  double delta = 0.1;
  theory::GrowthReport growth;
  std::uint64_t growth_round = 0;  // the last round that growth is read off: 4q
  std::vector<theory::KindOfRun> kinds;
  std::vector<PromiseOfBound> promises;          // one per bound
  std::vector<verify::ControlOutcome> controls;  // empty unless wanted
};

// Throws std::invalid_argument on curves that require_regret refuses.
RegretCheck check_regret(RegretInput input, std::vector<theory::PromisedBound> bounds, double level,
                         double delta);

// Plays the controls with the seeds of the input, in its environment. Requires that both are known.
std::vector<verify::ControlOutcome> play_controls(const RegretInput& input, double level,
                                                  unsigned jobs, bool quiet);

// Whether a control came out as it must not; whether something was not decided.
bool control_failed(const RegretCheck& check);
bool is_inconclusive(const RegretCheck& check);

}  // namespace eenet::experiments
