// One case of any size, without the limits that the text of a case has: for measurements.
#pragma once

#include <string>

#include "verify/case.h"
#include "verify/oracle/judge.h"

namespace eenet::verify::oracle {

JudgeReport judge_one(Respondent& judged, const std::string& level, const Case& one,
                      const JudgeOptions& options);

}  // namespace eenet::verify::oracle
