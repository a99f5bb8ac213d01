#include "experiments/processes/conversation.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <memory>

#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"

namespace eenet::experiments {

namespace {

using verify::oracle::Fault;
using verify::oracle::FaultKind;

constexpr std::size_t kPart = 65536;  // what a pipe holds
constexpr int kMostParts = 64;        // read of a flood when nothing is waited for any more
// Signals, and the end of a program whose pipes somebody else keeps open, are noticed that soon.
constexpr Seconds kLongestWait(0.05);
constexpr Seconds kTimeToDie(1.0);  // between the end of its output and that of the program
constexpr Seconds kGrace(0.5);      // between SIGTERM and SIGKILL
constexpr std::size_t kMostDiscarded = std::size_t{1} << 22U;
constexpr std::size_t kShown = 80;  // bytes of a line in a message

std::string shortened(std::string_view text) {
  if (text.size() <= kShown) return printable(text);
  return printable(text.substr(0, kShown)) + "...";
}

// Calls `take` with what is there to read, and closes the descriptor at its end; returns whether
// there was anything, the end included.
template <typename Take>
bool read_part(Descriptor& descriptor, std::vector<char>& part, const Take& take) {
  if (!descriptor.is_open()) return false;
  const ssize_t size = ::read(descriptor.get(), part.data(), part.size());
  if (size > 0) {
    take(std::string_view(part.data(), static_cast<std::size_t>(size)));
    return true;
  }
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  descriptor.close();
  return true;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("crashed (signal {}, {})", WTERMSIG(status), ::strsignal(WTERMSIG(status)));
  }
  return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace

IgnoredPipeSignal::IgnoredPipeSignal() {
  struct sigaction action = {};
  action.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &action, &old_);
}

IgnoredPipeSignal::~IgnoredPipeSignal() {
  sigaction(SIGPIPE, &old_, nullptr);
}

Conversation::Conversation(const std::vector<std::string>& command, const SignalWatch& signals)
    : signals_(signals), part_(kPart) {
  Pipe input = make_pipe();
  Pipe output = make_pipe();
  Pipe error = make_pipe();
  // This program restarts itself with that variable, which is none of the other's affairs.
  child_.emplace(
      program_named(command.front()), std::vector<std::string>(command.begin() + 1, command.end()),
      std::map<std::string, std::string>{{"OPENBLAS_NUM_THREADS", ""}},
      StandardStreams{input.reader.get(), output.writer.get(), error.writer.get()}, signals);
  input_ = std::move(input.writer);
  output_ = std::move(output.reader);
  error_ = std::move(error.reader);
  for (const Descriptor* ours : {&input_, &output_, &error_}) ours->never_wait();
}

std::string_view Conversation::ask(std::string_view text, std::size_t longest, Seconds limit) {
  throw_if_interrupted();
  read_.erase(0, begin_);  // the line before
  searched_ -= begin_;
  begin_ = 0;
  unwritten_ = text;
  const auto start = Clock::now();
  while (true) {
    write_some();
    const auto line = next_line(longest);
    if (line && unwritten_.empty()) return *line;
    if (!output_.is_open()) fail_at_end();
    const Seconds left = limit - (Clock::now() - start);
    if (left.count() <= 0.0) {
      fail(FaultKind::kTimeLimit,
           fmt::format("no answer in {} s{}{}", number_text(limit.count()),
                       unwritten_.empty() ? "" : ", and the question was not read", cut_short()));
    }
    wait_for_anything(std::min(left, kLongestWait));
    throw_if_interrupted();
    read_remarks();
    // Somebody else may hold its pipes open.
    if (!read_output() && child_->has_ended() && !read_output()) fail_at_end();
  }
}

void Conversation::write_some() {
  while (!unwritten_.empty() && input_.is_open()) {
    const ssize_t size = ::write(input_.get(), unwritten_.data(), unwritten_.size());
    if (size > 0) {
      unwritten_.remove_prefix(static_cast<std::size_t>(size));
    } else if (errno == EPIPE) {
      input_.close();
    } else if (errno != EINTR) {
      return;
    }
  }
  if (unwritten_.empty() || input_.is_open()) return;
  // It cannot know the question. It may be dying, which explains more.
  const auto start = Clock::now();
  if (child_->ends_before([start] { return Clock::now() - start > kTimeToDie; })) fail_at_end();
  fail(FaultKind::kEndOfOutput, "closed its standard input before it had read the question");
}

std::optional<std::string_view> Conversation::next_line(std::size_t longest) {
  const std::size_t end = read_.find('\n', searched_);
  const std::size_t length = (end == std::string::npos ? read_.size() : end) - begin_;
  if (length > longest) {
    fail(FaultKind::kTooLong,
         fmt::format("wrote a line of more than {} bytes, which no answer to this question has: {}",
                     longest, shortened(std::string_view(read_).substr(begin_))));
  }
  if (end == std::string::npos) {
    searched_ = read_.size();
    return std::nullopt;
  }
  if (!unwritten_.empty()) {
    // It writes line after line and reads nothing.
    if (read_.size() - begin_ > longest + kMostDiscarded) {
      fail(FaultKind::kTooLong,
           fmt::format("wrote {} bytes without having read the question", read_.size() - begin_));
    }
    return std::string_view();  // not returned by ask()
  }
  const std::string_view line(read_.data() + begin_, length);
  begin_ = searched_ = end + 1;
  return line;
}

bool Conversation::read_output() {
  return read_part(output_, part_, [this](std::string_view text) { read_ += text; });
}

bool Conversation::read_remarks() {
  return read_part(error_, part_, [this](std::string_view text) { remarks_.add(text); });
}

void Conversation::read_all_remarks() {
  for (int parts = 0; parts < kMostParts && read_remarks(); ++parts) {
  }
}

void Conversation::wait_for_anything(Seconds most) {
  const auto asked = [](const Descriptor& descriptor, short events) {
    return pollfd{descriptor.get(), events, 0};  // a negative number is left out
  };
  std::array<pollfd, 3> all = {asked(output_, POLLIN), asked(error_, POLLIN),
                               asked(input_, POLLOUT)};
  const nfds_t count = unwritten_.empty() ? 2 : 3;
  const int milliseconds = static_cast<int>(std::ceil(std::max(most.count(), 0.0) * 1e3));
  ::poll(all.data(), count, milliseconds);  // reading and writing tell what there is
}

void Conversation::throw_if_interrupted() {
  if (signals_.caught() == 0) return;
  kill();
  throw Interrupted(signals_.caught());
}

void Conversation::fail(FaultKind kind, const std::string& sentence) {
  kill();
  throw Fault(kind, sentence);
}

void Conversation::fail_at_end() {
  const auto start = Clock::now();
  const bool ended = child_->ends_before([start] { return Clock::now() - start > kTimeToDie; });
  if (!ended) {
    fail(FaultKind::kEndOfOutput,
         fmt::format("closed its standard output before it had answered{}", cut_short()));
  }
  // It may have ended before the question was written, with words that nobody has read yet.
  for (int parts = 0; parts < kMostParts && read_output(); ++parts) {
  }
  const int status = child_->end(Seconds(0));
  fail(WIFSIGNALED(status) ? FaultKind::kSignal : FaultKind::kExited,
       fmt::format("{} before it had answered{}", how_it_ended(status), cut_short()));
}

std::string Conversation::cut_short() const {
  const std::string_view rest = std::string_view(read_).substr(std::min(begin_, read_.size()));
  if (rest.empty()) return "";
  return fmt::format("; its last line has no end: {}", shortened(rest));
}

void Conversation::discard_output(Seconds silence) {
  std::size_t discarded = 0;
  while (alive_) {
    discarded += read_.size() - begin_;
    read_.clear();
    begin_ = searched_ = 0;
    if (discarded > kMostDiscarded) kill();
    const auto start = Clock::now();
    do {
      wait_for_anything(silence);
      throw_if_interrupted();
      read_remarks();
    } while (alive_ && !read_output() && Clock::now() - start < silence);
    if (read_.empty()) return;
  }
}

std::string Conversation::remarks() {
  read_all_remarks();
  return remarks_.take();
}

std::optional<std::string> Conversation::finish(Seconds patience) {
  if (!alive_) return std::nullopt;
  input_.close();
  unwritten_ = {};
  const auto start = Clock::now();
  const bool ended = child_->ends_before([this, start, patience] {
    // It may wait for somebody to read.
    while (read_output()) read_.clear();
    read_all_remarks();
    return signals_.caught() != 0 || Clock::now() - start > patience;
  });
  throw_if_interrupted();
  const int status = child_->end(ended ? Seconds(0) : kGrace);
  kill();
  if (!ended) {
    return fmt::format("still ran {} s after its standard input was closed",
                       number_text(patience.count()));
  }
  if (status == 0) return std::nullopt;
  return fmt::format("{} after its standard input was closed, expected 0", how_it_ended(status));
}

void Conversation::kill() {
  child_->end(Seconds(0));
  read_all_remarks();
  alive_ = false;
  input_.close();
  output_.close();
  error_.close();
}

}  // namespace eenet::experiments
