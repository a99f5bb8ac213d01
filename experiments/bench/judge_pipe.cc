// What asking a program over a pipe costs the judge, beside the bare exchange of the same bytes:
// questions and answers of a gradient with 0, 10, ..., 10000 numbers. Prints a table.
//
//   build/release/experiments/eenet_judge_pipe
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/runs/program_respondent.h"

namespace {

using eenet::experiments::ChildGroup;
using eenet::experiments::make_pipe;
using eenet::experiments::Pipe;
using eenet::experiments::ProgramRespondent;
using eenet::experiments::SignalWatch;
using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kRepetitions = 200;
constexpr int kRounds = 9;

// Numbers with all their digits, as gradients have them.
std::vector<double> numbers(std::size_t count) {
  std::vector<double> all;
  for (std::size_t i = 1; i <= count; ++i) all.push_back(1.0 / (3.0 + static_cast<double>(i)));
  return all;
}

std::string answer_line(std::size_t count) {
  return json({{"gradient", numbers(count)}, {"id", 1}}).dump() + "\n";
}

// The other side: for each line the same answer, which is made before.
int answer_instantly(std::size_t count) {
  const std::string answer = answer_line(count);
  std::array<char, 65536> part{};
  for (ssize_t size = 0; (size = ::read(STDIN_FILENO, part.data(), part.size())) > 0;) {
    if (part[static_cast<std::size_t>(size) - 1] != '\n') continue;
    for (std::size_t done = 0; done < answer.size();) {
      const ssize_t written = ::write(STDOUT_FILENO, answer.data() + done, answer.size() - done);
      if (written < 0) return 1;
      done += static_cast<std::size_t>(written);
    }
  }
  return 0;
}

// Microseconds of one, the median of some rounds.
double microseconds(const std::function<void()>& exchange) {
  std::vector<double> rounds;
  for (int round = 0; round < kRounds; ++round) {
    const auto start = Clock::now();
    for (int i = 0; i < kRepetitions; ++i) exchange();
    rounds.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count() /
                     kRepetitions);
  }
  std::sort(rounds.begin(), rounds.end());
  return rounds[kRounds / 2];
}

// The same program over two pipes, read and written without any care.
class BareExchange {
 public:
  explicit BareExchange(const std::vector<std::string>& command)
      : child_(command.front(), {command.begin() + 1, command.end()}, {},
               {question_.reader.get(), answer_.writer.get(), -1}, signals_) {
    question_.reader.close();
    answer_.writer.close();
  }

  void operator()(const std::string& line) {
    for (std::size_t done = 0; done < line.size();) {
      const ssize_t size = ::write(question_.writer.get(), line.data() + done, line.size() - done);
      if (size < 0) std::exit(1);
      done += static_cast<std::size_t>(size);
    }
    for (ssize_t size = 1; size > 0;) {
      size = ::read(answer_.reader.get(), part_.data(), part_.size());
      if (size <= 0) std::exit(1);
      if (part_[static_cast<std::size_t>(size) - 1] == '\n') return;
    }
  }

 private:
  SignalWatch signals_;
  Pipe question_ = make_pipe();
  Pipe answer_ = make_pipe();
  ChildGroup child_;
  std::array<char, 65536> part_{};
};

void measure(const std::string& program, std::size_t count) {
  const std::vector<std::string> command = {program, std::to_string(count)};
  const json question = {{"id", 1}, {"op", "gradient"}, {"theta", numbers(count)}};
  double whole = 0.0;
  {
    ProgramRespondent respondent(command, {});
    whole = microseconds([&] {
      if (respondent.ask(question, count).at("id") != 1) std::exit(1);
    });
  }
  const std::string line = question.dump() + "\n";
  BareExchange exchange(command);
  const double bare = microseconds([&] { exchange(line); });
  const double exchanged = 2.0 * static_cast<double>(count);
  fmt::print("{:>8} {:>12.1f} {:>12.1f} {:>8.2f} {:>14.1f} {:>10}\n", count, bare, whole,
             whole / bare, whole - bare,
             count == 0 ? "-" : fmt::format("{:.3f}", (whole - bare) / exchanged));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) return answer_instantly(std::stoul(argv[1]));
  fmt::print("{:>8} {:>12} {:>12} {:>8} {:>14} {:>10}\n", "numbers", "pipe us", "asking us",
             "ratio", "difference us", "us/number");
  for (const std::size_t count : {0U, 10U, 100U, 1000U, 10000U}) measure(argv[0], count);
  return 0;
}
