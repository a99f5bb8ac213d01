// What `eenet oracle judge` and `smoke` print and save: text for people, and the JSON document
// `eenet.judge/1` (docs/schemas/judge.json).
#pragma once

#include <map>
#include <string>

#include "experiments/formats/json.h"
#include "experiments/runs/judge_run.h"

namespace eenet::experiments {

std::string judge_text(const JudgeRun& run, const JudgeRequest& request);
std::string judge_json(const JudgeRun& run, const JudgeRequest& request);

// One file per level that disagrees: its name, and the smallest case found as the JSON document
// `eenet.counterexample/1`.
std::map<std::string, std::string> counterexample_files(const verify::oracle::JudgeReport& report,
                                                        const JudgeRequest& request);

// Whether anything unexpected disagrees.
bool has_failures(const verify::oracle::JudgeReport& report);

// 0; 1 unless the verdict is that it agrees; with `strict` 4 for a failure that was expected and
// did not come, and for arms that are only acceptable.
int exit_code(const verify::oracle::JudgeReport& report, bool strict);

// "12 of 300 cases disagree; the first: ..."; nothing if all is well.
std::string failure_sentence(const verify::oracle::LevelReport& level);

}  // namespace eenet::experiments
