// Remembers SIGINT and SIGTERM instead of ending the process, so that it can clean up and stop.
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

  // fork(). In the child, the signals do what they did before the watch.
  [[nodiscard]] pid_t fork_unwatched() const;

 private:
  void restore() const;

  struct sigaction old_int_ = {};
  struct sigaction old_term_ = {};
};

}  // namespace eenet::experiments
