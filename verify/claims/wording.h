// Numbers in the sentences of a finding.
#pragma once

#include <string>
#include <vector>

namespace eenet::verify {

// Four significant digits.
std::string brief(double number);

// "1, 2.5, 3".
std::string brief(const std::vector<double>& numbers);

// "10.7".
std::string with_decimals(double number, int decimals);

}  // namespace eenet::verify
