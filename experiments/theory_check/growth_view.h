// The check of growth as a table: the runs that are judged, and the controls beside them.
#pragma once

#include "experiments/formats/json.h"

namespace eenet::experiments {

// A table per document eenet.regret/1 of the report: [{"title", "seeds", "rounds", "finding",
// "command", "rows": [{"who", "outcome", "expected", "exponent", "interval", "bar", "regret"}],
// "promises": [{"bound", "outcome", "violations", "seeds"}], "power"}].
Json growth_tables(const Json& report);

}  // namespace eenet::experiments
