#include "experiments/formats/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <system_error>

#include "experiments/formats/files.h"

namespace eenet::experiments {

namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::vector<std::string_view> cells_of(std::string_view line) {
  std::vector<std::string_view> cells;
  while (true) {
    const std::size_t comma = line.find(',');
    cells.push_back(trimmed(line.substr(0, comma)));
    if (comma == std::string_view::npos) return cells;
    line.remove_prefix(comma + 1);
  }
}

std::optional<double> number_in(std::string_view cell) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  double number = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return number;
}

[[noreturn]] void reject(const std::filesystem::path& path, std::uint64_t line,
                         const std::string& what) {
  throw std::runtime_error(fmt::format("{}: line {}: {}", path.string(), line, what));
}

void add_row(const std::filesystem::path& path, std::uint64_t line,
             const std::vector<std::string_view>& cells, Csv& csv) {
  const std::size_t columns = csv.rows.empty() ? csv.header.size() : csv.rows.front().size();
  if (columns != 0 && cells.size() != columns) {
    reject(path, line, fmt::format("{} cells, expected {} as before", cells.size(), columns));
  }
  std::vector<double> row;
  for (const std::string_view cell : cells) {
    const std::optional<double> number = number_in(cell);
    if (!number) reject(path, line, fmt::format("'{}', expected a number", cell));
    row.push_back(*number);
  }
  csv.rows.push_back(std::move(row));
  csv.line_of_row.push_back(line);
}

// A device may have no end: what is no text is refused before all of it is read.
std::string read_text(const std::filesystem::path& path) {
  constexpr std::size_t kPart = 65536;
  const auto is_no_text = [](char byte) {
    return static_cast<unsigned char>(byte) < ' ' && byte != '\t' && byte != '\r' && byte != '\n';
  };
  FileReader reader(path);
  std::string text;
  for (std::string part = reader.next(kPart); !part.empty(); part = reader.next(kPart)) {
    if (std::ranges::any_of(part, is_no_text)) {
      throw std::runtime_error(
          fmt::format("{}: not a text, expected a table of numbers", path.string()));
    }
    text += part;
  }
  return text;
}

bool has_a_word(const std::vector<std::string_view>& cells) {
  return std::ranges::any_of(cells, [](std::string_view cell) { return !number_in(cell); });
}

}  // namespace

std::optional<std::size_t> Csv::column(const std::string& name) const {
  const auto found = std::ranges::find(header, name);
  if (found == header.end()) return std::nullopt;
  return static_cast<std::size_t>(found - header.begin());
}

Csv read_csv(const std::filesystem::path& path) {
  const std::string file = read_text(path);
  Csv csv;
  std::string_view rest = file;
  bool first = true;
  for (std::uint64_t line = 1; !rest.empty(); ++line) {
    const std::size_t end = rest.find('\n');
    const std::string_view here = trimmed(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (here.empty()) continue;
    const std::vector<std::string_view> cells = cells_of(here);
    if (first && has_a_word(cells)) {
      csv.header.assign(cells.begin(), cells.end());
    } else {
      add_row(path, line, cells, csv);
    }
    first = false;
  }
  if (csv.rows.empty()) {
    throw std::runtime_error(
        fmt::format("{}: no line of numbers, expected at least one", path.string()));
  }
  return csv;
}

}  // namespace eenet::experiments
