// Numbers in messages.
#pragma once

#include <string>

namespace eenet::verify {

// With 17 digits, which no other double has.
std::string shown(double number);

}  // namespace eenet::verify
