// Properties of how regret is judged with seeds as the units: promises and growth.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

std::vector<Property> regret_statistics_properties();

}  // namespace eenet::verify
