#include "experiments/theory_check/errata.h"

#include <algorithm>
#include <regex>
#include <sstream>
#include <string_view>

#include "experiments/embedded.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

std::string without_blanks_around(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

// The cells of a line of a Markdown table. `\|` is a bar within a cell.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 1; i < line.size(); ++i) {  // behind the first bar
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '|') {
      cell += line[++i];
    } else if (line[i] == '|') {
      cells.push_back(without_blanks_around(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  return cells;
}

// A link leads nowhere outside of its document: "[proof](#a)" becomes "proof in docs/errata.md".
std::string without_links(const std::string& cell) {
  static const std::regex kLink(R"(\[([^\]]*)\]\(#[^)]*\))");
  return std::regex_replace(cell, kLink, "$1 in docs/errata.md");
}

std::vector<Erratum> errata_in(std::string_view page) {
  std::vector<Erratum> found;
  std::istringstream lines{std::string(page)};
  std::string line;
  while (std::getline(lines, line)) {
    if (!line.starts_with("| E-")) continue;
    std::vector<std::string> cells = cells_of(line);
    EENET_REQUIRE(cells.size() == 5, "docs/errata.md: ", cells.front(), " has ", cells.size(),
                  " cells, expected 5");
    for (std::string& cell : cells) cell = without_links(cell);
    found.push_back({cells[0], cells[1], cells[2], cells[3], cells[4]});
  }
  return found;
}

}  // namespace

const std::vector<Erratum>& errata() {
  static const std::vector<Erratum> all = errata_in(embedded::errata_md);
  return all;
}

}  // namespace eenet::experiments
