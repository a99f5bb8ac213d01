// Judges an implementation of the network, of Algorithm 1 or of the kernel by what it answers.
// docs/protocol.md has the questions.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "verify/oracle/dialect.h"
#include "verify/oracle/respondent.h"

namespace eenet::verify::oracle {

enum class Profile { kExact, kComputed, kStatistical };

struct JudgeOptions {
  std::vector<std::string> levels;  // none: all that the implementation declares
  std::uint64_t cases = 1000;       // over all levels
  std::uint64_t seed = 1;
  Profile profile = Profile::kComputed;
  std::chrono::duration<double> shrink_time = std::chrono::seconds(30);
  // Ids of cases that are known to fail, each with its reason.
  std::map<std::string, std::string> expected_failures;
  // Called after each case with how many are done and planned; returns whether to go on.
  std::function<bool(std::uint64_t done, std::uint64_t planned)> on_case = {};
};

// Where an answer first goes wrong, and by how much.
struct Divergence {
  std::string level;
  std::string id;           // of the case: "gradient/3.4.2.1.1.ordinary.5.77"
  std::uint64_t round = 0;  // of a run, from 1; 0 elsewhere
  std::string field;        // "gradient", "theta1", "f2", "arm", ...
  std::string place;        // "W_2[0][3]", "b_1[2]", "arm 1"; empty where the field is one number
  std::optional<double> got;
  std::optional<double> expected;
  double bound = 0.0;
  double ratio = 0.0;              // error / bound
  std::optional<FaultKind> fault;  // there was no answer to compare
  std::string sentence;            // all of this, for people
};

// A case that disagrees: what was asked, answered and expected.
struct Counterexample {
  Divergence divergence;
  nlohmann::json question;  // of a run, the list of its questions
  nlohmann::json answer;
  nlohmann::json expected;
  std::string remarks;  // what the implementation wrote for people meanwhile
};

struct LevelReport {
  std::string level;
  std::uint64_t planned = 0;
  std::uint64_t cases = 0;  // asked
  std::uint64_t agree = 0;
  std::uint64_t kink = 0;        // agrees in the form that is true at a kink
  std::uint64_t acceptable = 0;  // another arm, within the bounds of the scores
  std::uint64_t failures = 0;    // unexpected ones
  std::uint64_t expected_failures = 0;
  std::uint64_t nondeterministic = 0;  // among the failures
  std::uint64_t skipped = 0;
  std::string skip_reason;
  double worst_ratio = 0.0;
  std::optional<Counterexample> first;     // as it was met
  std::optional<Counterexample> smallest;  // after shrinking
};

enum class JudgeVerdict { kAgrees, kDisagrees, kNondeterministic, kIncomplete };

struct JudgeReport {
  Hello hello;
  JudgeVerdict verdict = JudgeVerdict::kIncomplete;
  std::vector<LevelReport> levels;
  std::optional<Divergence> first_divergence;  // of the first level that disagrees
  std::optional<Counterexample> counterexample;
  // "agrees if the loss is (f - y)^2 instead of (1/2) (f - y)^2": dialects each of which would
  // explain every failure.
  std::vector<std::string> explanations;
  std::vector<std::string> unexpected_passes;  // of expected_failures
  std::vector<std::string> complaints;         // what else went wrong, one sentence each
};

// Throws std::invalid_argument on a level that does not exist. What the implementation does, never
// throws here: it is in the report.
JudgeReport judge(Respondent& judged, const JudgeOptions& options);

// One case again, by its id.
JudgeReport judge_again(Respondent& judged, const std::string& id, const JudgeOptions& options);

// All levels, in the order in which they are judged.
const std::vector<std::string>& judge_levels();

}  // namespace eenet::verify::oracle
