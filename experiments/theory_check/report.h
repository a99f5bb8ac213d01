// `report.json`: all facts of a report, from its pieces. Whatever is rendered is rendered from
// this.
#pragma once

#include <vector>

#include "experiments/formats/json.h"
#include "experiments/theory_check/piece.h"
#include "experiments/theory_check/plan.h"

namespace eenet::experiments {

// {"schema": "eenet.report/1", "about", "seed", "effort", "producer", "machine", "rules", "counts",
// "claims", "error_budget", "verification", "determinism", "mutants", "theory", "regret",
// "comparison", "runs", "experiments", "errata", "history", "pieces", "problems"}. `previous` is
// the report that was in the folder before, or null: its verdicts stay in the history.
Json report_json(const ReportSettings& settings, const std::vector<PieceResult>& results,
                 const Json& previous = {});

}  // namespace eenet::experiments
