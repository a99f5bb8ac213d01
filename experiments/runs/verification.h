// What a property-based test run found, and whether it counts as passed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/formats/json.h"
#include "experiments/runs/mutant_outcome.h"
#include "verify/test_run.h"

namespace eenet::experiments {

struct SuiteReport {
  std::string name;
  std::vector<std::string> properties;  // their sentences
  verify::Statistics statistics;
  double seconds = 0.0;  // summed over its pieces
};

// A case that failed once and was tried again.
struct ReplayReport {
  std::string token;
  std::optional<verify::Failure> failure;
  bool passes = false;  // false without a failure: no property says anything about the case
};
ReplayReport replay_report(const std::string& token, const verify::PieceResult& result);

struct VerifyReport {
  std::uint64_t seed = 0;
  std::uint64_t cases = 0;  // as requested; the suites hold how many ran
  std::vector<std::string> witnesses;
  std::vector<std::string> absent_witnesses;
  std::vector<SuiteReport> suites;
  std::vector<ReplayReport> replayed;
  std::vector<verify::Failure> failures;  // the replayed ones first; none twice
  std::optional<MutantReport> mutants;
  std::vector<std::string> complaints;  // what else went wrong, one sentence each
  double seconds = 0.0;
};

// Adds the failure unless the same property has already failed in the same case.
void add_failure(VerifyReport& report, const verify::Failure& failure);

// "suite gradient is empty: ...", or nothing if some case agreed or disagreed with a property.
std::optional<std::string> emptiness(const SuiteReport& suite);

// Why the run does not count as passed although no property failed, one sentence each: an empty
// suite, a replay that neither fails nor passes, a mutant that survived, an equivalent one that was
// killed, and the complaints.
std::vector<std::string> problems(const VerifyReport& report);

// 0, 1, or with `strict` 4.
int exit_code(const VerifyReport& report, bool strict);

// The command that shows a failure again.
std::string reproducer(const std::string& token);

// Property, counterexample, and the reproducer.
std::string failure_text(const verify::Failure& failure);

// {"cases", "agree", "kink", "disagree", "discarded", "inconclusive", "worst_ratio", "kinds",
// "ratios"}. Every bit is kept.
Json to_json(const verify::Statistics& statistics);
verify::Statistics statistics_from_json(const Json& json);

// {"suite", "property", "reproduce", "counterexample"}.
Json to_json(const verify::Failure& failure);
verify::Failure failure_from_json(const Json& json);

}  // namespace eenet::experiments
