#include "experiments/reports/verify_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "experiments/formats/output.h"
#include "experiments/reports/mutant_report.h"

namespace eenet::experiments {

namespace {

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string suites_table(const std::vector<SuiteReport>& suites) {
  std::vector<std::vector<std::string>> rows = {{"suite", "cases", "agree", "kink", "disagree",
                                                 "discarded", "inconclusive", "worst error/bound"}};
  for (const SuiteReport& suite : suites) {
    const verify::Statistics& found = suite.statistics;
    rows.push_back({suite.name, std::to_string(found.cases), std::to_string(found.agree),
                    std::to_string(found.kink), std::to_string(found.disagree),
                    std::to_string(found.discarded), std::to_string(found.inconclusive),
                    emptiness(suite) ? "-" : number_text(found.worst_ratio)});
  }
  return table_text(rows);
}

std::string replayed_text(const std::vector<ReplayReport>& replayed) {
  std::string text;
  for (const ReplayReport& replay : replayed) {
    const char* told = replay.failure ? "still fails" : replay.passes ? "passes now" : "untested";
    text += fmt::format("  {:<11}  {}\n", told, replay.token);
  }
  return text.empty() ? text : fmt::format("\n{}", text);
}

}  // namespace

std::string verify_json(const VerifyReport& report) {
  Json suites = Json::array();
  for (const SuiteReport& suite : report.suites) {
    Json entry = {{"name", suite.name}};
    entry.update(to_json(suite.statistics));
    entry["seconds"] = suite.seconds;
    suites.push_back(entry);
  }
  Json replayed = Json::array();
  for (const ReplayReport& replay : report.replayed) {
    replayed.push_back({{"reproduce", replay.token}, {"passes", replay.passes}});
  }
  Json failures = Json::array();
  for (const verify::Failure& failure : report.failures) failures.push_back(to_json(failure));
  Json json = document("verify", {{"seed", report.seed},
                                  {"cases", report.cases},
                                  {"witnesses", report.witnesses},
                                  {"absent_witnesses", report.absent_witnesses},
                                  {"suites", suites},
                                  {"replayed", replayed},
                                  {"failures", failures},
                                  {"problems", problems(report)}});
  json["mutants"] = report.mutants ? to_json(*report.mutants) : Json();
  json["seconds"] = report.seconds;
  return document_text(json);
}

std::string witnesses_line(const std::vector<std::string>& present,
                           const std::vector<std::string>& absent) {
  const std::string missing =
      absent.empty() ? "" : fmt::format(" (absent: {})", fmt::join(absent, ", "));
  return fmt::format("{}{}", fmt::join(present, ", "), missing);
}

std::string verify_text(const VerifyReport& report) {
  std::string text = suites_table(report.suites) +
                     fmt::format("\n  witnesses  {}\n",
                                 witnesses_line(report.witnesses, report.absent_witnesses)) +
                     replayed_text(report.replayed);
  for (const verify::Failure& failure : report.failures) {
    text += fmt::format("\n{}", failure_text(failure));
  }
  if (report.mutants) text += fmt::format("\n{}", mutants_text(*report.mutants));
  const std::vector<std::string> sentences = problems(report);
  if (!sentences.empty()) text += "\n";
  for (const std::string& sentence : sentences) text += fmt::format("  {}\n", sentence);
  const std::size_t wrong = report.failures.size() + sentences.size();
  text += wrong == 0 ? fmt::format("\n  every property holds, seed {}\n", report.seed)
                     : fmt::format("\n  {}, seed {}\n", counted(wrong, "failure"), report.seed);
  return text;
}

}  // namespace eenet::experiments
