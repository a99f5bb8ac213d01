// What the judge itself costs, beside the program that it judges: processor time of this process
// per case of each level, and of one run of 1000 rounds at d = 20, m = 100. Prints a table.
//
//   build/release/experiments/eenet_judge_levels [CASES] COMMAND...
//   build/release/experiments/eenet_judge_levels 1000 build/release/experiments/eenet_cpp_adapter
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "experiments/processes/stopwatch.h"
#include "experiments/runs/program_respondent.h"
#include "verify/oracle/judge.h"
#include "verify/oracle/judge_one.h"

namespace {

using eenet::experiments::ProgramRespondent;
using eenet::experiments::Stopwatch;
using eenet::verify::Case;
using nlohmann::json;
namespace oracle = eenet::verify::oracle;

constexpr int kTurns = 5;

// Seconds of the processor in this process, without the program that is judged.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

std::size_t numbers_in(const json& value) {
  if (!value.is_structured()) return value.is_number() ? 1 : 0;
  std::size_t all = 0;
  for (const json& entry : value) all += numbers_in(entry);
  return all;
}

// Passes questions on, and counts the numbers of both sides.
class Counting : public oracle::Respondent {
 public:
  explicit Counting(oracle::Respondent& asked) : asked_(asked) {}
  json ask(const json& question, std::size_t longest) override {
    json answer = asked_.ask(question, longest);
    numbers_ += numbers_in(question) + numbers_in(answer);
    return answer;
  }
  [[nodiscard]] bool alive() const override { return asked_.alive(); }
  void restart() override { asked_.restart(); }
  [[nodiscard]] std::size_t numbers() const { return numbers_; }

 private:
  oracle::Respondent& asked_;
  std::size_t numbers_ = 0;
};

void require_agreement(const oracle::JudgeReport& report) {
  if (report.verdict == oracle::JudgeVerdict::kAgrees) return;
  const auto& first = report.first_divergence;
  fmt::print(stderr, "it does not agree: {}\n", first ? first->sentence : "nothing was asked");
  std::exit(1);
}

struct Cost {
  double median = 0.0;
  double smallest = 0.0;
  double largest = 0.0;
};

// Of turns, each in seconds of the processor.
template <typename Work>
Cost cost(const Work& work) {
  std::vector<double> turns;
  for (int turn = 0; turn < kTurns; ++turn) {
    const double start = processor_seconds();
    work();
    turns.push_back(processor_seconds() - start);
  }
  std::sort(turns.begin(), turns.end());
  return {turns[kTurns / 2], turns.front(), turns.back()};
}

void measure_level(const std::string& level, std::uint64_t cases, ProgramRespondent& program) {
  oracle::JudgeOptions options;
  options.levels = {level};
  options.cases = cases;
  Counting counting(program);
  const oracle::JudgeReport report = oracle::judge(counting, options);
  if (report.levels.front().skipped > 0) return;
  require_agreement(report);
  const Cost own = cost([&] { require_agreement(oracle::judge(program, options)); });
  const auto count = static_cast<double>(report.levels.front().cases);
  const double numbers = static_cast<double>(counting.numbers()) / count;
  const auto per_case = [count](double seconds) { return 1e6 * seconds / count; };
  fmt::print("| {} | {:.0f} | {:.0f} ({:.0f} to {:.0f}) | {:.0f} | {:.2f} |\n", level, numbers,
             per_case(own.median), per_case(own.smallest), per_case(own.largest), 50.0 + numbers,
             per_case(own.median) / (50.0 + numbers));
}

void measure_long_run(ProgramRespondent& program) {
  const Case one = {.depth = 2,
                    .width = 100,
                    .dimension = 20,
                    .arms = 10,
                    .rounds = 1000,
                    .digits = 52,
                    .seed = 1};
  const Stopwatch watch;
  const double start = processor_seconds();
  require_agreement(oracle::judge_one(program, "run", one, {}));
  fmt::print(
      "\na run of 1000 rounds at d = 20, m = 100: {:.2f} s of the judge's, {:.2f} s in all\n",
      processor_seconds() - start, watch.seconds());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: {} CASES COMMAND...\n", argv[0]);
    return 2;
  }
  const std::uint64_t cases = std::stoull(argv[1]);
  ProgramRespondent program({argv + 2, argv + argc}, {});
  fmt::print("| level | numbers per case | own time per case, us | aim, us | share |\n");
  fmt::print("| --- | --- | --- | --- | --- |\n");
  for (const std::string& level : oracle::judge_levels()) measure_level(level, cases, program);
  measure_long_run(program);
  return 0;
}
