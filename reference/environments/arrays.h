// `arrays`: contexts and rewards that the user brings, round by round.
#pragma once

#include "reference/kind.h"

namespace eenet {

// contexts= an array T x n x d of unit-norm contexts, rewards= an array T x n of rewards in [0, 1].
// The rewards given are taken as the expected rewards too: nothing else is known about h.
EnvironmentKind arrays_kind();

}  // namespace eenet
