// What `eenet verify` tells: as text for people, as the JSON document `eenet.verify/1`, and as an
// exit code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/reports/mutant_report.h"
#include "verify/test_run.h"

namespace eenet::experiments {

struct SuiteReport {
  std::string name;
  std::vector<std::string> properties;  // their sentences
  verify::Statistics statistics;
  double seconds = 0.0;  // of all its pieces together, whichever ran beside each other
};

// A case that failed once and was tried again.
struct ReplayReport {
  std::string token;
  std::optional<verify::Failure> failure;
  bool passes = false;  // no failure, and nothing said about the case: it neither fails nor passes
};
ReplayReport replay_report(const std::string& token, const verify::PieceResult& result);

struct VerifyReport {
  std::uint64_t seed = 0;
  std::uint64_t cases = 0;  // asked for; those that ran are in the suites
  std::vector<std::string> witnesses;
  std::vector<std::string> absent_witnesses;
  std::vector<SuiteReport> suites;
  std::vector<ReplayReport> replayed;
  std::vector<verify::Failure> failures;  // those replayed first; none twice
  std::optional<MutantReport> mutants;
  std::vector<std::string> complaints;  // what else went wrong, a sentence each
  double seconds = 0.0;
};

// Adds the failure unless the same property has failed in the same case already.
void add_failure(VerifyReport& report, const verify::Failure& failure);

// Why the run does not count as passed although no property failed, a sentence each: a suite in
// which no case said anything, a replay that neither fails nor passes, a mutant that survived, an
// equivalent one that was killed, and the complaints.
std::vector<std::string> problems(const VerifyReport& report);

// "suite gradient is empty: ...", or nothing where a case said something.
std::optional<std::string> emptiness(const SuiteReport& suite);

// 0, 1, or with `strict` 4.
int exit_code(const VerifyReport& report, bool strict);

std::string verify_json(const VerifyReport& report);
std::string verify_text(const VerifyReport& report);

// "eigen-forward, central-differences (absent: adolc-tape)".
std::string witnesses_line(const std::vector<std::string>& present,
                           const std::vector<std::string>& absent);

// Property, counterexample, and the command that shows it again.
std::string failure_text(const verify::Failure& failure);
std::string reproducer(const std::string& token);

}  // namespace eenet::experiments
