// The settings of the method that a trace header names, as this program's registry reads them.
#pragma once

#include "reference/settings.h"

namespace eenet::theory {

// Whether the registry has a method of this name: a trace may come from another program.
bool is_known_method(const Spec& method);

// Throws std::invalid_argument if the method is unknown, or a value is not one of its keys.
Settings settings_of(const Spec& method);

}  // namespace eenet::theory
