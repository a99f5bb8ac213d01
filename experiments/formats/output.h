// How results look to people: numbers, `Measured`, tables and curves. Every command prints through
// these, so that the same thing looks the same everywhere.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "theory/measured/measured.h"

namespace eenet::experiments {

// Four significant digits: 0.01234, 12.34, 1234, 1.234e+06.
std::string number_text(double number);

// "12.3 [11.0, 13.6] (99% interval)", "12.3 [0, 500] (certified)", "12.3 (exact)".
std::string measured_text(const theory::Measured& measured);

// The text on one line and without what a terminal would obey: control characters and bytes that
// are not UTF-8 become \n, \t, \x1b, ... For everything that comes from a file or from the command
// line.
std::string printable(std::string_view text);

// The words of a command line as a shell takes them: those with special characters in quotes.
std::string shell_words(const std::vector<std::string>& words);

// Columns as wide as their widest cell, right-aligned, two blanks apart and before.
std::string table_text(const std::vector<std::vector<std::string>>& rows);

// The numbers as a line of blocks of eight heights. The largest number has full height, negative
// numbers have the lowest.
std::string sparkline(const std::vector<double>& numbers);

// Writes to standard output and flushes it. Throws std::runtime_error on a full disk; a closed pipe
// is not an error.
void print_out(std::string_view text);

}  // namespace eenet::experiments
