// What stands in front of a fault: whether it is on, and whether a run has reached it.
#pragma once

#include <atomic>

namespace eenet::mutants {

struct Switch {
  std::atomic<bool>* met;
  bool on = false;

  // A run that never asks is the same with and without the fault. Looking before writing keeps the
  // threads of a loop from fighting over the cache line.
  explicit operator bool() const noexcept {
    if (!met->load(std::memory_order_relaxed)) met->store(true, std::memory_order_relaxed);
    return on;
  }
};

}  // namespace eenet::mutants
