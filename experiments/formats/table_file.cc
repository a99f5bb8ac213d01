#include "experiments/formats/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>
#include <system_error>

namespace eenet::experiments {

namespace {

constexpr std::size_t kLongestCell = std::size_t{1} << 26U;

bool is_blank(char letter) {
  return letter == ' ' || letter == '\t';
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return std::string(text);
}

}  // namespace

bool read_cell(std::string_view cell, double& number) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  return error == std::errc() && end == cell.data() + cell.size() && number - number == 0.0;
}

TableFile::TableFile(const std::filesystem::path& path) : lines_(path) {}

void TableFile::reject(const std::string& what) const {
  throw std::runtime_error(fmt::format("{}: line {}: {}", lines_.path().string(), row_line_, what));
}

bool TableFile::next_line() {
  while (lines_.next(line_)) {
    if (!trimmed(line_).empty() && !line_.starts_with('|')) return true;
  }
  return false;
}

void TableFile::choose_separator() {
  if (line_.find('\t') != std::string::npos) {
    separator_ = '\t';
    return;
  }
  const auto commas = std::ranges::count(line_, ',');
  const auto semicolons = std::ranges::count(line_, ';');
  separator_ = semicolons > commas ? ';' : commas > 0 ? ',' : ' ';
}

std::string TableFile::plain_cell(std::size_t& at) const {
  const std::size_t end = std::min(line_.find(separator_, at), line_.size());
  std::string cell = trimmed(std::string_view(line_).substr(at, end - at));
  at = end;
  return cell;
}

std::string TableFile::quoted_cell(std::size_t& at) {
  std::string cell;
  ++at;
  while (true) {
    const std::size_t quote = line_.find('"', at);
    if (quote == std::string::npos) {
      cell.append(line_, at);
      cell.push_back('\n');
      if (cell.size() > kLongestCell) {
        reject(fmt::format("a cell in quotes is longer than {} bytes", kLongestCell));
      }
      if (!lines_.next(line_)) reject("a quote is not closed up to the end of the file");
      at = 0;
      continue;
    }
    cell.append(line_, at, quote - at);
    at = quote + 1;
    if (at >= line_.size() || line_[at] != '"') break;
    cell.push_back('"');
    ++at;
  }
  while (at < line_.size() && line_[at] != separator_ && is_blank(line_[at])) ++at;
  if (at < line_.size() && line_[at] != separator_) {
    reject("text after a closing quote, expected the next cell");
  }
  return cell;
}

bool TableFile::read_row(std::vector<std::string>& cells) {
  cells.clear();
  if (!next_line()) return false;
  row_line_ = lines_.number();
  if (separator_ == '\0') choose_separator();
  std::size_t at = 0;
  while (true) {
    // Blanks before a quote; where blanks separate cells, those of the same gap.
    std::size_t start = at;
    while (start < line_.size() && line_[start] == ' ') ++start;
    if (separator_ == ' ' && start == line_.size()) return true;
    const bool quoted = start < line_.size() && line_[start] == '"';
    if (quoted || separator_ == ' ') at = start;
    cells.push_back(quoted ? quoted_cell(at) : plain_cell(at));
    if (at >= line_.size()) return true;
    ++at;
  }
}

bool TableFile::next(std::vector<std::string>& cells) {
  if (!read_row(cells)) return false;
  if (columns_ == 0) columns_ = cells.size();
  if (cells.size() != columns_) {
    reject(fmt::format("{} cells, expected {} as before", cells.size(), columns_));
  }
  return true;
}

}  // namespace eenet::experiments
