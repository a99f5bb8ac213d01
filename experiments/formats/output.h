// How results look: numbers, tables and curves for people, `Measured` for both people and scripts.
// Every command prints through these, so that the same thing looks the same everywhere.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "theory/measured/measured.h"

namespace eenet::experiments {

using Json = nlohmann::ordered_json;

// The contract's {"value", "lower", "upper", "basis", ...}; infinite ends are the strings "inf",
// "-inf".
Json to_json(const theory::Measured& measured);

// Four significant digits: 0.01234, 12.34, 1234, 1.234e+06.
std::string number_text(double number);

// "12.3 [11.0, 13.6] (99% interval)", "12.3 [0, 500] (certified)", "12.3 (exact)".
std::string measured_text(const theory::Measured& measured);

// Columns as wide as their widest cell, right-aligned, two blanks apart and before.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

// The numbers as a line of eight block heights, the largest at full height, negatives at none.
std::string sparkline(const std::vector<double>& numbers);

// Writes to standard output and sees to it that it arrives: throws std::runtime_error on a full
// disk; a closed pipe is no error, the reader has seen enough.
void print_out(std::string_view text);

}  // namespace eenet::experiments
