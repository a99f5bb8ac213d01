// What a sweep has found: the same for any number of jobs, machines and interruptions.
#pragma once

#include <string>

#include "experiments/sweeps/cells.h"

namespace eenet::experiments {

// {"schema": "eenet.sweep/1", "plan", "results_version", "cells", "done", "diverged", "failed",
// "missing", "rows", "trouble"}: docs/schemas/sweep.json. Reads one result at a time.
Json sweep_summary(const SweepCells& cells, const SweepFolder& folder);

// For people: the best setting of every method so far, and what went wrong.
std::string sweep_summary_text(const Json& summary);

}  // namespace eenet::experiments
