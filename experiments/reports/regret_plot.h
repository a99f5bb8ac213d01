// The picture of `eenet regret check`: single runs, their mean with its interval, the bounds, a
// line and a square root through the mean, and the trivial bound.
#pragma once

#include <string>

#include "experiments/runs/regret_check.h"

namespace eenet::experiments {

std::string regret_plot(const RegretCheck& check);

}  // namespace eenet::experiments
