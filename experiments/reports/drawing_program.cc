#include "experiments/reports/drawing_program.h"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

#include "experiments/formats/output.h"
#include "experiments/processes/child_process.h"

namespace eenet::experiments {

namespace {

constexpr auto kPatience = std::chrono::minutes(1);
constexpr int kNotFound = 127;  // env's exit code for a program that is not there

// gnuplot shows the line with a caret first; the sentence comes last.
std::string last_sentence(const std::string& complaint) {
  const std::size_t end = complaint.find_last_not_of(" \t\r\n");
  if (end == std::string::npos) return "it does not say why";
  const std::size_t begin = complaint.rfind('\n', end);
  const std::size_t first = begin == std::string::npos ? 0 : begin + 1;
  return printable(complaint.substr(first, end + 1 - first));
}

}  // namespace

std::string draw_with(const std::string& program, const std::vector<std::string>& arguments,
                      const std::filesystem::path& folder, const std::string& what) {
  std::vector<std::string> words = {"-C", std::filesystem::absolute(folder).string(), program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ChildOutcome outcome = run_child("/usr/bin/env", words, {}, {kPatience});
  if (outcome.code == 0) return outcome.out;
  if (outcome.code == kNotFound) {
    throw std::runtime_error(fmt::format("{} is not installed, expected it for {}", program, what));
  }
  const std::string why = outcome.timed_out     ? "it took more than a minute"
                          : outcome.signal != 0 ? fmt::format("ended by signal {}", outcome.signal)
                                                : last_sentence(outcome.err);
  throw std::runtime_error(fmt::format("{} failed, expected {}: {}", program, what, why));
}

void require_drawing_programs() {
  draw_with("gnuplot", {"--version"}, "/", "the report's pictures");
  draw_with("dot", {"-V"}, "/", "the report's graph of claims");
}

}  // namespace eenet::experiments
