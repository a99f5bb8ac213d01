// Properties of regret, the trivial bound and the proof's terms, as measured on runs.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

std::vector<Property> bound_run_properties();

}  // namespace eenet::verify
