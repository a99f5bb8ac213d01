#include "experiments/data/sets/data_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

namespace eenet::experiments {

namespace {

bool is_there(const std::filesystem::path& path) {
  std::error_code ignored;  // what cannot be looked at is not there for us
  return std::filesystem::exists(path, ignored);
}

std::filesystem::path folder_of_data() {
  const char* folder = std::getenv("EENET_DATA");
  return folder == nullptr ? "" : folder;
}

}  // namespace

std::filesystem::path place_of_data(const std::string& name, const Settings& settings) {
  const std::filesystem::path all = folder_of_data();
  if (settings.has("data")) {
    const std::filesystem::path given = settings.text("data");
    if (given.empty()) {
      throw std::runtime_error(fmt::format("{}: data= is empty, expected data=PATH", name));
    }
    if (is_there(given)) return given;
    if (given.is_relative() && !all.empty() && is_there(all / given)) return all / given;
    throw std::runtime_error(
        fmt::format("{}: there is no '{}'{}, expected a file or a folder", name, given.string(),
                    all.empty() || given.is_absolute()
                        ? ""
                        : fmt::format(", nor in EENET_DATA ({})", all.string())));
  }
  if (all.empty()) {
    throw std::runtime_error(
        fmt::format("{}: EENET_DATA is not set, expected it to name the folder that has {}, or {}:"
                    "data=PATH",
                    name, name, name));
  }
  if (is_there(all / name)) return all / name;
  throw std::runtime_error(
      fmt::format("{}: there is no {} (of EENET_DATA), expected it, or {}:"
                  "data=PATH",
                  name, (all / name).string(), name));
}

std::filesystem::path find_one(const std::filesystem::path& folder,
                               const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    for (const char* ending : {"", ".gz"}) {
      if (is_there(folder / (name + ending))) return folder / (name + ending);
    }
  }
  return {};
}

std::filesystem::path find_like(const std::filesystem::path& folder, const std::regex& name) {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (std::regex_match(entry.path().filename().string(), name)) found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  if (found.size() > 1) {
    throw std::runtime_error(fmt::format("{}: {} and {} are both there, expected one of them",
                                         folder.string(), found[0].filename().string(),
                                         found[1].filename().string()));
  }
  return found.empty() ? std::filesystem::path() : found.front();
}

void reject_folder(const std::filesystem::path& folder, const std::string& expected) {
  std::vector<std::string> others;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_directory()) others.push_back(entry.path().filename().string());
  }
  std::sort(others.begin(), others.end());
  const std::string hint =
      others.empty() ? "" : fmt::format(" (it has folders, such as {})", others.front());
  throw std::runtime_error(fmt::format("{}: not a folder of this data set{}, expected {}",
                                       folder.string(), hint, expected));
}

}  // namespace eenet::experiments
