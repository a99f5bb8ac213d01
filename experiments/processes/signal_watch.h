// SIGINT and SIGTERM, remembered instead of deadly, so that whoever works can clean up and stop.
#pragma once

#include <sys/types.h>

#include <csignal>

namespace eenet::experiments {

// Catches both while it lives. One at a time.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  // The last signal that came, or 0.
  [[nodiscard]] int caught() const;

  // fork(), whose child does not watch: the signals do to it what they did before.
  [[nodiscard]] pid_t fork_unwatched() const;

 private:
  void restore() const;

  struct sigaction old_int_ = {};
  struct sigaction old_term_ = {};
};

}  // namespace eenet::experiments
