// Comma-separated numbers, as other programs write them. Throws std::runtime_error with the path,
// the line and what was expected.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace eenet::experiments {

struct Csv {
  std::vector<std::string> header;         // empty if the first line holds numbers
  std::vector<std::vector<double>> rows;   // all of the same length: that of the header, if any
  std::vector<std::uint64_t> line_of_row;  // counting from 1

  // The index of a column of the header.
  [[nodiscard]] std::optional<std::size_t> column(const std::string& name) const;
};

// Empty lines are skipped. Words are accepted in the first line alone, which is then the header.
Csv read_csv(const std::filesystem::path& path);

}  // namespace eenet::experiments
