// A judgement as JUnit's XML: each level is a test.
#pragma once

#include <string>

#include "experiments/runs/judge_run.h"

namespace eenet::experiments {

std::string judge_junit(const JudgeRun& run, const JudgeRequest& request);

}  // namespace eenet::experiments
