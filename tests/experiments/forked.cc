#include "tests/experiments/forked.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <thread>

#include "experiments/formats/files.h"

namespace eenet::experiments {

namespace {

constexpr int kThrew = 99;
constexpr auto kPatience = std::chrono::seconds(60);

// The master and the slave of a new pseudo-terminal.
std::array<int, 2> open_terminal() {
  const int master = ::posix_openpt(O_RDWR | O_NOCTTY);
  if (master < 0 || ::grantpt(master) != 0 || ::unlockpt(master) != 0) {
    throw std::runtime_error("no pseudo-terminal");
  }
  const int slave = ::open(::ptsname(master), O_RDWR | O_NOCTTY);
  if (slave < 0) throw std::runtime_error("no pseudo-terminal");
  return {master, slave};
}

// Until the last writer is gone, which a terminal tells with an error.
std::string read_all(int descriptor) {
  std::string all;
  std::array<char, 4096> part{};
  for (ssize_t size = 0; (size = ::read(descriptor, part.data(), part.size())) > 0;) {
    all.append(part.data(), static_cast<std::size_t>(size));
  }
  return all;
}

}  // namespace

Forked run_forked(Stderr kind, const std::function<int()>& body) {
  std::array<int, 2> ends{};
  if (kind == Stderr::kTerminal) {
    ends = open_terminal();
  } else if (::pipe(ends.data()) != 0) {
    throw std::runtime_error("no pipe");
  }
  const pid_t child = start_forked([&] {
    ::dup2(ends[1], STDERR_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
    return body();
  });
  ::close(ends[1]);
  Forked forked;
  forked.err = read_all(ends[0]);
  ::close(ends[0]);
  forked.code = wait_for(child);
  return forked;
}

pid_t start_forked(const std::function<int()>& body) {
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child > 0) return child;
  int code = kThrew;
  try {
    code = body();
  } catch (const std::exception&) {
    code = kThrew;
  }
  ::_exit(code);  // without the test framework's own farewell
}

int wait_for(pid_t process) {
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) != kThrew ? WEXITSTATUS(status) : -1;
}

bool becomes_true(const std::function<bool()>& condition) {
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace eenet::experiments
