// Properties of what `eenet oracle check` says.
#pragma once

#include <vector>

#include "verify/properties/suite.h"

namespace eenet::verify {

// Of right traces and of wrong ones.
std::vector<Property> judged_trace_properties();

// Of drift.h.
std::vector<Property> drift_properties();

}  // namespace eenet::verify
