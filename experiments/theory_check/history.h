// The verdicts of earlier reports, kept in the newest.
#pragma once

#include "experiments/formats/json.h"

namespace eenet::experiments {

// [{"version", "revision", "seed", "effort", "verdicts": {id: status}}], oldest first: those of
// `previous`, then `previous` itself unless it has the revision, seed and effort of `report` and
// the same verdicts. Empty if `previous` is null or no report.
Json history_after(const Json& previous, const Json& report);

}  // namespace eenet::experiments
