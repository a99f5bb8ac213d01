#include "experiments/processes/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace eenet::experiments {

namespace {

constexpr auto kBarInterval = std::chrono::milliseconds(200);
constexpr auto kLineInterval = std::chrono::seconds(5);
constexpr std::size_t kBarWidth = 30;

std::string duration_text(double seconds) {
  const auto whole = static_cast<long long>(std::ceil(seconds));
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole % 3600 / 60);
}

// A terminal that clears a line on request; with TERM=dumb it would print the request instead.
bool is_obeying_terminal() {
  const char* kind = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) == 1 && (kind == nullptr || std::string_view(kind) != "dumb");
}

// So that a line is not broken into two, of which only one would be overwritten.
std::string cut_to_terminal(std::string line) {
  winsize size = {};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  if (known && line.size() >= size.ws_col) line.resize(size.ws_col - 1U);
  return line;
}

// A closed stderr is no reason to stop working, so errors are ignored.
void show(const std::string& text) {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

Progress::Progress(std::string what, std::uint64_t total, bool quiet)
    : what_(std::move(what)), total_(total), quiet_(quiet), terminal_(is_obeying_terminal()) {}

Progress::~Progress() {
  if (shown_ && terminal_) std::fputs("\r\x1b[K", stderr);  // leave the line as it was
}

void Progress::update(std::uint64_t done) {
  if (quiet_ || total_ == 0) return;
  const std::lock_guard lock(mutex_);
  furthest_ = std::max(furthest_, std::min(done, total_));
  const auto now = Clock::now();
  if (terminal_ ? now - last_ < kBarInterval : now - last_ < kLineInterval) return;
  last_ = now;
  shown_ = true;
  const double part = static_cast<double>(furthest_) / static_cast<double>(total_);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const std::string left =
      furthest_ == 0 ? "" : fmt::format(", {} left", duration_text(elapsed / part - elapsed));
  const std::string remark = remark_ ? "; " + remark_() : "";
  if (!terminal_) {
    show(fmt::format("{} of {} {} ({:.0f}%{}){}\n", furthest_, total_, what_, 100.0 * part, left,
                     remark));
    return;
  }
  const auto filled = static_cast<std::size_t>(part * static_cast<double>(kBarWidth));
  const std::string line =
      fmt::format("[{:#<{}}{:.<{}}] {:3.0f}% of {} {}{}{}", "", filled, "", kBarWidth - filled,
                  100.0 * part, total_, what_, left, remark);
  show("\r\x1b[K" + cut_to_terminal(line));
}

void Progress::show_with(std::function<std::string()> remark) {
  const std::lock_guard lock(mutex_);
  remark_ = std::move(remark);
}

std::function<void(std::uint64_t)> Progress::counter() {
  return [this](std::uint64_t done) { update(done); };
}

std::function<void(double)> Progress::stage(double begin, double end) {
  return [this, begin, end](double part) {
    const double whole = begin + (end - begin) * std::clamp(part, 0.0, 1.0);
    update(static_cast<std::uint64_t>(whole * static_cast<double>(total_)));
  };
}

}  // namespace eenet::experiments
