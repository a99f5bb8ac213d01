#include "experiments/runs/run_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/build_info.h"
#include "experiments/formats/files.h"
#include "reference/digest.h"
#include "reference/registry.h"

namespace eenet::experiments {

namespace {

constexpr const char* kAdvice = "expected the same command, another --out, or an empty folder";

std::string trace_text(const RunPlan& plan) {
  if (!plan.trace) return "none";
  return *plan.trace == TraceDetail::kFull ? "full" : "digest";
}

std::string parameters_digest(const RunPlan& plan) {
  Digest digest;
  for (const Eigen::VectorXd& parameters : plan.initial_parameters) digest.add(parameters);
  return plan.initial_parameters.empty() ? "random" : digest.hex();
}

// All that a seed's files depend on, but the seed and the program.
Json settings_of(const RunPlan& plan) {
  return {{"environment", complete_environment_spec(plan.environment).to_text()},
          {"method", complete_policy_spec(plan.method).to_text()},
          {"rounds", plan.rounds},
          {"trace", trace_text(plan)},
          {"normalise", plan.normalise},
          {"init", parameters_digest(plan)},
          {"arrays", plan.arrays_digest}};
}

// A path with a byte that is not UTF-8 is written with another one.
Json as_read_back(const Json& json) {
  return Json::parse(line_text(json));
}

bool is_regular(const std::filesystem::path& path) {
  std::error_code ignored;  // what cannot be looked at is no file of ours
  return std::filesystem::is_regular_file(path, ignored);
}

// A trace can be larger than memory: it is read in parts, and the digests of the parts are what is
// digested.
std::string file_digest(const std::filesystem::path& path) {
  constexpr std::size_t kPart = std::size_t{1} << 20U;
  std::ifstream in(path, std::ios::binary);
  std::string part(kPart, '\0');
  std::string digests;
  while (in.read(part.data(), kPart) || in.gcount() > 0) {
    digests +=
        digest_of_bytes(std::string_view(part).substr(0, static_cast<std::size_t>(in.gcount())));
  }
  return in.bad() ? "unreadable" : digest_of_bytes(digests);
}

std::vector<std::string> names_of_seed(std::uint64_t seed) {
  return {fmt::format("theta1-{}.npy", seed), fmt::format("theta2-{}.npy", seed),
          fmt::format("trace-{}.jsonl", seed)};
}

// The seed in "trace-12.jsonl".
std::optional<std::uint64_t> seed_in(std::string_view name) {
  for (const auto& [before, after] :
       {std::pair<std::string_view, std::string_view>{"theta1-", ".npy"},
        {"theta2-", ".npy"},
        {"trace-", ".jsonl"},
        {"seed-", ".json"}}) {
    if (name.size() <= before.size() + after.size()) continue;
    if (!name.starts_with(before) || !name.ends_with(after)) continue;
    const char* first = name.data() + before.size();
    const char* last = name.data() + name.size() - after.size();
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(first, last, seed);
    if (error == std::errc() && end == last) return seed;
  }
  return std::nullopt;
}

std::vector<std::string> regular_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  if (!std::filesystem::is_directory(folder)) return names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (is_regular(entry.path())) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

bool is_result(const std::string& name) {
  return name == "runs.json" || name == "regret.csv" || seed_in(name).has_value();
}

// What write_atomically leaves behind when its process is killed.
void remove_partial_files(const std::filesystem::path& folder) {
  for (const std::string& name : regular_names(folder)) {
    const std::size_t end = name.find(".partial-");
    if (end == std::string::npos) continue;
    const std::string whole = name.substr(0, end);
    if (is_result(whole) || whole == "run.json") std::filesystem::remove(folder / name);
  }
}

std::string shown(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::filesystem::path record_path(const std::filesystem::path& folder, std::uint64_t seed) {
  return folder / "resume" / fmt::format("seed-{}.json", seed);
}

}  // namespace

RunFolder::RunFolder(const RunPlan& plan, std::uint64_t first_seed, std::uint64_t seeds)
    : plan_(plan), folder_(plan.out.value()), settings_(as_read_back(settings_of(plan))) {
  make_writable_folder(folder_);
  lock_.emplace(folder_);
  require_same_run();
  require_no_other_seeds(first_seed, seeds);
  make_writable_folder(folder_ / "resume");
  remove_partial_files(folder_);
  remove_partial_files(folder_ / "resume");
  write_atomically(folder_ / "resume" / "run.json", document_text(settings_));
}

void RunFolder::require_same_run() const {
  const std::filesystem::path file = folder_ / "resume" / "run.json";
  const Json there = is_regular(file) ? Json::parse(read_file(file), nullptr, false) : Json();
  if (there.is_object()) {
    for (const auto& [key, value] : settings_.items()) {
      const Json other = there.value(key, Json());
      if (other == value) continue;
      throw std::runtime_error(fmt::format("{}: holds another run ({} is {} there and {} here), {}",
                                           folder_.string(), key, shown(other), shown(value),
                                           kAdvice));
    }
    return;
  }
  for (const std::string& name : regular_names(folder_)) {
    if (!is_result(name)) continue;
    throw std::runtime_error(fmt::format("{}: holds {} of a run that it does not describe, {}",
                                         folder_.string(), name, kAdvice));
  }
}

void RunFolder::require_no_other_seeds(std::uint64_t first, std::uint64_t seeds) const {
  for (const std::filesystem::path& place : {folder_, folder_ / "resume"}) {
    for (const std::string& name : regular_names(place)) {
      const std::optional<std::uint64_t> seed = seed_in(name);
      if (!seed || *seed - first < seeds) continue;
      throw std::runtime_error(
          fmt::format("{}: holds seed {}, which is not among those of --seeds, {}",
                      folder_.string(), *seed, kAdvice));
    }
  }
}

std::optional<SeedResult> RunFolder::kept(std::uint64_t seed) const {
  const std::filesystem::path path = record_path(folder_, seed);
  if (!is_regular(path)) return std::nullopt;
  const std::string text = read_file(path);
  const std::size_t line = text.find('\n');
  if (line == std::string::npos || text.substr(0, line) != digest_of_bytes(text.substr(line + 1))) {
    return std::nullopt;  // damaged
  }
  const Json record = Json::parse(text.substr(line + 1));
  if (record.at("revision") != kRevision || record.at("settings") != settings_) {
    return std::nullopt;
  }
  for (const auto& [name, digest] : record.at("files").items()) {
    if (!is_regular(folder_ / name) || digest != file_digest(folder_ / name)) return std::nullopt;
  }
  return seed_result_from_json(record.at("result").dump());
}

SeedResult RunFolder::make(std::uint64_t seed, const std::function<void()>& on_round) const {
  std::filesystem::remove(record_path(folder_, seed));
  for (const std::string& name : names_of_seed(seed)) {
    if (is_regular(folder_ / name)) std::filesystem::remove(folder_ / name);
  }
  SeedResult result = run_seed(plan_, seed, on_round);
  Json files = Json::object();
  for (const std::string& name : names_of_seed(seed)) {
    if (is_regular(folder_ / name)) {
      files[name] = file_digest(folder_ / name);
    } else if (std::filesystem::exists(folder_ / name)) {
      return result;  // a pipe or a device, which cannot be compared later
    }
  }
  const std::string record = line_text({{"revision", kRevision},
                                        {"settings", settings_},
                                        {"files", files},
                                        {"result", Json::parse(to_json_text(result))}});
  write_atomically(record_path(folder_, seed), digest_of_bytes(record) + "\n" + record);
  return result;
}

void RunFolder::remove_summary() const {
  for (const char* name : {"runs.json", "regret.csv"}) {
    if (is_regular(folder_ / name)) std::filesystem::remove(folder_ / name);
  }
}

}  // namespace eenet::experiments
