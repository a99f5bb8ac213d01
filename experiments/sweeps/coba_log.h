// The log that coba's experiments write: a JSON array per line.
//
//     ["version", 4]
//     ["E", 0, {"env_type": ..., ...}]            an environment ("S" before version 4)
//     ["L", 0, {"family": ..., ...}]              a learner
//     ["I", [0, 0], {"_packed": {"reward": [...], "regret": [...]}}]
//
// The last is one learner in one environment, a number per round. Environments that differ in their
// seeds alone are runs of one.
#pragma once

#include <filesystem>
#include <vector>

#include "experiments/sweeps/table.h"

namespace eenet::experiments {

// Regret is recorded as "regret", or is "max_reward" minus "reward". Throws std::runtime_error with
// the path, the line and what was expected.
std::vector<MethodRuns> read_coba_log(const std::filesystem::path& path);

}  // namespace eenet::experiments
