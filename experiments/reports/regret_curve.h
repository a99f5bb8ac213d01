// Regret over the rounds as numbers for a picture: single runs, their mean, the bounds.
#pragma once

#include <cstddef>
#include <vector>

#include "experiments/formats/json.h"
#include "experiments/runs/regret_check.h"

namespace eenet::experiments {

// At most `most` indices below `size`, evenly spaced, the first and the last among them.
std::vector<std::size_t> evenly_spaced(std::size_t size, std::size_t most);

// {"rounds": [...], "mean": [Measured, ...], "runs": [[...], ...], "bounds": {name: [...]}} at so
// many rounds at most, and of so many runs. A bound that differs from run to run has its lowest
// ends.
Json regret_curve_json(const RegretCheck& check);
inline constexpr std::size_t kCurveRounds = 50;
inline constexpr std::size_t kCurveRuns = 60;

}  // namespace eenet::experiments
