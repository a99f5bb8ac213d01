// Properties of the loop in which a policy plays an environment.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

std::vector<Property> interaction_properties();

// The case with a context and networks small enough to play whole runs of.
Case affordable(const Case& one);

}  // namespace eenet::verify
