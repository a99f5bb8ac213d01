// How a study of regret bounds looks: JSON (docs/cli.md) and text for people.
#pragma once

#include <string>

#include "experiments/formats/json.h"
#include "experiments/runs/bound_study.h"

namespace eenet::experiments {

Json bound_report_json(const Trace& trace, const BoundStudySettings& settings,
                       const BoundStudy& study);

std::string bound_report_text(const Trace& trace, const BoundStudySettings& settings,
                              const BoundStudy& study);

// Whether something stayed open: a bound that may or may not be below the trivial one, or regret
// that may or may not be below a bound.
bool is_inconclusive(const BoundStudy& study);

}  // namespace eenet::experiments
