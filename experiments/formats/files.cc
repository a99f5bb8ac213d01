#include "experiments/formats/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "reference/digest.h"
#include "reference/out_of_memory.h"

namespace eenet::experiments {

namespace {

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what, int error) {
  throw std::runtime_error(fmt::format("{}: {}: {}", path.string(), what, std::strerror(error)));
}

void write_all(const std::filesystem::path& file, std::initializer_list<std::string_view> parts,
               const std::filesystem::path& name) {
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  if (!out) fail(name, "cannot be written", errno);
  for (const std::string_view part : parts) {
    out.write(part.data(), static_cast<std::streamsize>(part.size()));
  }
  out.close();
  if (!out) fail(name, "cannot be written", errno);
}

// Has the file, or the entries of the folder, written to the disk.
void sync_to_disk(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) fail(path, "cannot be opened", errno);
  const int outcome = ::fsync(descriptor);
  const int error = errno;
  ::close(descriptor);
  // A file system that cannot do it says so; what it holds is as durable as it gets.
  if (outcome != 0 && error != EINVAL && error != ENOTSUP) fail(path, "cannot be written", error);
}

void rename_over(const std::filesystem::path& partial, const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::rename(partial, path, error);
  if (!error) return;
  std::error_code ignored;
  std::filesystem::remove(partial, ignored);
  fail(path, "cannot be written", error.value());
}

// Writes the whole content to `partial`, or leaves nothing there.
void write_partial(const std::filesystem::path& partial,
                   std::initializer_list<std::string_view> parts,
                   const std::filesystem::path& name) {
  try {
    write_all(partial, parts, name);
  } catch (const std::runtime_error&) {
    std::error_code ignored;
    std::filesystem::remove(partial, ignored);
    throw;
  }
}

constexpr std::string_view kPartialMark = ".partial-";

std::string host_name() {
  std::array<char, 256> host{};
  return ::gethostname(host.data(), host.size() - 1) == 0 ? host.data() : "host";
}

// For how many seconds the process has run; none if there is none or it is dead and not yet buried,
// as in containers whose first process buries nobody.
std::optional<double> age_of(pid_t process) {
  std::ifstream in(fmt::format("/proc/{}/stat", process));
  const std::string line{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(line.substr(name_end + 1));
  std::string state;
  fields >> state;
  constexpr int kBetween = 18;  // fields from the state to the time of its start
  std::string skipped;
  for (int i = 0; i < kBetween; ++i) fields >> skipped;
  double start = 0.0;
  if (!(fields >> start) || state == "Z" || state == "X") return std::nullopt;
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec) -
         start / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

// `writer` is "HOST-PROCESS". What other machines do can only be guessed by the clock.
bool is_writing_no_more(const std::string& writer, const std::filesystem::path& file) {
  const std::size_t dash = writer.rfind('-');
  pid_t process = 0;
  const char* last = writer.data() + writer.size();
  const char* first = dash == std::string::npos ? last : writer.data() + dash + 1;
  const bool known = std::from_chars(first, last, process).ptr == last && process > 0;
  std::error_code error;
  const auto written = std::filesystem::last_write_time(file, error);
  if (error) return false;  // another process has removed or renamed it
  const std::chrono::duration<double> ago =
      std::filesystem::file_time_type::clock::now() - written;
  if (known && writer.substr(0, dash) == host_name()) {
    // A process that is younger than the file has its writer's number, and nothing else of it.
    const std::optional<double> age = age_of(process);
    constexpr double kClocksDiffer = 1.0;  // seconds, generously: one of them counts hundredths
    return !age || *age + kClocksDiffer < ago.count();
  }
  return ago > std::chrono::hours(24);
}

// A device or a pipe, or a link to one: renaming a file over it would replace it.
bool is_special(const std::filesystem::path& path) {
  std::error_code ignored;  // writing reports the same error
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
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
  write_atomically(path, std::initializer_list<std::string_view>{content});
}

void write_atomically(const std::filesystem::path& path,
                      std::initializer_list<std::string_view> parts) {
  if (is_special(path)) return write_all(path, parts, path);
  const std::filesystem::path partial =
      path.string() + fmt::format("{}{}", kPartialMark, ::getpid());
  write_partial(partial, parts, path);
  rename_over(partial, path);
}

void write_durably(const std::filesystem::path& path, std::string_view content) {
  const std::filesystem::path partial =
      path.string() + fmt::format("{}{}-{}", kPartialMark, host_name(), ::getpid());
  write_partial(partial, {content}, path);
  sync_to_disk(partial);
  rename_over(partial, path);
  sync_to_disk(path.has_parent_path() ? path.parent_path() : ".");
}

void remove_partial_copies(const std::filesystem::path& folder) {
  std::error_code ignored;  // another process may remove the same ones
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string path = entry.path().string();
    const std::size_t mark = path.rfind(kPartialMark);
    if (mark == std::string::npos || !std::filesystem::exists(path.substr(0, mark), ignored)) {
      continue;
    }
    const std::string writer = path.substr(mark + kPartialMark.size());
    if (is_writing_no_more(writer, entry.path())) std::filesystem::remove(entry.path(), ignored);
  }
}

