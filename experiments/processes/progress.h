// How far a long command is, on stderr: a bar with the time left on a terminal, a line every few
// seconds elsewhere, nothing when it should be quiet or ends at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace eenet::experiments {

class Progress {
 public:
  // `what` is counted, in the plural: "rounds".
  Progress(std::string what, std::uint64_t total, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Cheap enough to call often; shows itself only when it is time.
  void update(std::uint64_t done);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t total_;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace eenet::experiments
