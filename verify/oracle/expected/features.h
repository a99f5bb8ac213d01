// phi from a gradient, with bounds: docs/protocol.md.
#pragma once

#include <nlohmann/json.hpp>

#include "verify/oracle/expected/ball.h"

namespace eenet::verify::oracle {

// How many numbers phi has.
std::size_t features_size(const nlohmann::json& features, std::size_t gradient_size);

// Where the bounds do not say which neighbours are nearest, or whether there is anything to scale,
// every entry is between -1 and 1. `normalised`: false for phi before it is scaled.
Balls features_of(const nlohmann::json& features, const Balls& gradient, const Rounding& rounding,
                  bool normalised = true);

// Before it is scaled to norm 1; in embedding.cc. Nothing where the neighbours are not certain.
Balls embedded(const nlohmann::json& features, const Balls& gradient, const Rounding& rounding);

}  // namespace eenet::verify::oracle
