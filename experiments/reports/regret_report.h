// `eenet regret check` as text and as JSON.
#pragma once

#include <string>

#include "experiments/formats/json.h"
#include "experiments/runs/regret_check.h"

namespace eenet::experiments {

Json regret_report_json(const RegretCheck& check);
std::string regret_report_text(const RegretCheck& check);

// What was found, in a sentence or two: the caption of a picture.
std::string regret_finding(const RegretCheck& check);

}  // namespace eenet::experiments
