// Tables as text, of words and numbers: cells between commas, tabs, semicolons or blanks, in quotes
// where they hold one of them. Throws std::runtime_error with path, line and what was expected.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/formats/unpacked_file.h"

namespace eenet::experiments {

// Reads the whole cell as a finite number.
bool read_cell(std::string_view cell, double& number);

class TableFile {
 public:
  // The first line decides what stands between cells: a tab if there is one; else what is more
  // frequent of semicolon and comma; else blanks.
  explicit TableFile(const std::filesystem::path& path);

  // The next row, its cells without blanks around them; whether there was one. Empty lines, and
  // lines that begin with | (the comments of C4.5's tables), are skipped. A cell in double quotes
  // may go on over several lines; two quotes are one of it. Every row has as many cells as the
  // first.
  bool next(std::vector<std::string>& cells);

  // Of the last row's first line.
  [[nodiscard]] std::uint64_t line() const { return row_line_; }
  [[noreturn]] void reject(const std::string& what) const;

 private:
  bool read_row(std::vector<std::string>& cells);
  bool next_line();
  void choose_separator();
  std::string quoted_cell(std::size_t& at);
  [[nodiscard]] std::string plain_cell(std::size_t& at) const;

  TextLines lines_;
  std::string line_;
  char separator_ = '\0';  // not chosen yet
  std::size_t columns_ = 0;
  std::uint64_t row_line_ = 0;
};

}  // namespace eenet::experiments
