#include "verify/traces/trace_check.h"

#include <algorithm>
#include <utility>

#include "reference/require.h"
#include "theory/measured/names.h"
#include "verify/replay.h"
#include "verify/traces/consistency.h"
#include "verify/traces/method.h"

namespace eenet::verify {

namespace {

// Why there is no replay; empty if there is one.
std::string why_no_replay(const Trace& trace, const std::filesystem::path& path) {
  if (path.empty()) return "a pipe can be read once only";
  const std::string environment = why_not_our_environment(trace.header.environment);
  if (!environment.empty()) return environment;
  return why_not_our_method(trace.header.method);
}

// Fields that follow from the header's environment and seed alone.
bool is_of_environment(const std::string& field) {
  return field == "dim" || field == "arms" || field.starts_with("contexts") ||
         field.starts_with("expected_rewards") || field.starts_with("rewards");
}

// Whether the rerun explains a difference of bits: it found no number that rounding does not
// explain, and looked at the round in question.
bool is_explained(const Difference& difference, const Rerun& rerun) {
  if (is_of_environment(difference.field) || rerun.level.cases() == 0) return false;
  if (rerun.level.failures() > 0 || difference.round > rerun.rounds + 1) return false;
  // Whether a run diverges can only hang on rounding where some number does.
  if (difference.field == "end.status") return rerun.decided < rerun.rounds;
  return difference.field != "arm" && difference.field != "reward";
}

void check_replay(const Trace& trace, const std::filesystem::path& path,
                  const ArrayReader& read_array, const Rerun& rerun, TraceLevel& level) {
  CheckCounter rounds(level, "bits");
  const std::string reason = why_no_replay(trace, path);
  if (!reason.empty()) {
    rounds.skip(reason);
    return;
  }
  const ReplayReport report = replay(path, read_array);
  for (std::uint64_t t = 0; t < report.rounds; ++t) rounds.require(true, t, "", "", "", "");
  if (report.matches()) {
    if (report.compared_nothing()) rounds.skip("the trace has no whole round");
    return;
  }
  const Difference& difference = *report.first_difference;
  const bool explained = is_explained(difference, rerun);
  rounds.require(
      explained, difference.round, difference.field, difference.recorded, difference.recomputed,
      is_of_environment(difference.field)
          ? text("what environment ", trace.header.environment.to_text(), " gives with ", "seed ",
                 trace.header.seed, "; an environment of your own needs a name of its own")
          : "what the header gives here");
  if (!explained) return;
  rounds.accept();
  level.remarks.push_back(text("from round ", difference.round, " on (", difference.field,
                               ") the bits are not the reference's; rounding explains it"));
}

// Whether the header's seed gives the parameters that the trace starts from: it does where it is
// the seed of a run of this program.
bool has_known_start(const Trace& trace) {
  return trace.header.initial_parameters.empty() &&
         why_not_our_environment(trace.header.environment).empty();
}

}  // namespace

std::string to_text(TraceVerdict verdict) {
  return theory::name_in({{TraceVerdict::kAgrees, "agrees"},
                          {TraceVerdict::kDisagrees, "disagrees"},
                          {TraceVerdict::kIncomplete, "incomplete"}},
                         verdict);
}

std::optional<TraceDivergence> TraceCheck::first_divergence() const {
  for (const TraceLevel& level : levels) {
    if (level.first) return level.first;
  }
  return std::nullopt;
}

TraceCheck check_trace(const Trace& trace, const std::filesystem::path& path,
                       const Arithmetic& arithmetic, const ArrayReader& read_array) {
  TraceCheck check;
  check.warnings = broken_assumptions(trace);
  if (!trace.end) {
    check.warnings.push_back(text("the trace has no end: it was cut short after round ",
                                  trace.rounds.size(), " of ", trace.header.rounds));
  } else if (trace.end->status == RunStatus::kCompleted &&
             trace.end->rounds != trace.header.rounds) {
    check.warnings.push_back(text("the run ended after round ", trace.end->rounds,
                                  ", the header announces ", trace.header.rounds));
  }
  check.levels.push_back(check_consistency(trace, arithmetic));
  check.rerun = rerun(trace, arithmetic, has_known_start(trace));
  TraceLevel replayed;
  replayed.level = "replay";
  check_replay(trace, path, read_array, check.rerun, replayed);
  check.levels.push_back(std::move(replayed));
  check.levels.push_back(check.rerun.level);
  const auto cases = [](const TraceLevel& level) { return level.cases() > 0; };
  const auto fails = [](const TraceLevel& level) { return level.failures() > 0; };
  if (std::ranges::any_of(check.levels, fails)) {
    check.verdict = TraceVerdict::kDisagrees;
  } else if (std::ranges::any_of(check.levels, cases)) {
    check.verdict = TraceVerdict::kAgrees;
  }
  return check;
}

}  // namespace eenet::verify
