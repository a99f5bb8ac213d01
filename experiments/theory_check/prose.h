// Mathematics as the ledger's plain text has it, as a page shows it.
#pragma once

#include <string>

namespace eenet::experiments {

// "sqrt(T) <= theta_t^{1/4}" as HTML: roots, Greek letters, signs, and indices set low or high.
// Everything else is the text itself, escaped.
std::string prose_html(const std::string& text);

}  // namespace eenet::experiments
