#include "experiments/processes/memory.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <stdexcept>

namespace eenet::experiments {

namespace {

constexpr double kKibi = 1024.0;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The number after `name` in a file of lines "name number ...", or the first number of the file if
// the name is empty; `otherwise` where there is none (a limit may be the word "max").
double number_in(const std::filesystem::path& path, const std::string& name, double otherwise) {
  std::ifstream file(path);
  double number = 0.0;
  if (name.empty()) return file >> number ? number : otherwise;
  for (std::string word; file >> word;) {
    if (word == name) return file >> number ? number : otherwise;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return otherwise;
}

double memory_of_machine() {
  const double kibibytes = number_in("/proc/meminfo", "MemAvailable:", -1.0);
  if (kibibytes >= 0.0) return kKibi * kibibytes;
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(::sysconf(_SC_PAGESIZE)) / 2.0;
}

double limit_of(decltype(RLIMIT_AS) resource) {
  rlimit limit = {};
  const bool known = ::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return known ? static_cast<double>(limit.rlim_cur) : kInfinity;
}

// Of one group, whose files are named differently in the two versions. Pages of files count as used
// and are given back when memory is wanted.
double left_in_group(const std::filesystem::path& group, bool version1) {
  const double limit =
      number_in(group / (version1 ? "memory.limit_in_bytes" : "memory.max"), "", kInfinity);
  const double used =
      number_in(group / (version1 ? "memory.usage_in_bytes" : "memory.current"), "", 0.0);
  const double files =
      number_in(group / "memory.stat", version1 ? "total_inactive_file" : "inactive_file", 0.0);
  return std::max(limit - std::max(used - files, 0.0), 0.0);
}

// Of a group and all above it. Inside a container the names of its own groups may not be visible;
// the highest one is.
double left_in_groups(const std::filesystem::path& mount, const std::string& name, bool version1) {
  double least = left_in_group(mount, version1);
  std::filesystem::path group = mount;
  for (const std::filesystem::path& part : std::filesystem::path(name).relative_path()) {
    group /= part;
    least = std::min(least, left_in_group(group, version1));
  }
  return least;
}

}  // namespace

double available_memory(unsigned processes) {
  const double shared = std::min(memory_of_machine(),
                                 memory_of_control_groups("/proc/self/cgroup", "/sys/fs/cgroup"));
  return std::min(shared / std::max(processes, 1U), memory_within_limits());
}

double memory_within_limits() {
  // In pages: all, resident, shared, code, nothing, data and stack.
  std::ifstream file("/proc/self/statm");
  double all = 0.0;
  double skipped = 0.0;
  double data = 0.0;
  file >> all >> skipped >> skipped >> skipped >> skipped >> data;
  const auto page = static_cast<double>(::sysconf(_SC_PAGESIZE));
  const double left =
      std::min(limit_of(RLIMIT_AS) - all * page, limit_of(RLIMIT_DATA) - data * page);
  return std::max(left, 0.0);
}

double memory_of_control_groups(const std::filesystem::path& groups,
                                const std::filesystem::path& mount) {
  // Lines "4:memory:/a/group" of version 1, "0::/a/group" of version 2.
  std::ifstream file(groups);
  double least = kInfinity;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', std::min(first, line.size() - 1) + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string name = line.substr(second + 1);
    if (controllers.empty()) {
      least = std::min(least, left_in_groups(mount, name, false));
    } else if (("," + controllers + ",").find(",memory,") != std::string::npos) {
      least = std::min(least, left_in_groups(mount / "memory", name, true));
    }
  }
  return least;
}

std::string memory_text(double bytes) {
  const double mebi = bytes / (kKibi * kKibi);
  return mebi < kKibi ? fmt::format("{:.3g} MiB", mebi) : fmt::format("{:.4g} GiB", mebi / kKibi);
}

void require_memory(const std::string& what, double bytes, double available,
                    const std::string& instead) {
  if (bytes <= available) return;
  throw std::runtime_error(fmt::format("{}: needs {} of memory, and {} are available, expected {}",
                                       what, memory_text(bytes), memory_text(available), instead));
}

}  // namespace eenet::experiments
