// The progress of a long command on stderr: a bar with the time left on a terminal, a line every
// few seconds elsewhere, nothing if the command is quiet or ends at once.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>

namespace eenet::experiments {

class Progress {
 public:
  // The total of work whose progress is known as a fraction only.
  static constexpr std::uint64_t kParts = 1000;

  // `what` is the plural of the thing counted: "rounds".
  Progress(std::string what, std::uint64_t total, bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // May be called often and from any thread. A count below an earlier one is ignored.
  void update(std::uint64_t done);

  // What else to show: called where progress is shown, and only there. A terminal's line is cut to
  // its width.
  void show_with(std::function<std::string()> remark);

  // update() as a callback.
  [[nodiscard]] std::function<void(std::uint64_t)> counter();

  // The same for a stage of the work that reports the fraction of itself that is done: the stage
  // runs from the fraction `begin` to the fraction `end` of the whole.
  [[nodiscard]] std::function<void(double)> stage(double begin = 0.0, double end = 1.0);

 private:
  using Clock = std::chrono::steady_clock;

  std::mutex mutex_;
  std::string what_;
  std::uint64_t total_;
  std::function<std::string()> remark_;
  std::uint64_t furthest_ = 0;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace eenet::experiments
