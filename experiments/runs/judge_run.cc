#include "experiments/runs/judge_run.h"

#include <fmt/format.h>

#include <sstream>
#include <stdexcept>
#include <utility>

#include "experiments/formats/files.h"
#include "experiments/formats/output.h"
#include "experiments/processes/jobs.h"
#include "experiments/processes/stopwatch.h"
#include "theory/measured/names.h"

namespace eenet::experiments {

namespace {

using verify::oracle::JudgeReport;
using verify::oracle::JudgeVerdict;
using verify::oracle::Profile;

constexpr const char* kBlanks = " \t\r";

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string::npos) return "";
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

void require_hello(const JudgeRequest& request, const JudgeReport& report,
                   const std::string& remarks) {
  if (!report.hello.name.empty()) return;
  const std::string why = report.complaints.empty() ? "" : ": " + report.complaints.front();
  throw std::runtime_error(
      fmt::format("{}: no answer to hello{}{}{}", shell_words(request.command), why,
                  remarks.empty() ? "" : "; it wrote to standard error: ", trimmed(remarks)));
}

}  // namespace

std::string to_text(verify::oracle::Profile profile) {
  return theory::name_in({{Profile::kExact, "exact"},
                          {Profile::kComputed, "computed"},
                          {Profile::kStatistical, "statistical"}},
                         profile);
}

verify::oracle::Profile profile_named(const std::string& word) {
  for (const verify::oracle::Profile profile : kAllProfiles) {
    if (to_text(profile) == word) return profile;
  }
  throw std::invalid_argument(
      fmt::format("profile '{}', expected exact, computed or statistical", word));
}

std::string to_text(verify::oracle::JudgeVerdict verdict) {
  return theory::name_in({{JudgeVerdict::kAgrees, "agrees"},
                          {JudgeVerdict::kDisagrees, "disagrees"},
                          {JudgeVerdict::kNondeterministic, "nondeterministic"},
                          {JudgeVerdict::kIncomplete, "incomplete"}},
                         verdict);
}

JudgeRun run_judge(const JudgeRequest& request) {
  JudgeRun run;
  ProgramRespondent judged(request.command, request.limits);
  verify::oracle::JudgeOptions options = request.options;
  options.on_case = [&](std::uint64_t done, std::uint64_t planned) {
    const bool go_on = !request.options.on_case || request.options.on_case(done, planned);
    return go_on && judged.caught() == 0;
  };
  const Stopwatch watch;
  run.report = request.id.empty() ? verify::oracle::judge(judged, options)
                                  : verify::oracle::judge_again(judged, request.id, options);
  if (judged.caught() != 0) throw Interrupted(judged.caught());
  run.total = Seconds(watch.seconds());
  run.answering = judged.answering();
  const auto farewell = judged.finish();
  run.remarks = judged.remarks();
  require_hello(request, run.report, run.remarks);
  if (farewell) run.report.complaints.push_back(*farewell);
  return run;
}

std::string judge_again_command(const std::string& id, const JudgeRequest& request) {
  const verify::oracle::JudgeOptions defaults;
  std::string words = fmt::format("eenet oracle judge --case {}", id);
  if (request.options.profile != defaults.profile) {
    words += fmt::format(" --profile {}", to_text(request.options.profile));
  }
  if (request.options.seed != defaults.seed)
    words += fmt::format(" --seed {}", request.options.seed);
  return fmt::format("{} -- {}", words, shell_words(request.command));
}

std::map<std::string, std::string> read_expected_failures(const std::string& file) {
  require_regular_file(file);
  std::map<std::string, std::string> reasons;
  const std::string content = read_file(file);
  if (content.find('\0') != std::string::npos) {
    throw std::runtime_error(fmt::format("{}: not a text, expected lines 'ID  reason'", file));
  }
  std::istringstream lines(content);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string entry = trimmed(line.substr(0, line.find('#')));
    if (entry.empty()) continue;
    const std::size_t end = entry.find_first_of(kBlanks);
    const std::string id = entry.substr(0, end);
    const auto refuse = [&](const char* what) {
      throw std::runtime_error(
          fmt::format("{}, line {}: '{}' {}, expected an id and the reason why "
                      "its case fails",
                      file, number, id, what));
    };
    if (id.find('/') == std::string::npos) refuse("is no id of a case");
    if (end == std::string::npos) refuse("has no reason");
    if (!reasons.emplace(id, trimmed(entry.substr(end))).second) refuse("stands twice");
  }
  return reasons;
}

}  // namespace eenet::experiments
