// Numbers in the sentences of a finding.
#pragma once

#include <string>
#include <vector>

#include "reference/require.h"

namespace eenet::verify {

// Four significant digits.
std::string brief(double number);

// "1, 2.5, 3".
std::string brief(const std::vector<double>& numbers);

// "10.7".
std::string with_decimals(double number, int decimals);

// Appends an item, made of its parts, to a list in a sentence: "first; second; third".
template <typename... Parts>
void append_item(std::string& list, const Parts&... parts) {
  list += text(list.empty() ? "" : "; ", parts...);
}

}  // namespace eenet::verify
