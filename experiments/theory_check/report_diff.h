// What changed between two reports.
#pragma once

#include <string>

#include "experiments/formats/json.h"

namespace eenet::experiments {

// {"schema": "eenet.report-diff/1", "verdicts": [{"id", "before", "after"}], "lost": [...], "new":
// [...], "numbers": [{"id", "before", "after"}]}: numbers whose ends do not meet. Throws
// std::invalid_argument if a document is no report.
Json report_diff(const Json& before, const Json& after);

std::string report_diff_text(const Json& diff);

// Whether a verdict changed or a claim was lost.
bool is_setback(const Json& diff);

}  // namespace eenet::experiments
