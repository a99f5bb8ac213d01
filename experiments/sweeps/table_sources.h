// Where the runs of a table are from: the folder of a sweep, arrays of regret, a log of coba's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/sweeps/table.h"

namespace eenet::experiments {

// What is at the path: the folder of `eenet sweep --out`, a folder with files `METHOD_regret.npy`
// (runs x rounds, summed; the folder's name is that of the environment), one such file, or a log of
// coba's. Throws std::runtime_error with the path and what was expected.
std::vector<MethodRuns> read_table_source(const std::filesystem::path& path);

// The rows of the plans in DIR/plans, with the results in DIR/results.
std::vector<MethodRuns> read_sweep(const std::filesystem::path& folder);

}  // namespace eenet::experiments
