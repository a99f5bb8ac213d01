// The ledger of a report as files that other programs take.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "experiments/formats/json.h"

namespace eenet::experiments {

// Every table of the report by its file's name, as CSV with every digit and as LaTeX's tabular:
// ledger, counts, verification, growth, promises, comparison, errata, pieces.
std::vector<std::pair<std::string, std::string>> report_tables(const Json& report);

// The report as a page of Markdown.
std::string report_markdown(const Json& report);

// "65 hold, 20 corrected, 7 contradicted, 40 open": counted claim by claim, what is not reproduced
// with the contradicted. And the same as a picture for a README.
std::string badge_text(const Json& report);
std::string badge_svg(const Json& report);

}  // namespace eenet::experiments
