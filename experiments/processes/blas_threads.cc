#include "experiments/processes/blas_threads.h"

#include <unistd.h>

#include <array>
#include <climits>
#include <cstddef>

namespace eenet::experiments {

namespace {

// Changed nowhere, but execve() wants it so.
constinit std::array one_thread = std::to_array("OPENBLAS_NUM_THREADS=1");
constexpr std::size_t kNameSize = sizeof "OPENBLAS_NUM_THREADS=" - 1;
constexpr std::size_t kMostVariables = 4096;

// Nothing below may rely on a library that is initialised later: neither memory from the heap nor
// getenv(), whose variables are not there yet.

bool starts_alike(const char* a, const char* b, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    if (a[i] != b[i]) return false;
    if (a[i] == '\0') return true;
  }
  return true;
}

}  // namespace

void forbid_blas_threads(int /*argc*/, char** argv, char** environment) {
  static std::array<char*, kMostVariables + 2> changed{};  // zeros, the last of which ends the list
  std::size_t size = 0;
  for (char** variable = environment; *variable != nullptr; ++variable) {
    if (starts_alike(*variable, one_thread.data(), one_thread.size())) return;
    if (starts_alike(*variable, one_thread.data(), kNameSize)) continue;
    if (size == kMostVariables) return;
    changed[size++] = *variable;
  }
  changed[size] = one_thread.data();
  // By its name, not as /proc/self/exe, or that would be its name in the list of processes.
  static std::array<char, PATH_MAX + 1> path{};
  if (::readlink("/proc/self/exe", path.data(), PATH_MAX) <= 0) return;
  ::execve(path.data(), argv, changed.data());
}

}  // namespace eenet::experiments
