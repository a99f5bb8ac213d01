#include "experiments/reports/trace_check_report.h"

#include <fmt/format.h>

#include "experiments/formats/output.h"
#include "reference/trace_file.h"

namespace eenet::experiments {

namespace {

using verify::TraceCheck;
using verify::TraceCheckCount;
using verify::TraceDivergence;
using verify::TraceLevel;

Json check_json(const TraceCheckCount& check) {
  Json json = {{"name", check.name},
               {"cases", check.cases},
               {"failures", check.failures},
               {"acceptable", check.acceptable},
               {"worst_ratio", number_json(check.worst_ratio)},
               {"skip_reason", nullptr}};
  if (!check.skip_reason.empty()) json["skip_reason"] = check.skip_reason;
  return json;
}

Json level_json(const TraceLevel& level) {
  Json checks = Json::array();
  for (const TraceCheckCount& check : level.checks) checks.push_back(check_json(check));
  return {{"level", level.level},
          {"cases", level.cases()},
          {"failures", level.failures()},
          {"skipped", level.skipped()},
          {"acceptable", level.acceptable()},
          {"checks", checks},
          {"remarks", level.remarks}};
}

Json divergence_json(const TraceDivergence& found) {
  return {{"level", found.level},
          {"round", found.round},
          {"field", found.field},
          {"got", found.got},
          {"expected", found.expected},
          {"bound", number_json(found.bound)},
          {"ratio", number_json(found.ratio)},
          {"sentence", found.sentence}};
}

// The round that goes wrong, as the file has it.
Json counterexample_json(const Trace& trace, const TraceDivergence& found) {
  Json json = {{"round", found.round}, {"recorded", nullptr}, {"expected", found.expected}};
  if (found.round >= 1 && found.round <= trace.rounds.size()) {
    json["recorded"] = Json::parse(to_json_line(trace.rounds[found.round - 1]));
  } else if (found.round > trace.rounds.size() && trace.end) {
    TraceEnd end = *trace.end;
    end.parameters.clear();  // they can be long, and the field says which
    json["recorded"] = Json::parse(to_json_line(end));
  }
  return json;
}

Json rerun_json(const verify::Rerun& rerun) {
  Json bits = nullptr;
  if (rerun.first_bits) {
    bits = {{"round", rerun.first_bits->round},
            {"field", rerun.first_bits->field},
            {"recorded", rerun.first_bits->recorded},
            {"recomputed", rerun.first_bits->recomputed},
            {"bound", number_json(rerun.first_bits->bound)},
            {"within_rounding", rerun.first_bits->within_rounding}};
  }
  return {{"rounds", rerun.rounds}, {"decided", rerun.decided}, {"first_bits", bits}};
}

std::string outcome_of(const TraceCheckCount& check) {
  if (check.failures > 0) return "disagrees";
  return check.cases > 0 ? "agrees" : "skipped";
}

std::string bits_sentence(const verify::Rerun& rerun) {
  if (rerun.rounds == 0) return "";
  if (!rerun.first_bits) return "  every recorded number has the reference's bits\n";
  const verify::BitDifference& bits = *rerun.first_bits;
  std::string text = fmt::format(
      "  first other bits: round {}, {}: recorded {}, recomputed {}, {} what rounding can have "
      "done "
      "({})\n",
      bits.round, bits.field, bits.recorded, bits.recomputed,
      bits.within_rounding ? "within" : "beyond", number_text(bits.bound));
  if (rerun.decided < rerun.rounds) {
    text += fmt::format(
        "  {} of {} rounds are decided; in the others rounding may have grown to the size of a "
        "score\n",
        rerun.decided, rerun.rounds);
  }
  return text;
}

}  // namespace

Json trace_check_json(const Trace& trace, const TraceCheck& check) {
  Json levels = Json::array();
  for (const TraceLevel& level : check.levels) levels.push_back(level_json(level));
  Json json = document("judge", {{"verdict", verify::to_text(check.verdict)},
                                 {"name", trace.header.producer},
                                 {"environment", trace.header.environment.to_text()},
                                 {"method", trace.header.method.to_text()},
                                 {"rounds", trace.rounds.size()},
                                 {"complete", trace.end.has_value()},
                                 {"levels", levels},
                                 {"first_divergence", nullptr},
                                 {"counterexample", nullptr},
                                 {"rerun", rerun_json(check.rerun)},
                                 {"warnings", check.warnings},
                                 {"producer", producer_json()}});
  if (const std::optional<TraceDivergence> found = check.first_divergence()) {
    json["first_divergence"] = divergence_json(*found);
    json["counterexample"] = counterexample_json(trace, *found);
  }
  return json;
}

std::string trace_check_text(const Trace& trace, const TraceCheck& check) {
  std::string all = fmt::format(
      "{} rounds of {} in {}, by {}: {}\n\n", trace.rounds.size(),
      printable(trace.header.method.name), printable(trace.header.environment.name),
      trace.header.producer.empty() ? "an unnamed producer" : printable(trace.header.producer),
      verify::to_text(check.verdict));
  std::vector<std::vector<std::string>> rows = {
      {"level", "check", "outcome", "cases", "failures", "acceptable", "worst error/bound"}};
  std::string reasons;
  for (const TraceLevel& level : check.levels) {
    for (const TraceCheckCount& one : level.checks) {
      rows.push_back({level.level, one.name, outcome_of(one), std::to_string(one.cases),
                      std::to_string(one.failures), std::to_string(one.acceptable),
                      number_text(one.worst_ratio)});
      if (!one.skip_reason.empty()) {
        reasons += fmt::format("  {}, {}: {}\n", level.level, one.name, printable(one.skip_reason));
      }
    }
  }
  all += table_text(rows);
  if (!reasons.empty()) all += "\nnot checked, or not everywhere:\n" + reasons;
  for (const TraceLevel& level : check.levels) {
    for (const std::string& remark : level.remarks) {
      all += fmt::format("\n{}: {}\n", level.level, printable(remark));
    }
  }
  const std::string bits = bits_sentence(check.rerun);
  if (!bits.empty()) all += "\nrerun:\n" + bits;
  if (const std::optional<TraceDivergence> found = check.first_divergence()) {
    all += fmt::format("\nfirst divergence ({}): {}\n", found->level, printable(found->sentence));
  }
  return all;
}

}  // namespace eenet::experiments
