// Properties of `eenet oracle curves`: the rank test, and what it decides.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

std::vector<Property> curve_comparison_properties();

}  // namespace eenet::verify
