#include "experiments/runs/verification.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "experiments/formats/exit_code.h"

namespace eenet::experiments {

ReplayReport replay_report(const std::string& token, const verify::PieceResult& result) {
  const verify::Statistics& found = result.statistics;
  return {token, result.failure, !result.failure && found.agree + found.kink > 0};
}

void add_failure(VerifyReport& report, const verify::Failure& failure) {
  const bool known = std::any_of(
      report.failures.begin(), report.failures.end(), [&failure](const verify::Failure& other) {
        return other.suite == failure.suite && other.property == failure.property &&
               other.smallest == failure.smallest;
      });
  if (!known) report.failures.push_back(failure);
}

std::optional<std::string> emptiness(const SuiteReport& suite) {
  const verify::Statistics& found = suite.statistics;
  if (found.agree + found.kink + found.disagree > 0) return std::nullopt;
  return fmt::format(
      "suite {} is empty: of its {} cases {} were discarded and {} inconclusive, expected one at "
      "least that says something (more --cases may have one)",
      suite.name, found.cases, found.discarded, found.inconclusive);
}

std::vector<std::string> problems(const VerifyReport& report) {
  std::vector<std::string> sentences = report.complaints;
  for (const SuiteReport& suite : report.suites) {
    if (const auto sentence = emptiness(suite)) sentences.push_back(*sentence);
  }
  for (const ReplayReport& replay : report.replayed) {
    if (replay.failure || replay.passes) continue;
    sentences.push_back(
        fmt::format("{}: neither fails nor passes, no property of the suite says anything about "
                    "this case",
                    replay.token));
  }
  if (report.mutants) {
    for (const MutantOutcome& outcome : report.mutants->outcomes) {
      if (const auto sentence = mutant_problem(outcome)) sentences.push_back(*sentence);
    }
  }
  return sentences;
}

int exit_code(const VerifyReport& report, bool strict) {
  if (!report.failures.empty() || !problems(report).empty()) return kCheckFailed;
  const bool inconclusive =
      std::any_of(report.suites.begin(), report.suites.end(),
                  [](const SuiteReport& suite) { return suite.statistics.inconclusive > 0; });
  return strict && inconclusive ? kInconclusive : kDone;
}

std::string reproducer(const std::string& token) {
  return "eenet verify --reproduce " + token;
}

std::string failure_text(const verify::Failure& failure) {
  std::string text = fmt::format("{}, does not hold: {}\n", failure.suite, failure.property);
  std::istringstream lines(failure.counterexample);
  for (std::string line; std::getline(lines, line);) text += fmt::format("  {}\n", line);
  return text + fmt::format("  {}\n", reproducer(failure.token()));
}

Json to_json(const verify::Statistics& statistics) {
  Json kinds = Json::object();
  for (const auto& [kind, cases] : statistics.kinds) kinds[kind] = cases;
  return {{"cases", statistics.cases},
          {"agree", statistics.agree},
          {"kink", statistics.kink},
          {"disagree", statistics.disagree},
          {"discarded", statistics.discarded},
          {"inconclusive", statistics.inconclusive},
          {"worst_ratio", number_json(statistics.worst_ratio)},
          {"kinds", kinds},
          {"ratios", statistics.ratios}};
}

verify::Statistics statistics_from_json(const Json& json) {
  verify::Statistics statistics;
  json.at("cases").get_to(statistics.cases);
  json.at("agree").get_to(statistics.agree);
  json.at("kink").get_to(statistics.kink);
  json.at("disagree").get_to(statistics.disagree);
  json.at("discarded").get_to(statistics.discarded);
  json.at("inconclusive").get_to(statistics.inconclusive);
  statistics.worst_ratio = number_from_json(json.at("worst_ratio"));
  json.at("kinds").get_to(statistics.kinds);
  json.at("ratios").get_to(statistics.ratios);
  return statistics;
}

Json to_json(const verify::Failure& failure) {
  return {{"suite", failure.suite},
          {"property", failure.property},
          {"reproduce", failure.token()},
          {"counterexample", failure.counterexample}};
}

verify::Failure failure_from_json(const Json& json) {
  verify::Failure failure;
  json.at("suite").get_to(failure.suite);
  json.at("property").get_to(failure.property);
  failure.smallest = verify::parse_token(json.at("reproduce").get<std::string>()).second;
  json.at("counterexample").get_to(failure.counterexample);
  return failure;
}

}  // namespace eenet::experiments
