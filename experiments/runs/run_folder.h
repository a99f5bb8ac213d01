// The folder of `eenet run --out`: one run at a time writes there, its files are all of the same
// run, and a run that was stopped goes on where it stopped.
//
// Its folder `resume` says of which run the files are (run.json), and has a record for each seed
// that is done: its result, and digests of its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "experiments/formats/json.h"
#include "experiments/processes/folder_lock.h"
#include "experiments/runs/run_seed.h"

namespace eenet::experiments {

class RunFolder {
 public:
  // Makes and locks plan.out. Throws std::runtime_error with a sentence, and changes nothing, if
  // another run is writing there, or if it holds files of other settings or other seeds. The plan
  // has been made runnable, and outlives the folder.
  RunFolder(const RunPlan& plan, std::uint64_t first_seed, std::uint64_t seeds);

  // The result of a seed that this program has done with these settings, if every file of it is as
  // it was written.
  [[nodiscard]] std::optional<SeedResult> kept(std::uint64_t seed) const;

  // Runs the seed anew, instead of all that there is of it, and notes its result.
  SeedResult make(std::uint64_t seed, const std::function<void()>& on_round) const;

  // runs.json and regret.csv, of all seeds together.
  void remove_summary() const;

 private:
  void require_same_run() const;
  void require_no_other_seeds(std::uint64_t first, std::uint64_t seeds) const;

  const RunPlan& plan_;
  std::filesystem::path folder_;
  std::optional<FolderLock> lock_;
  Json settings_;
};

}  // namespace eenet::experiments
