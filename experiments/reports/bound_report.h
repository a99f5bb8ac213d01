// How a study of regret bounds looks: JSON (docs/cli.md) and text for people.
#pragma once

#include <string>

#include "experiments/formats/json.h"
#include "theory/regret/bound_study.h"

namespace eenet::experiments {

Json bound_report_json(const Trace& trace, const theory::BoundStudySettings& settings,
                       const theory::BoundStudy& study);

std::string bound_report_text(const Trace& trace, const theory::BoundStudySettings& settings,
                              const theory::BoundStudy& study);

// Whether something is not decided: a bound that may or may not be below the trivial one, or regret
// that may or may not be below a bound.
bool is_inconclusive(const theory::BoundStudy& study);

}  // namespace eenet::experiments
