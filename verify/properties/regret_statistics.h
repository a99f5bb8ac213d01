// Properties of how regret is judged with seeds as the units: promises and growth.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

// Not derived: we know no proof of the error of Boost's incomplete beta function. Its table "Error
// rates for ibeta" has 1190 epsilons of doubles as the largest error seen, relative to the result;
// these are 4096. The parameters of that error are much larger than those here.
inline constexpr double kBoostError = 0x1p-40;

std::vector<Property> regret_statistics_properties();

}  // namespace eenet::verify
