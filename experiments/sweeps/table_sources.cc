#include "experiments/sweeps/table_sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "experiments/data/regret_files.h"
#include "experiments/formats/files.h"
#include "experiments/sweeps/coba_log.h"
#include "experiments/sweeps/plan.h"
#include "verify/nearest_word.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();
constexpr double kFailed = std::numeric_limits<double>::infinity();
constexpr const char* kEnding = "_regret.npy";

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::string& ending) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().filename().string().ends_with(ending)) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

// What decides which cell of a plan a result is, whatever data it was computed from.
std::string place_of(const Spec& environment, const Spec& method, std::uint64_t rounds,
                     bool normalise, std::uint64_t seed) {
  return fmt::format("{}\n{}\n{}\n{}\n{}", environment.to_text(), method.to_text(), rounds,
                     normalise, seed);
}

// Every result of the folder, without its curve.
class Results {
 public:
  explicit Results(const std::filesystem::path& folder) {
    for (const std::filesystem::path& path : files_in(folder / "results", ".json")) {
      add(path, read_cell_result(path));
    }
  }

  struct One {
    std::filesystem::path path;
    double regret = 0.0;
    std::string data;
    std::uint64_t version = 0;
  };

  [[nodiscard]] const One* find(const std::string& place) const {
    const auto found = by_place_.find(place);
    return found == by_place_.end() ? nullptr : &found->second;
  }

 private:
  // Of two versions of results the later one counts; of two sets of data none could.
  void add(const std::filesystem::path& path, const CellResult& result) {
    const CellKey& key = result.key;
    One one = {path, result.status == CellStatus::kDone ? result.regret : kFailed, key.data,
               key.results_version};
    const auto [found, is_new] = by_place_.try_emplace(
        place_of(key.environment, key.method, key.rounds, key.normalise, key.seed), one);
    if (is_new || found->second.version > one.version) return;
    if (found->second.version == one.version) {
      throw std::runtime_error(
          fmt::format("{}: the same cell as {}, from other data, expected results of one set of "
                      "data",
                      path.string(), found->second.path.string()));
    }
    found->second = std::move(one);
  }

  std::map<std::string, One> by_place_;
};

RunDetails details_of(const std::filesystem::path& result, const std::filesystem::path& times) {
  CellResult cell = read_cell_result(result);
  RunDetails details;
  details.curve = std::move(cell.curve);
  details.directions = cell.directions;
  details.rounds = cell.rounds;
  const std::filesystem::path time = times / result.filename();
  if (std::filesystem::exists(time)) {
    const Json json = Json::parse(read_file(time), nullptr, false);
    if (json.is_object() && json.contains("decision_seconds") &&
        json.contains("training_seconds")) {
      details.decision_seconds = number_from_json(json.at("decision_seconds"));
      details.training_seconds = number_from_json(json.at("training_seconds"));
    }
  }
  return details;
}

MethodRuns runs_of(const SweepPlan& plan, const PlannedMethod& method,
                   const PlannedEnvironment& environment, const Results& results,
                   const std::filesystem::path& folder) {
  MethodRuns runs;
  runs.environment = environment.label;
  runs.environment_name = environment.spec.name;
  runs.method = method.label;
  runs.method_name = method.settings.front().name;
  runs.paper = method.paper;
  for (const Spec& setting : method.settings) runs.settings.push_back(setting.to_text());
  runs.regret.setConstant(static_cast<Index>(method.settings.size()),
                          static_cast<Index>(plan.seeds.size()), kMissing);
  std::vector<std::vector<std::filesystem::path>> paths(method.settings.size());
  for (std::size_t i = 0; i < method.settings.size(); ++i) {
    for (std::size_t j = 0; j < plan.seeds.size(); ++j) {
      const Results::One* one =
          results.find(place_of(environment.spec, method.settings[i], environment.rounds,
                                environment.normalise, plan.seeds[j]));
      paths[i].push_back(one == nullptr ? std::filesystem::path() : one->path);
      if (one != nullptr) runs.regret(static_cast<Index>(i), static_cast<Index>(j)) = one->regret;
    }
  }
  for (const std::uint64_t seed : plan.seeds) runs.streams.push_back(fmt::format("seed {}", seed));
  runs.choosing = theory::choosing_seeds(runs.regret.cols());
  runs.details = [paths, folder](std::size_t setting, std::size_t seed) {
    return details_of(paths.at(setting).at(seed), folder / "times");
  };
  return runs;
}

// Regret curves as the code of the paper's authors writes them.
MethodRuns read_regret_array(const std::filesystem::path& path) {
  const RegretInput input = read_regret_npy(path, {});
  const std::string file = path.filename().string();
  MethodRuns runs;
  runs.environment =
      std::filesystem::absolute(path).lexically_normal().parent_path().filename().string();
  runs.environment_name = verify::lower_case(runs.environment);
  runs.method = file.substr(0, file.size() - std::string(kEnding).size());
  if (runs.method.empty()) runs.method = file;
  runs.paper = usual_paper_place(runs.method);
  runs.settings = {file};
  runs.regret = input.curves.regret.bottomRows(1);
  const theory::RegretCurves curves = input.curves;
  runs.details = [curves](std::size_t, std::size_t run) {
    RunDetails details;
    const std::size_t step = std::max<std::size_t>(1, curves.rounds.size() / 200);
    for (std::size_t i = 0; i < curves.rounds.size(); ++i) {
      if ((i + 1) % step != 0 && i + 1 != curves.rounds.size()) continue;
      CurvePoint point;
      point.round = curves.rounds[i];
      point.regret = curves.regret(static_cast<Index>(i), static_cast<Index>(run));
      details.curve.push_back(point);
    }
    return details;
  };
  return runs;
}

}  // namespace

std::vector<MethodRuns> read_sweep(const std::filesystem::path& folder) {
  const Results results(folder);
  std::vector<MethodRuns> all;
  for (const std::filesystem::path& path : files_in(folder / "plans", ".toml")) {
    const SweepPlan plan = read_plan(path);
    // By environment, as a reader compares: the order of the plan within each.
    for (std::size_t environment = 0; environment < plan.environments.size(); ++environment) {
      for (const PlannedMethod& method : plan.methods) {
        if (std::find(method.environments.begin(), method.environments.end(), environment) ==
            method.environments.end()) {
          continue;
        }
        all.push_back(runs_of(plan, method, plan.environments[environment], results, folder));
      }
    }
  }
  return all;
}

std::vector<MethodRuns> read_table_source(const std::filesystem::path& path) {
  std::error_code ignored;  // reading tells
  if (!std::filesystem::is_directory(path, ignored)) {
    if (path.string().ends_with(kEnding)) return {read_regret_array(path)};
    return read_coba_log(path);
  }
  if (std::filesystem::is_directory(path / "results") &&
      std::filesystem::is_directory(path / "plans")) {
    std::vector<MethodRuns> runs = read_sweep(path);
    if (!runs.empty()) return runs;
  }
  std::vector<MethodRuns> all;
  for (const std::filesystem::path& file : files_in(path, kEnding)) {
    all.push_back(read_regret_array(file));
  }
  if (!all.empty()) return all;
  throw std::runtime_error(
      fmt::format("{}: neither the folder of eenet sweep --out (results, plans) nor one with files "
                  "METHOD_regret.npy",
                  path.string()));
}

}  // namespace eenet::experiments
