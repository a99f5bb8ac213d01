#include "experiments/runs/failure_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "experiments/formats/files.h"
#include "experiments/runs/verification.h"

namespace eenet::experiments {

namespace {

// The first line of a file is the command that shows the failure again; the rest is for people.
std::string token_in(const std::filesystem::path& path) {
  require_regular_file(path);  // a pipe would be waited for
  const std::string content = read_file(path);
  const std::string first = content.substr(0, content.find('\n'));
  const std::string command = reproducer("");
  try {
    if (first.starts_with(command)) {
      std::string token = first.substr(command.size());
      verify::parse_token(token);
      if (path.filename() == failure_file_name(token)) return token;
    }
  } catch (const std::invalid_argument&) {
    // Reported below, with the path of the file.
  }
  throw std::runtime_error(
      fmt::format("{}: damaged, expected a first line '{}TOKEN' with the token of the file's name",
                  path.string(), command));
}

}  // namespace

std::string failure_file_name(const std::string& token) {
  return as_file_name(token) + ".txt";
}

std::vector<std::string> remembered_failures(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder)) return {};
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> tokens;
  tokens.reserve(paths.size());
  for (const std::filesystem::path& path : paths) tokens.push_back(token_in(path));
  return tokens;
}

void remember_failure(const std::filesystem::path& folder, const verify::Failure& failure) {
  write_atomically(folder / failure_file_name(failure.token()),
                   fmt::format("{}\n\n{}", reproducer(failure.token()), failure_text(failure)));
}

}  // namespace eenet::experiments
