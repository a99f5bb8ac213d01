// A measured number with its interval against its bound, drawn to scale in a row of a table.
#pragma once

#include <string>

#include "experiments/formats/json.h"

namespace eenet::experiments {

// SVG; empty if there is no number, or nothing to draw it against. `measured` and `bound` are
// `Measured` of the contract, or null.
std::string bar_svg(const Json& measured, const Json& bound);

// An exponent of growth with its interval between 0 and a line's, with marks at a square root and
// at a line. `exponent` is `Measured`; minus infinity says that nothing grows.
std::string exponent_svg(const Json& exponent);

}  // namespace eenet::experiments
