#include "experiments/processes/signal_watch.h"

#include <unistd.h>

#include <cerrno>

namespace eenet::experiments {

namespace {

volatile std::sig_atomic_t last_signal = 0;

void remember_signal(int signal) {
  last_signal = signal;
}

}  // namespace

SignalWatch::SignalWatch() {
  last_signal = 0;
  struct sigaction action = {};
  action.sa_handler = remember_signal;
  action.sa_flags = SA_RESTART;  // a second Ctrl-C must not cut short the wait for the workers
  sigaction(SIGINT, &action, &old_int_);
  sigaction(SIGTERM, &action, &old_term_);
}

SignalWatch::~SignalWatch() {
  restore();
}

int SignalWatch::caught() const {
  return last_signal;
}

pid_t SignalWatch::fork_unwatched() const {
  // Signals wait meanwhile: one that reached the child before its old handlers are back would be
  // remembered there, and never seen.
  sigset_t both;
  sigset_t before;
  sigemptyset(&both);
  sigaddset(&both, SIGINT);
  sigaddset(&both, SIGTERM);
  sigprocmask(SIG_BLOCK, &both, &before);
  const pid_t child = ::fork();
  const int error = errno;
  if (child == 0) restore();
  sigprocmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return child;
}

void SignalWatch::restore() const {
  sigaction(SIGINT, &old_int_, nullptr);
  sigaction(SIGTERM, &old_term_, nullptr);
}

}  // namespace eenet::experiments
