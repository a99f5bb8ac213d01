#include "experiments/reports/judge_junit.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/reports/judge_report.h"
#include "experiments/reports/junit.h"

namespace eenet::experiments {

namespace {

using verify::oracle::JudgeVerdict;
using verify::oracle::LevelReport;

// The reproducer first: servers show the first line.
std::string failure_of(const LevelReport& level, const JudgeRequest& request) {
  if (level.failures == 0) return "";
  const auto& example = level.smallest ? level.smallest : level.first;
  const std::string again =
      example ? judge_again_command(example->divergence.id, request) + "\n" : "";
  return again + failure_sentence(level);
}

}  // namespace

std::string judge_junit(const JudgeRun& run, const JudgeRequest& request) {
  JunitSuite suite = {run.report.hello.name, run.total.count(), {}};
  for (const LevelReport& level : run.report.levels) {
    suite.cases.push_back(
        {level.level, failure_of(level, request), level.cases == 0 ? level.skip_reason : ""});
  }
  // What is wrong with no level in particular: fewer cases than planned, a conversation cut short.
  const bool complete = run.report.verdict != JudgeVerdict::kIncomplete;
  suite.cases.push_back(
      {"every planned case was asked",
       complete ? "" : fmt::format("incomplete: {}", fmt::join(run.report.complaints, "; ")), ""});
  return junit_xml("eenet oracle judge", {suite});
}

}  // namespace eenet::experiments
