// What a page shows of a report: its facts with every number as text, and what templates cannot
// work out themselves (order, colours, bars, sentences). Nothing is measured here.
#pragma once

#include "experiments/formats/json.h"

namespace eenet::experiments {

// The report's own keys, and: "ledger" (claims, worst first), "count_boxes", "filters",
// "sentences", "unchecked", "comparisons", "witnesses", "absent", "total_time".
Json view_of(const Json& report);

}  // namespace eenet::experiments
