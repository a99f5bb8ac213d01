#include "experiments/processes/memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <stdexcept>

namespace eenet::experiments {

namespace {

constexpr double kKibi = 1024.0;

}  // namespace

double available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string name; file >> name;) {
    double kibibytes = 0.0;
    if (name == "MemAvailable:" && file >> kibibytes) return kKibi * kibibytes;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return static_cast<double>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<double>(::sysconf(_SC_PAGESIZE)) / 2.0;
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
