#include "experiments/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace eenet::experiments {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what, int error) {
  throw std::runtime_error(fmt::format("{}: {}: {}", path.string(), what, std::strerror(error)));
}

}  // namespace

void make_writable_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) fail(folder, "the folder cannot be made", error.value());
  if (!std::filesystem::is_directory(folder)) fail(folder, "not a folder", ENOTDIR);
  if (::access(folder.c_str(), W_OK | X_OK) != 0) fail(folder, "the folder is not writable", errno);
}

void write_atomically(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path partial = path.string() + fmt::format(".partial-{}", ::getpid());
  {
    std::ofstream out(partial, std::ios::binary | std::ios::trunc);
    if (!out) fail(path, "cannot be written", errno);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (!out) {
      const int error = errno;
      std::error_code ignored;
      std::filesystem::remove(partial, ignored);
      fail(path, "cannot be written", error);
    }
  }
  std::error_code error;
  std::filesystem::rename(partial, path, error);
  if (error) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    fail(path, "cannot be written", error.value());
  }
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(path, "cannot be read", errno);
  if (std::filesystem::is_directory(path)) fail(path, "cannot be read", EISDIR);
  std::ostringstream content;
  content << in.rdbuf();  // remembers a failed read, where an iterator would throw without the path
  if (content.bad()) fail(path, "cannot be read", EIO);
  return std::move(content).str();
}

}  // namespace eenet::experiments
