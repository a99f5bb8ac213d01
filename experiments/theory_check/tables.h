// The ledger of a report as files that other programs take.
#pragma once

#include <string>

#include "experiments/formats/json.h"

namespace eenet::experiments {

// A line per claim: id, evidence kind, status, vacuous, value and ends of what was measured, bound,
// p-value, seeds, the command that shows it again.
std::string ledger_csv(const Json& report);

// The counts of verdicts by kind of evidence, and the contradicted claims, as LaTeX's tabular.
std::string counts_tex(const Json& report);

// The ledger as a page of Markdown.
std::string report_markdown(const Json& report);

// "claims: 65 hold, 7 contradicted", as a picture for a README.
std::string badge_svg(const Json& report);

}  // namespace eenet::experiments
