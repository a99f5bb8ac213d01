#include "experiments/reports/mutant_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/formats/output.h"

namespace eenet::experiments {

namespace {

bool is_killed_by(const MutantOutcome& outcome, const std::string& suite) {
  return std::any_of(outcome.killed_by.begin(), outcome.killed_by.end(),
                     [&suite](const Kill& kill) { return kill.suite == suite; });
}

bool is_met_by(const MutantOutcome& outcome, const std::string& suite) {
  return std::find(outcome.met_by.begin(), outcome.met_by.end(), suite) != outcome.met_by.end();
}

template <typename Condition>
std::size_t count(const MutantReport& report, const Condition& condition) {
  return static_cast<std::size_t>(std::count_if(
      report.outcomes.begin(), report.outcomes.end(), [&condition](const MutantOutcome& outcome) {
        return !outcome.is_equivalent() && condition(outcome);
      }));
}

std::size_t total(const MutantReport& report) {
  return count(report, [](const MutantOutcome&) { return true; });
}

std::size_t killed(const MutantReport& report) {
  return count(report, [](const MutantOutcome& outcome) { return outcome.is_killed(); });
}

std::size_t score(const MutantReport& report, const std::string& suite) {
  return count(report,
               [&suite](const MutantOutcome& outcome) { return is_killed_by(outcome, suite); });
}

std::size_t met(const MutantReport& report, const std::string& suite) {
  return count(report,
               [&suite](const MutantOutcome& outcome) { return is_met_by(outcome, suite); });
}

std::string kills_text(const MutantReport& report) {
  std::size_t width = 0;
  for (const MutantOutcome& outcome : report.outcomes) {
    width = std::max(width, outcome.mutant.name.size());
  }
  std::string text;
  for (const MutantOutcome& outcome : report.outcomes) {
    std::string name = outcome.mutant.name;
    for (const Kill& kill : outcome.killed_by) {
      text += fmt::format("  {:<{}}  {}: {}\n", name, width, kill.suite, kill.property);
      name.clear();  // stands before the first suite only
    }
    if (!outcome.is_killed()) {
      text += fmt::format("  {:<{}}  {}\n", name, width,
                          outcome.is_equivalent() ? "- (equivalent)" : "survives");
    }
  }
  return text;
}

std::string scores_text(const MutantReport& report) {
  std::vector<std::vector<std::string>> rows = {{"suite alone", "killed", "met", "of"}};
  for (const std::string& suite : report.suites) {
    rows.push_back({suite, std::to_string(score(report, suite)), std::to_string(met(report, suite)),
                    std::to_string(total(report))});
  }
  return table_text(rows);
}

std::string equivalents_text(const MutantReport& report) {
  std::string text;
  for (const MutantOutcome& outcome : report.outcomes) {
    if (!outcome.is_equivalent()) continue;
    text += fmt::format("  equivalent: {} ({}): {}\n", outcome.mutant.name, outcome.mutant.file,
                        outcome.mutant.equivalent);
  }
  return text.empty() ? text : fmt::format("\n{}", text);
}

}  // namespace

Json to_json(const MutantReport& report) {
  Json survivors = Json::array();
  Json equivalent = Json::array();
  Json table = Json::array();
  for (const MutantOutcome& outcome : report.outcomes) {
    const Mutant& mutant = outcome.mutant;
    if (outcome.is_equivalent()) {
      equivalent.push_back({{"name", mutant.name}, {"argument", mutant.equivalent}});
    } else if (!outcome.is_killed()) {
      survivors.push_back(mutant.name);
    }
    Json kills = Json::array();
    for (const Kill& kill : outcome.killed_by) {
      kills.push_back({{"suite", kill.suite}, {"property", kill.property}});
    }
    table.push_back({{"name", mutant.name},
                     {"file", mutant.file},
                     {"why", mutant.why},
                     {"met_by", outcome.met_by},
                     {"killed_by", kills}});
  }
  Json scores = Json::array();
  for (const std::string& suite : report.suites) {
    scores.push_back(
        {{"suite", suite}, {"killed", score(report, suite)}, {"met", met(report, suite)}});
  }
  return {{"total", total(report)},   {"killed", killed(report)}, {"survivors", survivors},
          {"equivalent", equivalent}, {"table", table},           {"scores", scores},
          {"seconds", report.seconds}};
}

std::string mutants_text(const MutantReport& report) {
  return kills_text(report) + "\n" + scores_text(report) + equivalents_text(report) +
         fmt::format("\n  {} of {} mutants killed\n", killed(report), total(report));
}

}  // namespace eenet::experiments
