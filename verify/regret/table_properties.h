// Properties of what `eenet table` says of many runs: the choice of a setting, and pairs.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

std::vector<Property> table_properties();

}  // namespace eenet::verify
