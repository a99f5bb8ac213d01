// `report.json`: all facts of a report, from its pieces. Whatever is rendered is rendered from
// this.
#pragma once

#include <vector>

#include "experiments/formats/json.h"
#include "experiments/theory_check/piece.h"
#include "experiments/theory_check/plan.h"

namespace eenet::experiments {

// {"schema": "eenet.report/1", "seed", "effort", "producer", "counts", "claims", "verification",
// "theory", "regret", "comparison", "errata", "pieces", "problems"}.
Json report_json(const ReportSettings& settings, const std::vector<PieceResult>& results);

}  // namespace eenet::experiments
