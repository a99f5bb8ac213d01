// Runs the cells of a plan that a folder does not have yet. No locks and no leases: what is
// finished is a file, renamed into place, and any number of processes and machines may work on one
// folder.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweeps/cells.h"

namespace eenet::experiments {

struct SweepSettings {
  std::filesystem::path out;
  unsigned jobs = 1;  // changes the speed, never a result
  Shard shard;
  std::optional<std::string> cell;  // this one alone
  bool retry = false;               // cells that failed or diverged are run again
  bool quiet = false;
};

// Those of the shard, or the one that is asked for, that are not done.
std::vector<PlannedCell> missing_cells(const SweepCells& cells, const SweepSettings& settings);

// Throws Interrupted on a signal. A run that diverges, is refused or does not fit into memory is a
// result with its sentence.
void run_sweep(const SweepCells& cells, const SweepSettings& settings);

}  // namespace eenet::experiments
