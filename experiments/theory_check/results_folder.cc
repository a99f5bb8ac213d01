#include "experiments/theory_check/results_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

#include "experiments/formats/files.h"
#include "reference/require.h"
#include "reference/trace_file.h"
#include "verify/claims/paper_tables.h"

namespace eenet::experiments {

namespace {

// A file of results is no larger; traces and arrays are other files.
constexpr std::uintmax_t kLargestFile = 64U << 20U;

std::vector<std::filesystem::path> json_files_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           folder, std::filesystem::directory_options::skip_permission_denied)) {
    const std::filesystem::path path = entry.path();
    // What a run needs to go on is no result.
    const bool resumes =
        std::any_of(path.begin(), path.end(), [](const auto& part) { return part == "resume"; });
    if (entry.is_regular_file() && path.extension() == ".json" && !resumes) files.push_back(path);
  }
  std::sort(files.begin(), files.end());
  return files;
}

// "eenet:width=100" of {"name", "settings"}, or the text itself.
std::string spec_text(const Json& spec) {
  if (spec.is_string()) return spec.get<std::string>();
  std::string text = spec.at("name").get<std::string>();
  char separator = ':';
  for (const auto& [key, value] : spec.at("settings").items()) {
    text += fmt::format("{}{}={}", separator, key, value.get<std::string>());
    separator = ',';
  }
  return text;
}

std::string name_of(const Json& spec) {
  const std::string text = spec_text(spec);
  return text.substr(0, text.find(':'));
}

// The paper's number for a data set and a method of ours.
Json paper_number(const std::string& environment, const std::string& method) {
  static const std::map<std::string, std::size_t> kColumns = {{"mnist", verify::kMnist},
                                                              {"disin", verify::kDisin},
                                                              {"movielens", verify::kMovieLens},
                                                              {"yelp", verify::kYelp}};
  static const std::map<std::string, std::string> kRows = {
      {"linucb", "LinUCB"},        {"kernelucb", "KernelUCB"}, {"ntk-ucb", "NeuralNTK"},
      {"neural-ucb", "NeuralUCB"}, {"neural-ts", "NeuralTS"},  {"neural-epsilon", "Neural-epsilon"},
      {"eenet", "EE-Net"}};
  const auto column = kColumns.find(environment);
  const auto row = kRows.find(method);
  if (column == kColumns.end() || row == kRows.end()) return nullptr;
  const verify::Entry& entry = verify::regret_row(row->second).regret.at(column->second);
  return {{"mean", entry.mean}, {"spread", entry.spread}, {"rounds", verify::kRounds}};
}

Json run_entry(const Json& run) {
  measured_from_json(run.at("regret"));  // refuses what is none
  return {{"environment", spec_text(run.at("environment"))},
          {"method", spec_text(run.at("method"))},
          {"rounds", run.at("rounds").get<std::uint64_t>()},
          {"seeds", run.at("runs").size()},
          {"regret", run.at("regret")},
          {"paper", paper_number(name_of(run.at("environment")), name_of(run.at("method")))}};
}

Json growth_entry(const Json& check) {
  measured_from_json(check.at("growth").at("exponent"));
  return {{"source", check.at("source")},
          {"rounds", check.at("rounds")},
          {"seeds", check.at("seeds")},
          {"finding", check.at("finding")},
          {"growth", check.at("growth")}};
}

Json judge_entry(const Json& judged) {
  return {{"verdict", judged.at("verdict")}, {"levels", judged.at("levels")}};
}

// Why the file is not shown; empty if it is.
std::string add_file(const std::filesystem::path& path, const std::string& name, Json& all) {
  if (std::filesystem::file_size(path) > kLargestFile) return "larger than a file of results";
  const std::string text = read_file(path);
  if (is_nested_deeper(text, kDeepestJson)) return "nested too deep";
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return "no JSON object";
  const std::string schema = json.value("schema", Json()).is_string() ? json.at("schema") : "none";
  const std::map<std::string, std::pair<const char*, Json (*)(const Json&)>> readers = {
      {"eenet.run/1", {"results", run_entry}},
      {"eenet.regret/1", {"growth", growth_entry}},
      {"eenet.judge/1", {"judged", judge_entry}}};
  const auto reader = readers.find(schema);
  if (reader == readers.end()) return fmt::format("schema {}: not a result", schema);
  try {
    Json entry = {{"file", name}};
    entry.update(reader->second.second(json));
    all[reader->second.first].push_back(std::move(entry));
  } catch (const std::exception& fault) {
    return fmt::format("not what its schema {} promises: {}", schema, fault.what());
  }
  return "";
}

}  // namespace

Json results_in(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw std::runtime_error(
        fmt::format("{}: no such folder, expected one with results", folder.string()));
  }
  Json all = {{"folder", folder.string()}, {"files", 0},
              {"results", Json::array()},  {"growth", Json::array()},
              {"judged", Json::array()},   {"skipped", Json::array()}};
  std::uint64_t files = 0;
  for (const std::filesystem::path& path : json_files_in(folder)) {
    const std::string name = std::filesystem::relative(path, folder).string();
    const std::string reason = add_file(path, name, all);
    if (reason.empty()) {
      ++files;
    } else {
      all["skipped"].push_back({{"file", name}, {"reason", reason}});
    }
  }
  all["files"] = files;
  if (files == 0) {
    throw std::runtime_error(fmt::format(
        "{}: no results, expected a JSON document of eenet run, regret check or oracle judge",
        folder.string()));
  }
  return all;
}

}  // namespace eenet::experiments
