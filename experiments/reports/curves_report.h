// What `eenet oracle curves` prints.
#pragma once

#include <string>

#include "experiments/data/regret_files.h"
#include "experiments/formats/json.h"
#include "theory/comparison/curve_comparison.h"

namespace eenet::experiments {

struct CurvesReport {
  RegretInput judged;
  RegretInput reference;
  theory::CurveComparisonSettings settings;
  theory::CurveComparison comparison;
};

// One sentence: the outcome, what decided it, and what would have been noticed.
std::string curves_finding(const CurvesReport& report);

// A document of the schema eenet.curves/1: docs/schemas/curves.json.
Json curves_report_json(const CurvesReport& report);
std::string curves_report_text(const CurvesReport& report);

}  // namespace eenet::experiments
