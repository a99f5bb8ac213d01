// A program, judged: it is started, asked, and ended.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "experiments/runs/program_respondent.h"
#include "verify/oracle/judge.h"

namespace eenet::experiments {

struct JudgeRequest {
  std::vector<std::string> command;
  verify::oracle::JudgeOptions options;
  AnswerLimits limits;
  std::string id;  // of the one case to judge; empty: cases as the options say
};

struct JudgeRun {
  verify::oracle::JudgeReport report;
  Seconds total{0};
  Seconds answering{0};  // of that, the time that the program took
  std::string remarks;   // what it wrote to its standard error, as far as no counterexample has it
};

// The words of the command line and of JSON documents.
inline constexpr std::array kAllProfiles = {verify::oracle::Profile::kExact,
                                            verify::oracle::Profile::kComputed,
                                            verify::oracle::Profile::kStatistical};
std::string to_text(verify::oracle::Profile profile);
verify::oracle::Profile profile_named(const std::string& word);
std::string to_text(verify::oracle::JudgeVerdict verdict);

// Throws std::runtime_error if the program cannot be started, or if its answer to the first
// question does not say what can be judged; Interrupted after SIGINT or SIGTERM. What it did when
// it was to end is among the complaints.
JudgeRun run_judge(const JudgeRequest& request);

// The command that judges the case again, as a shell takes it.
std::string judge_again_command(const std::string& id, const JudgeRequest& request);

// Lines "ID  reason"; what follows # is for people. Throws std::runtime_error with the file and the
// line on an id without a reason, and on one that stands twice.
std::map<std::string, std::string> read_expected_failures(const std::string& file);

}  // namespace eenet::experiments
