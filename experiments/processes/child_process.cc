#include "experiments/processes/child_process.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "experiments/processes/child_group.h"
#include "experiments/processes/descriptor.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/signal_watch.h"

namespace eenet::experiments {

namespace {

constexpr auto kGrace = std::chrono::seconds(5);  // to end its own workers, before it is killed

using Clock = std::chrono::steady_clock;

// Where a child writes: memory that has no name, so that nothing is left on disk, whichever process
// dies.
class CapturedStream {
 public:
  CapturedStream() : descriptor_(::memfd_create("captured", MFD_CLOEXEC)) {
    if (!descriptor_.is_open()) {
      throw std::runtime_error(fmt::format("no memory for output: {}", std::strerror(errno)));
    }
  }

  [[nodiscard]] int descriptor() const { return descriptor_.get(); }

  [[nodiscard]] std::string content() const {
    std::string all;
    std::array<char, 65536> part{};
    for (ssize_t size = 0; (size = ::pread(descriptor(), part.data(), part.size(),
                                           static_cast<off_t>(all.size()))) > 0;) {
      all.append(part.data(), static_cast<std::size_t>(size));
    }
    return all;
  }

 private:
  Descriptor descriptor_;
};

}  // namespace

ChildOutcome run_child(const std::filesystem::path& program,
                       const std::vector<std::string>& arguments,
                       const std::map<std::string, std::string>& variables,
                       const ChildLimits& limits) {
  const CapturedStream out;
  const CapturedStream err;
  const SignalWatch signals;
  const auto start = Clock::now();
  ChildGroup child(program, arguments, variables, {-1, out.descriptor(), err.descriptor()},
                   signals);
  ChildOutcome outcome;
  const bool ended = child.ends_before(
      [&] { return signals.caught() != 0 || Clock::now() - start > limits.time; });
  const int status = child.end(kGrace);
  if (signals.caught() != 0) throw Interrupted(signals.caught());
  outcome.timed_out = !ended;
  if (WIFEXITED(status) && ended) outcome.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  outcome.out = out.content();
  outcome.err = err.content();
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

}  // namespace eenet::experiments
