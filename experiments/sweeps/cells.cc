#include "experiments/sweeps/cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "experiments/formats/files.h"
#include "reference/require.h"

namespace eenet::experiments {

SweepCells::SweepCells(const SweepPlan& plan, unsigned processes) : plan_(plan) {
  for (const PlannedEnvironment& planned : plan.environments) {
    RunPlan run;
    run.environment = planned.spec;
    run.method = Spec{"random", {}};  // any: what a method needs is seen in its cells
    run.rounds = planned.rounds;
    run.normalise = planned.normalise;
    make_runnable(run, plan.seeds.front(), processes);
    environments_.push_back(std::move(run));
  }
  std::unordered_set<std::uint64_t> known;
  for (const std::uint64_t seed : plan.seeds) {
    for (std::uint32_t method = 0; method < plan.methods.size(); ++method) {
      const PlannedMethod& row = plan.methods[method];
      for (const std::size_t environment : row.environments) {
        for (std::uint32_t setting = 0; setting < row.settings.size(); ++setting) {
          PlannedCell cell = {static_cast<std::uint32_t>(environment), method, setting, seed, 0};
          cell.hash = key(cell).hash();
          if (known.insert(cell.hash).second) cells_.push_back(cell);
        }
      }
    }
  }
}

CellKey SweepCells::key(const PlannedCell& cell) const {
  const RunPlan& run = environments_[cell.environment];
  CellKey key;
  key.environment = run.environment;
  key.method = plan_.methods[cell.method].settings[cell.setting];
  key.rounds = run.rounds;
  key.normalise = run.normalise;
  key.seed = cell.seed;
  key.data = run.arrays_digest;
  return key;
}

RunPlan SweepCells::run_plan(const PlannedCell& cell) const {
  RunPlan run = environments_[cell.environment];
  run.method = plan_.methods[cell.method].settings[cell.setting];
  return run;
}

const PlannedCell& SweepCells::named(const std::string& name) const {
  const std::string hash = name.substr(name.rfind('.') + 1);
  const auto found = std::find_if(cells_.begin(), cells_.end(), [&hash](const PlannedCell& cell) {
    return fmt::format("{:016x}", cell.hash) == hash;
  });
  EENET_REQUIRE(found != cells_.end(), "--cell ", name, ": the plan ", plan_.name,
                " has no such cell, expected one of those that `eenet sweep cells` prints");
  return *found;
}

void SweepFolder::prepare() const {
  for (const char* part : {"results", "times", "plans"}) {
    make_writable_folder(folder_ / part);
    remove_partial_copies(folder_ / part);
  }
  remove_partial_copies(folder_);
}

std::filesystem::path SweepFolder::result_path(const CellKey& key) const {
  return folder_ / "results" / (key.name() + ".json");
}

std::filesystem::path SweepFolder::times_path(const CellKey& key) const {
  return folder_ / "times" / (key.name() + ".json");
}

std::filesystem::path SweepFolder::plan_path(const std::string& name) const {
  return folder_ / "plans" / (name + ".toml");
}

bool SweepFolder::has(const CellKey& key) const {
  return std::filesystem::exists(result_path(key));
}

std::optional<CellResult> SweepFolder::result(const CellKey& key) const {
  if (!has(key)) return std::nullopt;
  return read_cell_result(result_path(key));
}

}  // namespace eenet::experiments
