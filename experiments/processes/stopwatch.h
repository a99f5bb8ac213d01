// Wall-clock time since a stopwatch was made.
#pragma once

#include <chrono>

namespace eenet::experiments {

class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

}  // namespace eenet::experiments
