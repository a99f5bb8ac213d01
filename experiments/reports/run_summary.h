// The runs of all seeds together: the expected regret with its ends, and the three formats in which
// `eenet run` reports it.
#pragma once

#include <string>
#include <vector>

#include "experiments/runs/run_seed.h"
#include "theory/measured/measured.h"

namespace eenet::experiments {

// The expected regret over seeds after all rounds. A run that diverged counts with what it lost
// until then, and leaves only the proven ends.
theory::Measured expected_regret(const RunPlan& plan, const std::vector<SeedResult>& results);

std::string run_summary_json(const RunPlan& plan, const std::vector<SeedResult>& results);
std::string run_summary_csv(const std::vector<SeedResult>& results);
std::string run_summary_text(const RunPlan& plan, const std::vector<SeedResult>& results);

}  // namespace eenet::experiments
