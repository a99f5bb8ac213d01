// Policies that learn nothing: `random` (an arm uniformly) and `optimal` (an arm of largest h).
// They frame every table: no learner should lose to the first or win against the second.
#pragma once

#include "reference/kind.h"

namespace eenet {

PolicyKind random_kind();
PolicyKind optimal_kind();

}  // namespace eenet
