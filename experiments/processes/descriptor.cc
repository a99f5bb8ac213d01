#include "experiments/processes/descriptor.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace eenet::experiments {

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

void Descriptor::never_wait() const {
  ::fcntl(number_, F_SETFL, ::fcntl(number_, F_GETFL) | O_NONBLOCK);
}

namespace {

// A number of a standard stream is free where this process was started without that stream. A pipe
// must not have it: a program that is started would lose the pipe, or take it for its own stream.
Descriptor beyond_standard(int number) {
  Descriptor given(number);
  if (number > STDERR_FILENO) return given;
  return Descriptor(::fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
}

}  // namespace

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw std::runtime_error(fmt::format("no pipe can be made: {}", std::strerror(errno)));
  }
  return {beyond_standard(ends[0]), beyond_standard(ends[1])};
}

}  // namespace eenet::experiments
