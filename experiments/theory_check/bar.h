// A measured number with its interval against its bound, drawn to scale in a row of a table.
#pragma once

#include <string>

#include "experiments/formats/json.h"

namespace eenet::experiments {

// SVG; empty if there is no number, or nothing to draw it against. `measured` and `bound` are
// `Measured` of the contract, or null.
std::string bar_svg(const Json& measured, const Json& bound);

}  // namespace eenet::experiments
