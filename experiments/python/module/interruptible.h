// Long work without the interpreter's lock, ended by Ctrl-C.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <optional>

namespace eenet::python {

// Ends the work that was interrupted; KeyboardInterrupt is raised in its place.
class Stopped : public std::exception {};

class Stop {
 public:
  void request() { requested_ = true; }
  // Throws Stopped once the user has asked to stop. From any thread.
  void check() const {
    if (requested_) throw Stopped();
  }

 private:
  std::atomic<bool> requested_ = false;
};

// Returns work(stop), which runs in another thread: only the interpreter's own thread may ask for
// signals, and it does so while it waits. The work uses no Python, and ends at the next
// stop.check() after Ctrl-C.
template <typename Work>
auto interruptible(const Work& work) {
  namespace py = pybind11;
  constexpr auto kPatience = std::chrono::milliseconds(50);
  Stop stop;
  std::optional<py::error_already_set> interruption;
  std::future<decltype(work(stop))> result;
  {
    const py::gil_scoped_release released;
    result = std::async(std::launch::async, [&work, &stop] { return work(stop); });
    while (result.wait_for(kPatience) != std::future_status::ready) {
      const py::gil_scoped_acquire acquired;
      if (interruption || PyErr_CheckSignals() == 0) continue;
      interruption.emplace();
      stop.request();
    }
  }
  if (interruption) throw *interruption;
  return result.get();
}

}  // namespace eenet::python
