// Results of larger experiments, as `eenet run --out` and sweeps leave them in a folder.
#pragma once

#include <filesystem>

#include "experiments/formats/json.h"

namespace eenet::experiments {

// Every JSON document below the folder, by its schema: {"folder", "files", "results": [{"file",
// "environment", "method", "rounds", "seeds", "regret", "paper"}], "growth": [...], "judged":
// [...], "skipped": [{"file", "reason"}]}. "paper" is the number of the paper's table where the
// environment is one of its data sets and the method one of its rows, else null. Throws
// std::runtime_error if there is no such folder, or nothing in it that a report can show.
Json results_in(const std::filesystem::path& folder);

}  // namespace eenet::experiments
