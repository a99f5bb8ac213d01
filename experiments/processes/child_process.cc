#include "experiments/processes/child_process.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <thread>

#include "experiments/processes/jobs.h"
#include "experiments/processes/signal_watch.h"

namespace eenet::experiments {

namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(5);
constexpr auto kGrace = std::chrono::seconds(5);  // to end its own workers, before it is killed
constexpr int kCannotRun = 127;                   // as a shell says it

using Clock = std::chrono::steady_clock;

// Where a child writes: memory that has no name, so that nothing is left on disk, whichever process
// dies.
class CapturedStream {
 public:
  CapturedStream() : descriptor_(::memfd_create("captured", MFD_CLOEXEC)) {
    if (descriptor_ < 0) {
      throw std::runtime_error(fmt::format("no memory for output: {}", std::strerror(errno)));
    }
  }
  ~CapturedStream() { ::close(descriptor_); }
  CapturedStream(const CapturedStream&) = delete;
  CapturedStream& operator=(const CapturedStream&) = delete;

  void become(int standard) const { ::dup2(descriptor_, standard); }

  [[nodiscard]] std::string content() const {
    std::string all;
    std::array<char, 65536> part{};
    for (ssize_t size = 0; (size = ::pread(descriptor_, part.data(), part.size(),
                                           static_cast<off_t>(all.size()))) > 0;) {
      all.append(part.data(), static_cast<std::size_t>(size));
    }
    return all;
  }

 private:
  int descriptor_;
};

std::vector<char*> raw_pointers(std::vector<std::string>& words) {
  std::vector<char*> raw;
  raw.reserve(words.size() + 1);
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  return raw;
}

[[noreturn]] void become_program(const std::filesystem::path& program, pid_t parent,
                                 std::vector<std::string> arguments,
                                 const std::map<std::string, std::string>& variables) {
  // A group of its own can be ended with all that it starts; should this process be killed, the
  // child hears of it.
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(kCannotRun);  // it died before the line above
  for (const auto& [name, value] : variables) {
    if (value.empty()) {
      ::unsetenv(name.c_str());
    } else {
      ::setenv(name.c_str(), value.c_str(), 1);
    }
  }
  arguments.insert(arguments.begin(), program.string());
  ::execv(program.c_str(), raw_pointers(arguments).data());
  ::_exit(kCannotRun);
}

// The child stays to be waited for, and with it the number of its group stays taken.
bool has_ended(pid_t child) {
  siginfo_t information = {};
  const int asked =
      ::waitid(P_PID, static_cast<id_t>(child), &information, WEXITED | WNOHANG | WNOWAIT);
  return asked == 0 && information.si_pid == child;
}

// Waits until the child has ended or `enough` says so; answers whether it has ended.
template <typename Enough>
bool ends_before(pid_t child, const Enough& enough) {
  while (!has_ended(child)) {
    if (enough()) return false;
    std::this_thread::sleep_for(kPollInterval);
  }
  return true;
}

// Ends the child, if it has not ended, and all that it started; returns its status.
int end_group(pid_t child) {
  ::kill(child, SIGTERM);
  const auto patience = Clock::now() + kGrace;
  ends_before(child, [patience] { return Clock::now() > patience; });
  ::kill(-child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

}  // namespace

ChildOutcome run_child(const std::filesystem::path& program,
                       const std::vector<std::string>& arguments,
                       const std::map<std::string, std::string>& variables,
                       const ChildLimits& limits) {
  if (::access(program.c_str(), X_OK) != 0) {
    throw std::runtime_error(
        fmt::format("{}: cannot be run: {}", program.string(), std::strerror(errno)));
  }
  const CapturedStream out;
  const CapturedStream err;
  const SignalWatch signals;
  const auto start = Clock::now();
  const pid_t parent = ::getpid();
  const pid_t child = signals.fork_unwatched();
  if (child < 0) {
    throw std::runtime_error(
        fmt::format("{}: cannot be started: {}", program.string(), std::strerror(errno)));
  }
  if (child == 0) {
    out.become(STDOUT_FILENO);
    err.become(STDERR_FILENO);
    become_program(program, parent, arguments, variables);
  }
  ::setpgid(child, child);  // both processes do it: the group must exist below
  ChildOutcome outcome;
  const bool ended = ends_before(
      child, [&] { return signals.caught() != 0 || Clock::now() - start > limits.time; });
  const int status = end_group(child);
  if (signals.caught() != 0) throw Interrupted(signals.caught());
  outcome.timed_out = !ended;
  if (WIFEXITED(status) && ended) outcome.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  outcome.out = out.content();
  outcome.err = err.content();
  outcome.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (outcome.code == kCannotRun && outcome.out.empty()) {
    throw std::runtime_error(fmt::format("{}: is no program that runs here", program.string()));
  }
  return outcome;
}

}  // namespace eenet::experiments
