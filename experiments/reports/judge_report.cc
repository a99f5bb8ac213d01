#include "experiments/reports/judge_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "experiments/formats/exit_code.h"
#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

using verify::oracle::Counterexample;
using verify::oracle::JudgeReport;
using verify::oracle::JudgeVerdict;
using verify::oracle::LevelReport;

constexpr std::size_t kShown = 1200;  // bytes of a question or an answer
constexpr std::size_t kLinesShown = 20;

std::string levels_table(const std::vector<LevelReport>& levels) {
  std::vector<std::vector<std::string>> rows = {{"level", "planned", "run", "agree", "kink",
                                                 "acceptable", "failed", "expected", "skipped",
                                                 "worst error/bound"}};
  for (const LevelReport& level : levels) {
    rows.push_back({level.level, std::to_string(level.planned), std::to_string(level.cases),
                    std::to_string(level.agree), std::to_string(level.kink),
                    std::to_string(level.acceptable), std::to_string(level.failures),
                    std::to_string(level.expected_failures), std::to_string(level.skipped),
                    level.cases == 0 ? "-" : number_text(level.worst_ratio)});
  }
  return table_text(rows);
}

std::string skipped_text(const std::vector<LevelReport>& levels) {
  std::string text;
  for (const LevelReport& level : levels) {
    if (level.skipped > 0 || !level.skip_reason.empty()) {
      text += fmt::format("  skipped  {}: {}\n", level.level, printable(level.skip_reason));
    }
  }
  return text;
}

std::string shown(const nlohmann::json& json) {
  const std::string text = line_text(Json(json));
  if (text.size() <= kShown) return text;
  return fmt::format("{}... ({} bytes; --out DIR saves all)", text.substr(0, kShown), text.size());
}

// Each line of what somebody else wrote, behind a margin.
std::string quoted(const std::string& text) {
  std::string all;
  std::size_t lines = 0;
  for (std::size_t begin = 0; begin < text.size() && lines < kLinesShown; ++lines) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    all += fmt::format("    | {}\n", printable(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return all;
}

// A run is a list of questions; the others are one.
std::string questions_text(const Counterexample& example) {
  std::string text;
  if (example.question.is_array()) {
    text += fmt::format("    questions {}\n", shown(example.question));
  } else {
    text += fmt::format("    question  {}\n", shown(example.question));
  }
  if (!example.answer.is_null()) text += fmt::format("    answer    {}\n", shown(example.answer));
  if (!example.expected.is_null()) {
    text += fmt::format("    expected  {}\n", shown(example.expected));
  }
  return text;
}

std::string counterexample_text(const char* title, const Counterexample& example) {
  std::string text = fmt::format("\n  {}: {}\n    {}\n", title, example.divergence.id,
                                 printable(example.divergence.sentence)) +
                     questions_text(example);
  if (!example.remarks.empty()) {
    text += "    it wrote to standard error:\n" + quoted(example.remarks);
  }
  return text;
}

std::string level_text(const LevelReport& level, const JudgeRequest& request) {
  if (!level.first) return "";
  std::string text = counterexample_text("as it was met", *level.first);
  const Counterexample& again = level.smallest ? *level.smallest : *level.first;
  if (level.smallest && level.smallest->divergence.id != level.first->divergence.id) {
    text += counterexample_text("the smallest case that was found", *level.smallest);
  }
  return text + fmt::format("    again: {}\n", judge_again_command(again.divergence.id, request));
}

std::string explanations_text(const std::vector<std::string>& explanations) {
  std::string text;
  for (const std::string& sentence : explanations) text += fmt::format("  It {}.\n", sentence);
  return text;
}

std::string verdict_text(const JudgeReport& report) {
  std::uint64_t run = 0;
  std::uint64_t failed = 0;
  for (const LevelReport& level : report.levels) {
    run += level.cases;
    failed += level.failures;
  }
  switch (report.verdict) {
    case JudgeVerdict::kAgrees:
      return fmt::format("agrees with the reference in {} cases", run);
    case JudgeVerdict::kDisagrees:
      return fmt::format("disagrees with the reference in {} of {} cases", failed, run);
    case JudgeVerdict::kNondeterministic:
      return fmt::format(
          "nondeterministic: {} of {} cases failed, and the same question had "
          "different answers",
          failed, run);
    case JudgeVerdict::kIncomplete:
      return fmt::format("incomplete: {} cases were asked, {} failed", run, failed);
  }
  return "";
}

}  // namespace

bool has_failures(const JudgeReport& report) {
  return std::any_of(report.levels.begin(), report.levels.end(),
                     [](const LevelReport& level) { return level.failures > 0; });
}

int exit_code(const JudgeReport& report, bool strict) {
  if (report.verdict != JudgeVerdict::kAgrees) return kCheckFailed;
  const bool doubt = std::any_of(report.levels.begin(), report.levels.end(),
                                 [](const LevelReport& level) { return level.acceptable > 0; });
  return strict && (doubt || !report.unexpected_passes.empty()) ? kInconclusive : kDone;
}

std::string failure_sentence(const LevelReport& level) {
  if (level.failures == 0) return "";
  const std::string first = level.first
                                ? fmt::format("; the first: {}: {}", level.first->divergence.id,
                                              level.first->divergence.sentence)
                                : "";
  return fmt::format("{} of {} cases disagree{}", level.failures, level.cases, first);
}

std::string judge_text(const JudgeRun& run, const JudgeRequest& request) {
  const JudgeReport& report = run.report;
  const bool single = report.hello.arithmetic.unit_roundoff == verify::kFloat.unit_roundoff;
  std::string text = fmt::format("  {}, {}, profile {}, seed {}\n\n", printable(report.hello.name),
                                 single ? "float32" : "float64", to_text(request.options.profile),
                                 request.options.seed) +
                     levels_table(report.levels);
  const std::string skipped = skipped_text(report.levels);
  if (!skipped.empty()) text += "\n" + skipped;
  if (report.first_divergence) {
    const verify::oracle::Divergence& first = *report.first_divergence;
    text += fmt::format("\n  first divergence: {}\n", printable(first.sentence));
  }
  text += explanations_text(report.explanations);
  for (const LevelReport& level : report.levels) text += level_text(level, request);
  if (!run.remarks.empty() && report.verdict != JudgeVerdict::kAgrees) {
    text += "\n  it wrote to standard error:\n" + quoted(run.remarks);
  }
  if (!report.complaints.empty() || !report.unexpected_passes.empty()) text += "\n";
  for (const std::string& complaint : report.complaints) {
    text += fmt::format("  note: {}\n", printable(complaint));
  }
  for (const std::string& id : report.unexpected_passes) {
    text += fmt::format("  expected to fail, and passes: {}\n", id);
  }
  return text + fmt::format("\n  {}\n", verdict_text(report));
}

}  // namespace eenet::experiments
