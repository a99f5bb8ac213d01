#include "experiments/processes/child_group.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "experiments/processes/descriptor.h"

namespace eenet::experiments {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kPollInterval = std::chrono::milliseconds(5);
constexpr int kCannotRun = 127;  // as a shell says it

std::vector<char*> raw_pointers(std::vector<std::string>& words) {
  std::vector<char*> raw;
  raw.reserve(words.size() + 1);
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  return raw;
}

void become(int descriptor, int standard) {
  if (descriptor >= 0) ::dup2(descriptor, standard);
}

// `failure` hears why the program cannot be run, and is closed if it runs.
[[noreturn]] void become_program(const std::filesystem::path& program, pid_t parent,
                                 std::vector<std::string> arguments,
                                 const std::map<std::string, std::string>& variables,
                                 const StandardStreams& streams, int failure) {
  // A group of its own can be ended with all that it starts; should this process be killed, the
  // child hears of it.
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(kCannotRun);  // it died before the line above
  // What this process ignores, the program would ignore too.
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  become(streams.in, STDIN_FILENO);
  become(streams.out, STDOUT_FILENO);
  become(streams.err, STDERR_FILENO);
  for (const auto& [name, value] : variables) {
    if (value.empty()) {
      ::unsetenv(name.c_str());
    } else {
      ::setenv(name.c_str(), value.c_str(), 1);
    }
  }
  arguments.insert(arguments.begin(), program.string());
  ::execv(program.c_str(), raw_pointers(arguments).data());
  const int error = errno;
  if (::write(failure, &error, sizeof error) < 0) ::_exit(kCannotRun);
  ::_exit(kCannotRun);
}

// The error with which the program could not be run, or 0 once it runs.
int error_from(int failure) {
  int error = 0;
  ssize_t size = 0;
  do {
    size = ::read(failure, &error, sizeof error);
  } while (size < 0 && errno == EINTR);
  return size == sizeof error ? error : 0;
}

bool can_be_run(const std::filesystem::path& file) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
}

}  // namespace

ChildGroup::ChildGroup(const std::filesystem::path& program, std::vector<std::string> arguments,
                       const std::map<std::string, std::string>& variables,
                       const StandardStreams& streams, const SignalWatch& signals) {
  if (::access(program.c_str(), X_OK) != 0) {
    throw std::runtime_error(
        fmt::format("{}: cannot be run: {}", program.string(), std::strerror(errno)));
  }
  Pipe failure = make_pipe();
  const pid_t parent = ::getpid();
  child_ = signals.fork_unwatched();
  if (child_ < 0) {
    throw std::runtime_error(
        fmt::format("{}: cannot be started: {}", program.string(), std::strerror(errno)));
  }
  if (child_ == 0) {
    become_program(program, parent, std::move(arguments), variables, streams, failure.writer.get());
  }
  ::setpgid(child_, child_);  // both processes do it: the group must exist below
  failure.writer.close();
  if (const int error = error_from(failure.reader.get()); error != 0) {
    end(std::chrono::seconds(0));
    throw std::runtime_error(
        error == ENOEXEC
            ? fmt::format("{}: is no program that runs here", program.string())
            : fmt::format("{}: cannot be run: {}", program.string(), std::strerror(error)));
  }
}

ChildGroup::~ChildGroup() {
  end(std::chrono::seconds(0));
}

// The child stays to be waited for, and with it the number of its group stays taken.
bool ChildGroup::has_ended() const {
  if (collected_) return true;
  siginfo_t information = {};
  const int asked =
      ::waitid(P_PID, static_cast<id_t>(child_), &information, WEXITED | WNOHANG | WNOWAIT);
  return asked == 0 && information.si_pid == child_;
}

bool ChildGroup::ends_before(const std::function<bool()>& enough) const {
  while (!has_ended()) {
    if (enough()) return false;
    std::this_thread::sleep_for(kPollInterval);
  }
  return true;
}

int ChildGroup::end(std::chrono::duration<double> grace) {
  if (collected_) return status_;
  if (grace.count() > 0.0 && !has_ended()) {
    ::kill(child_, SIGTERM);
    const auto start = Clock::now();
    static_cast<void>(ends_before([start, grace] { return Clock::now() - start > grace; }));
  }
  ::kill(-child_, SIGKILL);
  while (::waitpid(child_, &status_, 0) < 0 && errno == EINTR) {
  }
  collected_ = true;
  return status_;
}

std::filesystem::path program_named(const std::string& word) {
  if (word.find('/') != std::string::npos) {
    if (can_be_run(word)) return word;
    const bool exists = ::access(word.c_str(), F_OK) == 0;
    throw std::runtime_error(fmt::format("{}: {}, expected a program", word,
                                         exists ? "cannot be run" : std::strerror(ENOENT)));
  }
  const char* variable = std::getenv("PATH");
  std::istringstream folders(variable == nullptr ? "/usr/bin:/bin" : variable);
  for (std::string folder; std::getline(folders, folder, ':');) {
    const std::filesystem::path file = std::filesystem::path(folder.empty() ? "." : folder) / word;
    if (!word.empty() && can_be_run(file)) return file;
  }
  throw std::runtime_error(fmt::format("'{}': there is no such program in PATH", word));
}

}  // namespace eenet::experiments