void require_place_for_file(const std::filesystem::path& path) {
  if (std::filesystem::is_directory(path)) fail(path, "cannot be written", EISDIR);
  // The dot makes the system say that a file is no folder.
  const std::filesystem::path place = is_special(path) ? path : path.parent_path() / ".";
  const int needed = is_special(path) ? W_OK : W_OK | X_OK;
  if (::access(place.c_str(), needed) != 0) fail(path, "cannot be written", errno);
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) fail(path, "cannot be read", errno);
  if (std::filesystem::is_directory(path)) fail(path, "cannot be read", EISDIR);
  return fitting(path.string(), [&] {
    std::string content;  // not a stream, which keeps a lack of memory to itself
    std::array<char, 65536> part{};
    while (in.read(part.data(), part.size()) || in.gcount() > 0) {
      content.append(part.data(), static_cast<std::size_t>(in.gcount()));
    }
    if (in.bad()) fail(path, "cannot be read", EIO);
    return content;
  });
}

FileReader::FileReader(std::filesystem::path path)
    : path_(std::move(path)), in_(path_, std::ios::binary) {
  if (!in_) fail(path_, "cannot be read", errno);
  if (std::filesystem::is_directory(path_)) fail(path_, "cannot be read", EISDIR);
}

std::string FileReader::next(std::size_t size) {
  constexpr std::size_t kPart = std::size_t{1} << 20U;  // `size` may be what a damaged file claims
  return fitting(path_.string(), [&] {
    std::string content;
    while (in_ && content.size() < size) {
      const std::size_t before = content.size();
      const std::size_t part = std::min(size - before, kPart);
      content.resize(before + part);
      in_.read(&content[before], static_cast<std::streamsize>(part));
      if (in_.bad()) fail(path_, "cannot be read", EIO);
      content.resize(before + static_cast<std::size_t>(in_.gcount()));
    }
    return content;
  });
}

std::string digest_of_bytes(std::string_view bytes) {
  Digest digest;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    digest.add(word);
  }
  digest.add(bytes.size());
  return digest.hex();
}

std::string as_file_name(std::string words) {
  for (char& letter : words) {
    const bool safe =
        std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '.' || letter == '-';
    if (!safe) letter = '_';
  }
  return words;
}

void require_regular_file(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::is_regular_file(status)) return;
  if (!std::filesystem::exists(status)) fail(path, "cannot be read", error.value());
  if (std::filesystem::is_directory(status)) fail(path, "cannot be read", EISDIR);
  throw std::runtime_error(fmt::format("{}: not a regular file, expected one", path.string()));
}

}  // namespace eenet::experiments
