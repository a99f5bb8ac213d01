// The cells of a plan, and which of them a folder has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/formats/shard.h"
#include "experiments/sweeps/cell.h"
#include "experiments/sweeps/plan.h"

namespace eenet::experiments {

// Numbers only: a plan may have a hundred thousand of them.
struct PlannedCell {
  std::uint32_t environment = 0;  // an index into those of the plan, as the next
  std::uint32_t method = 0;
  std::uint32_t setting = 0;  // of that method
  std::uint64_t seed = 0;
  std::uint64_t hash = 0;
};

class SweepCells {
 public:
  // Makes each environment once, to see that it is there, has the rounds, and fits so many times
  // into memory; that gives the digest of its data. Throws what make_runnable throws.
  SweepCells(const SweepPlan& plan, unsigned processes);

  // Seed by seed, so that a sweep that was stopped has something of everything. Two rows with the
  // same method and settings share their cells: each is here once.
  [[nodiscard]] const std::vector<PlannedCell>& all() const { return cells_; }

  [[nodiscard]] const SweepPlan& plan() const { return plan_; }
  [[nodiscard]] CellKey key(const PlannedCell& cell) const;
  [[nodiscard]] RunPlan run_plan(const PlannedCell& cell) const;

  // The cell that a command line names, by its name or its hash alone. Throws
  // std::invalid_argument.
  [[nodiscard]] const PlannedCell& named(const std::string& name) const;

 private:
  const SweepPlan& plan_;
  std::vector<RunPlan> environments_;
  std::vector<PlannedCell> cells_;
};

// DIR of `eenet sweep --out DIR`.
class SweepFolder {
 public:
  explicit SweepFolder(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // Makes it and its folders, and removes what killed processes left beside whole files.
  void prepare() const;

  [[nodiscard]] std::filesystem::path result_path(const CellKey& key) const;
  [[nodiscard]] std::filesystem::path times_path(const CellKey& key) const;
  [[nodiscard]] std::filesystem::path plan_path(const std::string& name) const;
  [[nodiscard]] std::filesystem::path summary_path() const { return folder_ / "summary.json"; }

  [[nodiscard]] bool has(const CellKey& key) const;
  // Nothing if it is not there.
  [[nodiscard]] std::optional<CellResult> result(const CellKey& key) const;

 private:
  std::filesystem::path folder_;
};

}  // namespace eenet::experiments
