#include "experiments/sweeps/coba_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "experiments/formats/files.h"
#include "verify/nearest_word.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;
using Pair = std::pair<std::int64_t, std::int64_t>;  // environment, learner

constexpr std::size_t kCurvePoints = 200;

class Log {
 public:
  explicit Log(std::filesystem::path path) : path_(std::move(path)) {
    require_regular_file(path_);
    std::istringstream lines(read_file(path_));
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
      const Json record = Json::parse(line, nullptr, false);
      // A log whose experiment was killed ends within a line.
      if (record.is_discarded() && lines.peek() == std::istringstream::traits_type::eof()) break;
      read(record);
    }
    if (runs_.empty()) reject("no interactions [\"I\", [environment, learner], {...}]");
  }

  [[nodiscard]] std::vector<MethodRuns> runs() const {
    std::vector<MethodRuns> all;
    for (const std::string& environment : environments_in_order()) {
      for (const auto& [learner, label] : learners_) {
        MethodRuns runs = runs_of(environment, learner, label);
        if (runs.regret.cols() > 0) all.push_back(std::move(runs));
      }
    }
    return all;
  }

 private:
  [[noreturn]] void reject(const std::string& what) const {
    throw std::runtime_error(
        fmt::format("{}: line {}: {}, expected a log of coba's: a JSON array "
                    "per line, [\"version\", 4] first",
                    path_.string(), line_, what));
  }

  void read(const Json& record) {
    if (!record.is_array() || record.empty() || !record[0].is_string()) reject("no record");
    const std::string kind = record[0].get<std::string>();
    if (line_ == 1 && kind != "version") reject("no version");
    try {
      if (kind == "E" || kind == "S") {
        environments_[record.at(1).get<std::int64_t>()] = name_of(record.at(2), "env_type");
      } else if (kind == "L") {
        add_learner(record.at(1).get<std::int64_t>(), record.at(2));
      } else if (kind == "I") {
        add_run(record);
      }
    } catch (const nlohmann::json::exception& error) {
      reject(error.what());
    }
  }

  // The type with its settings, but for seeds: "OpenmlSimulation, openml_data=150".
  static std::string name_of(const Json& settings, const char* type) {
    std::string rest;
    std::string name = settings.value(type, std::string("environment"));
    for (const auto& [key, value] : settings.items()) {
      if (key == type || key.find("seed") != std::string::npos || value.is_null()) continue;
      if (key == "environment_id" || key == "shuffle") continue;
      rest +=
          fmt::format(", {}={}", key, value.is_string() ? value.get<std::string>() : value.dump());
    }
    return name + rest;
  }

  void add_learner(std::int64_t id, const Json& settings) {
    std::string label = settings.value("full_name", name_of(settings, "family"));
    for (const auto& [other, taken] : learners_) {
      if (other != id && taken == label) label += fmt::format(" ({})", id);
    }
    learners_[id] = label;
  }

  void add_run(const Json& record) {
    const Json& ids = record.at(1);
    const Json& packed = record.at(2).at("_packed");
    std::vector<double> regret;
    if (packed.contains("regret")) {
      regret = packed.at("regret").get<std::vector<double>>();
    } else if (packed.contains("max_reward") && packed.contains("reward")) {
      const auto best = packed.at("max_reward").get<std::vector<double>>();
      const auto got = packed.at("reward").get<std::vector<double>>();
      if (best.size() != got.size()) reject("rewards and largest rewards of different rounds");
      for (std::size_t i = 0; i < got.size(); ++i) regret.push_back(best[i] - got[i]);
    } else {
      reject("rewards without regret (record=['regret'] of coba's evaluator adds it)");
    }
    double sum = 0.0;
    for (double& one : regret) one = sum += one;
    if (regret.empty() || !std::isfinite(sum)) reject("no finite regret");
    const Pair pair = {ids.at(0).get<std::int64_t>(), ids.at(1).get<std::int64_t>()};
    if (!runs_.emplace(pair, std::move(regret)).second) reject("a run stands twice");
    learners_.try_emplace(pair.second, fmt::format("learner {}", pair.second));
    environments_.try_emplace(pair.first, fmt::format("environment {}", pair.first));
  }

  [[nodiscard]] std::vector<std::string> environments_in_order() const {
    std::vector<std::string> names;
    for (const auto& [id, name] : environments_) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
  }

  [[nodiscard]] MethodRuns runs_of(const std::string& environment, std::int64_t learner,
                                   const std::string& label) const {
    MethodRuns runs;
    runs.environment = environment;
    runs.environment_name = verify::lower_case(environment);
    runs.method = label;
    runs.settings = {label};
    const auto curves = std::make_shared<std::vector<std::vector<double>>>();
    std::vector<double> last;
    for (const auto& [id, name] : environments_) {
      const auto found = runs_.find({id, learner});
      if (name != environment || found == runs_.end()) continue;
      curves->push_back(found->second);
      last.push_back(found->second.back());
      runs.streams.push_back(fmt::format("environment {}", id));
    }
    runs.regret =
        Eigen::Map<const Eigen::RowVectorXd>(last.data(), static_cast<Index>(last.size()));
    runs.details = [curves](std::size_t, std::size_t run) {
      RunDetails details;
      const std::vector<double>& curve = curves->at(run);
      const std::size_t step = std::max<std::size_t>(1, curve.size() / kCurvePoints);
      for (std::size_t i = 0; i < curve.size(); ++i) {
        if ((i + 1) % step != 0 && i + 1 != curve.size()) continue;
        CurvePoint point;
        point.round = i + 1;
        point.regret = curve[i];
        details.curve.push_back(point);
      }
      return details;
    };
    return runs;
  }

  std::filesystem::path path_;
  std::uint64_t line_ = 0;
  std::map<std::int64_t, std::string> environments_;
  std::map<std::int64_t, std::string> learners_;
  std::map<Pair, std::vector<double>> runs_;
};

}  // namespace

std::vector<MethodRuns> read_coba_log(const std::filesystem::path& path) {
  return Log(path).runs();
}

}  // namespace eenet::experiments
