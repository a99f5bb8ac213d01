// The `A..B` of the command line.
#pragma once

#include <cstdint>
#include <string>

namespace eenet::experiments {

struct SeedRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  [[nodiscard]] std::uint64_t count() const { return last - first + 1; }
};

// A seed, or first..last. Throws std::invalid_argument.
SeedRange parse_seeds(const std::string& text);

}  // namespace eenet::experiments
