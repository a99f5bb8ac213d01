// What the two files of the suite `psi` share.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

// The three readings of a trace, held against a second writing of Algorithm 1.
std::vector<Property> reading_properties();

}  // namespace eenet::verify
