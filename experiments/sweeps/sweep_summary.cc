#include "experiments/sweeps/sweep_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

constexpr std::size_t kMostTrouble = 10;  // sentences for people; the JSON has all

struct RowSum {
  std::uint64_t seeds = 0;
  std::uint64_t without_regret = 0;
  double regret = 0.0;
};

}  // namespace

Json sweep_summary(const SweepCells& cells, const SweepFolder& folder) {
  const SweepPlan& plan = cells.plan();
  std::map<CellStatus, std::uint64_t> counts;
  std::uint64_t missing = 0;
  // By environment, method and setting: the order of the plan, whatever that of the cells.
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, RowSum> sums;
  Json trouble = Json::array();
  for (const PlannedCell& cell : cells.all()) {
    const CellKey key = cells.key(cell);
    const auto result = folder.result(key);
    if (!result) {
      ++missing;
      continue;
    }
    ++counts[result->status];
    RowSum& sum = sums[{cell.environment, cell.method, cell.setting}];
    if (result->status == CellStatus::kDone) {
      ++sum.seeds;
      sum.regret += result->regret;
    } else {
      ++sum.without_regret;
      trouble.push_back({{"cell", key.name()},
                         {"status", to_text(result->status)},
                         {"sentence", result->sentence}});
    }
  }
  Json rows = Json::array();
  for (const auto& [place, sum] : sums) {
    const auto& [environment, method, setting] = place;
    rows.push_back({{"environment", plan.environments[environment].label},
                    {"method", plan.methods[method].label},
                    {"setting", plan.methods[method].settings[setting].to_text()},
                    {"seeds", sum.seeds},
                    {"without_regret", sum.without_regret},
                    {"mean_regret",
                     sum.seeds == 0 ? Json() : Json(sum.regret / static_cast<double>(sum.seeds))}});
  }
  return document("sweep", {{"plan", plan.name},
                            {"results_version", kResultsVersion},
                            {"cells", cells.all().size()},
                            {"done", counts[CellStatus::kDone]},
                            {"diverged", counts[CellStatus::kDiverged]},
                            {"failed", counts[CellStatus::kFailed]},
                            {"missing", missing},
                            {"rows", rows},
                            {"trouble", trouble}});
}

std::string sweep_summary_text(const Json& summary) {
  std::string text = fmt::format(
      "{}: {} cells, {} done, {} diverged, {} failed, {} missing\n",
      summary.at("plan").get<std::string>(), summary.at("cells").get<std::uint64_t>(),
      summary.at("done").get<std::uint64_t>(), summary.at("diverged").get<std::uint64_t>(),
      summary.at("failed").get<std::uint64_t>(), summary.at("missing").get<std::uint64_t>());
  std::vector<std::pair<std::string, const Json*>> best;
  for (const Json& row : summary.at("rows")) {
    if (row.at("mean_regret").is_null()) continue;
    const std::string place =
        row.at("environment").get<std::string>() + "\n" + row.at("method").get<std::string>();
    const auto found = std::find_if(best.begin(), best.end(),
                                    [&place](const auto& one) { return one.first == place; });
    if (found == best.end()) {
      best.emplace_back(place, &row);
    } else if (row.at("mean_regret") < found->second->at("mean_regret")) {
      found->second = &row;
    }
  }
  std::vector<std::vector<std::string>> table = {
      {"environment", "method", "mean regret", "seeds", "best setting of its grid so far"}};
  for (const auto& [place, row] : best) {
    table.push_back({row->at("environment"), row->at("method"),
                     number_text(row->at("mean_regret").get<double>()),
                     fmt::format("{}", row->at("seeds").get<std::uint64_t>()),
                     row->at("setting").get<std::string>()});
  }
  if (!best.empty()) text += table_text(table);
  std::size_t told = 0;
  for (const Json& one : summary.at("trouble")) {
    if (++told > kMostTrouble) break;
    text += printable(fmt::format("{} {}: {}", one.at("cell").get<std::string>(),
                                  one.at("status").get<std::string>(),
                                  one.at("sentence").get<std::string>())) +
            "\n";
  }
  if (told > kMostTrouble) {
    text +=
        fmt::format("and {} more, see summary.json\n", summary.at("trouble").size() - kMostTrouble);
  }
  return text;
}

}  // namespace eenet::experiments
