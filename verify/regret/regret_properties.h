// Properties of what `eenet regret check` reads off many runs: kinds of run, bounds held against
// recorded rounds, and the power of the test of growth.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

std::vector<Property> regret_check_properties();

}  // namespace eenet::verify
