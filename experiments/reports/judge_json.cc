// The documents of reports/judge_report.h.
#include <fmt/format.h>

#include "experiments/formats/files.h"
#include "experiments/reports/judge_report.h"
#include "theory/measured/names.h"

namespace eenet::experiments {

namespace {

using verify::oracle::Counterexample;
using verify::oracle::Divergence;
using verify::oracle::FaultKind;
using verify::oracle::LevelReport;

std::string name_of(FaultKind kind) {
  return theory::name_in({{FaultKind::kRefused, "refused"},
                          {FaultKind::kNotJson, "not-json"},
                          {FaultKind::kWrongId, "wrong-id"},
                          {FaultKind::kMissingField, "missing-field"},
                          {FaultKind::kNotFinite, "not-finite"},
                          {FaultKind::kTooLong, "too-long"},
                          {FaultKind::kTimeLimit, "time-limit"},
                          {FaultKind::kEndOfOutput, "end-of-output"},
                          {FaultKind::kExited, "exited"},
                          {FaultKind::kSignal, "signal"}},
                         kind);
}

Json optional_number(const std::optional<double>& number) {
  return number ? number_json(*number) : Json();
}

Json divergence_json(const Divergence& divergence, const JudgeRequest& request) {
  return {{"level", divergence.level},
          {"id", divergence.id},
          {"round", divergence.round},
          {"field", divergence.field},
          {"place", divergence.place},
          {"got", optional_number(divergence.got)},
          {"expected", optional_number(divergence.expected)},
          {"bound", number_json(divergence.bound)},
          {"ratio", number_json(divergence.ratio)},
          {"fault", divergence.fault ? Json(name_of(*divergence.fault)) : Json()},
          {"sentence", divergence.sentence},
          {"reproduce", judge_again_command(divergence.id, request)}};
}

Json counterexample_json(const Counterexample& counterexample, const JudgeRequest& request) {
  return {{"id", counterexample.divergence.id},
          {"divergence", divergence_json(counterexample.divergence, request)},
          {"question", Json(counterexample.question)},
          {"answer", Json(counterexample.answer)},
          {"expected", Json(counterexample.expected)},
          {"remarks", counterexample.remarks}};
}

template <typename T, typename ToJson>
Json nullable(const std::optional<T>& value, const ToJson& to_json_of) {
  return value ? to_json_of(*value) : Json();
}

Json level_json(const LevelReport& level, const JudgeRequest& request) {
  const auto example = [&request](const Counterexample& one) {
    return counterexample_json(one, request);
  };
  return {{"level", level.level},
          {"planned", level.planned},
          {"cases", level.cases},
          {"agree", level.agree},
          {"kink", level.kink},
          {"acceptable", level.acceptable},
          {"failures", level.failures},
          {"expected_failures", level.expected_failures},
          {"nondeterministic", level.nondeterministic},
          {"skipped", level.skipped},
          {"skip_reason", level.skip_reason},
          {"worst_ratio", number_json(level.worst_ratio)},
          {"first", nullable(level.first, example)},
          {"smallest", nullable(level.smallest, example)}};
}

}  // namespace

std::string judge_json(const JudgeRun& run, const JudgeRequest& request) {
  const verify::oracle::JudgeReport& report = run.report;
  Json levels = Json::array();
  for (const LevelReport& level : report.levels) levels.push_back(level_json(level, request));
  Json json = document("judge", producer_json());
  json.update({{"command", request.command},
               {"implementation", Json(verify::oracle::to_json(report.hello))},
               {"profile", to_text(request.options.profile)},
               {"seed", request.options.seed},
               {"verdict", to_text(report.verdict)},
               {"levels", levels}});
  json["first_divergence"] = nullable(report.first_divergence, [&request](const Divergence& one) {
    return divergence_json(one, request);
  });
  json["counterexample"] = nullable(report.counterexample, [&request](const Counterexample& one) {
    return counterexample_json(one, request);
  });
  json["explanations"] = report.explanations;
  json["unexpected_passes"] = report.unexpected_passes;
  json["complaints"] = report.complaints;
  json["remarks"] = run.remarks;
  json["seconds"] = run.total.count();
  json["answering_seconds"] = run.answering.count();
  return document_text(json);
}

std::map<std::string, std::string> counterexample_files(const verify::oracle::JudgeReport& report,
                                                        const JudgeRequest& request) {
  std::map<std::string, std::string> files;
  for (const LevelReport& level : report.levels) {
    const auto& example = level.smallest ? level.smallest : level.first;
    if (!example) continue;
    Json json = document("counterexample", counterexample_json(*example, request));
    json["implementation"] = Json(verify::oracle::to_json(report.hello));
    files[as_file_name(example->divergence.id) + ".json"] = document_text(json);
  }
  return files;
}

}  // namespace eenet::experiments
