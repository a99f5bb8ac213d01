#include "experiments/theory_check/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "experiments/formats/output.h"
#include "experiments/formats/quoting.h"
#include "experiments/reports/junit.h"
#include "experiments/theory_check/view.h"
#include "verify/verdict.h"

namespace eenet::experiments {

namespace {

// With every digit; empty where there is none.
std::string exact(const Json& claim, const char* key, const char* part) {
  const Json measured = claim.value(key, Json());
  if (measured.is_null()) return "";
  const Json& number = part == nullptr ? measured : measured.at(part);
  return number.is_string() ? number.get<std::string>() : number.dump();
}

// The same table in both formats.
struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

std::string csv_of(const Table& table) {
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i) text += (i == 0 ? "" : ",") + csv_cell(cells[i]);
    return text + "\n";
  };
  std::string csv = line(table.columns);
  for (const auto& row : table.rows) csv += line(row);
  return csv;
}

// Long texts get a column that breaks lines.
std::string tex_of(const Table& table) {
  constexpr std::size_t kLong = 40;
  std::string columns;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    std::size_t longest = 0;
    for (const auto& row : table.rows) longest = std::max(longest, row[i].size());
    columns += longest > kLong ? "p{0.4\\textwidth}" : "l";
  }
  const auto line = [](const std::vector<std::string>& cells) {
    std::string text;
    for (std::size_t i = 0; i < cells.size(); ++i)
      text += (i == 0 ? "" : " & ") + tex_cell(cells[i]);
    return text + " \\\\\n";
  };
  std::string text = fmt::format("\\begin{{tabular}}{{{}}}\n\\hline\n", columns) +
                     line(table.columns) + "\\hline\n";
  for (const auto& row : table.rows) text += line(row);
  return text + "\\hline\n\\end{tabular}\n";
}

std::string digits(const Json& number) {
  if (number.is_null()) return "";
  return number.is_string() ? number.get<std::string>() : number.dump();
}

Table ledger_of(const Json& report) {
  Table table = {{"id", "evidence_kind", "status", "vacuous", "value", "lower", "upper", "basis",
                  "bound", "p_value", "seeds", "command"},
                 {}};
  for (const Json& claim : report.at("claims")) {
    table.rows.push_back({claim.at("id"), claim.at("evidence_kind"), claim.at("status"),
                          claim.value("vacuous", false) ? "true" : "false",
                          exact(claim, "measured", "value"), exact(claim, "measured", "lower"),
                          exact(claim, "measured", "upper"), exact(claim, "measured", "basis"),
                          exact(claim, "bound", "value"), exact(claim, "p_value", nullptr),
                          std::to_string(claim.value("seeds", std::uint64_t{0})),
                          claim.value("evidence", "")});
  }
  return table;
}

Table counts_of(const Json& report) {
  Table table = {{"verdict"}, {}};
  for (const auto kind : verify::kEvidenceKinds) table.columns.push_back(verify::to_text(kind));
  table.columns.emplace_back("all");
  for (const verify::Status status : verify::kStatuses) {
    const Json& count = report.at("counts").at(verify::to_text(status));
    std::vector<std::string> row = {verify::to_text(status)};
    for (const auto kind : verify::kEvidenceKinds) {
      row.push_back(digits(count.at(verify::to_text(kind))));
    }
    row.push_back(digits(count.at("all")));
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table verification_of(const Json& report) {
  Table table = {{"suite", "cases", "agree", "kink", "disagree", "worst_ratio"}, {}};
  if (report.at("verification").is_null()) return table;
  for (const Json& suite : report.at("verification").at("suites")) {
    table.rows.push_back({suite.at("name"), digits(suite.at("cases")), digits(suite.at("agree")),
                          digits(suite.at("kink")), digits(suite.at("disagree")),
                          digits(suite.at("worst_ratio"))});
  }
  return table;
}

// Of growth_tables: a table whose rows are under `key` of each.
Table growth_part(const Json& view, const char* key, const std::vector<std::string>& columns) {
  Table table = {{"runs_of"}, {}};
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  for (const Json& one : view.at("growth")) {
    for (const Json& row : one.at(key)) {
      std::vector<std::string> cells = {one.at("title")};
      for (const std::string& column : columns) cells.push_back(digits(row.at(column)));
      table.rows.push_back(std::move(cells));
    }
  }
  return table;
}

Table comparison_of(const Json& view) {
  Table table = {{"environment", "method", "mean", "interval", "difference", "difference_interval"},
                 {}};
  for (const Json& one : view.at("comparisons")) {
    for (const Json& row : one.at("rows")) {
      table.rows.push_back({one.at("environment"), row.at("method"), row.at("mean"),
                            row.at("interval"), row.at("difference"),
                            row.at("difference_interval")});
    }
  }
  return table;
}

Table errata_of(const Json& report) {
  Table table = {{"number", "place", "print", "read"}, {}};
  for (const Json& one : report.at("errata")) {
    table.rows.push_back({one.at("number"), one.at("place"), one.at("print"), one.at("read")});
  }
  return table;
}

Table pieces_of(const Json& report) {
  Table table = {{"command", "exit_code", "seconds"}, {}};
  for (const Json& one : report.at("pieces")) {
    table.rows.push_back(
        {one.at("command"), digits(one.at("exit_code")), digits(one.at("seconds"))});
  }
  return table;
}

std::string markdown_of(const Table& table) {
  std::string text = "|";
  for (const std::string& column : table.columns) text += " " + column + " |";
  text += "\n|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += " --- |";
  for (const auto& row : table.rows) {
    text += "\n|";
    for (const std::string& one : row) text += " " + markdown_cell(one) + " |";
  }
  return text + "\n";
}

std::string claims_markdown(const Json& view) {
  std::string page =
      "\n## Claims\n\n| id | the paper says | verdict | evidence | numbers | again |\n"
      "| --- | --- | --- | --- | --- | --- |\n";
  for (const Json& claim : view.at("ledger")) {
    page +=
        fmt::format("| `{}` | {} | {} | {} | {} | `{}` |\n", claim.at("id").get<std::string>(),
                    markdown_cell(claim.at("says")), claim.at("status_words").get<std::string>(),
                    claim.at("evidence_kind").get<std::string>(),
                    markdown_cell(claim.at("numbers")), claim.value("evidence", ""));
  }
  return page;
}

std::vector<std::pair<std::string, Table>> tables_of(const Json& report, const Json& view) {
  return {{"ledger", ledger_of(report)},
          {"counts", counts_of(report)},
          {"verification", verification_of(report)},
          {"growth", growth_part(view, "rows",
                                 {"who", "outcome", "expected", "exponent", "interval", "regret"})},
          {"promises", growth_part(view, "promises",
                                   {"bound", "outcome", "violations", "seeds", "share", "delta"})},
          {"comparison", comparison_of(view)},
          {"errata", errata_of(report)},
          {"pieces", pieces_of(report)}};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> report_tables(const Json& report) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [name, table] : tables_of(report, view_of(report))) {
    files.emplace_back(name + ".csv", csv_of(table));
    files.emplace_back(name + ".tex", tex_of(table));
  }
  return files;
}

std::string report_markdown(const Json& report) {
  const Json view = view_of(report);
  const bool of_paper = view.at("of_paper");
  std::string page = fmt::format(
      "# {}\n\nSeed {}, {} effort, {}.\n\n", of_paper ? "EE-Net, checked" : "Your runs, checked",
      report.at("seed").get<std::uint64_t>(), report.at("effort").get<std::string>(),
      view.at("total_time").get<std::string>());
  for (const Json& problem : report.at("problems")) {
    page += fmt::format("**{}**\n\n", problem.get<std::string>());
  }
  if (of_paper) {
    for (const Json& box : view.at("count_boxes")) {
      page += fmt::format("- {} {} ({})\n", box.at("all").get<std::uint64_t>(),
                          box.at("words").get<std::string>(), box.at("kinds").get<std::string>());
    }
    page += "\n";
    for (const Json& one : view.at("sentences")) {
      page += fmt::format("- `{}`: {}\n", one.at("id").get<std::string>(),
                          one.at("text").get<std::string>());
    }
    page += "\n## What was not checked\n\n";
    for (const Json& one : view.at("unchecked")) page += "- " + one.get<std::string>() + "\n";
  }
  const auto tables = tables_of(report, view);
  const auto section = [&](const char* title, const char* name) {
    for (const auto& [of, table] : tables) {
      if (of != name || table.rows.empty()) continue;
      page += fmt::format("\n## {}\n\n", title) + markdown_of(table);
    }
  };
  section("Properties on random cases", "verification");
  if (of_paper) page += claims_markdown(view);
  section("Does regret grow like a line?", "growth");
  section("Does regret stay below its bounds?", "promises");
  section("Methods side by side", "comparison");
  if (of_paper) section("Errata", "errata");
  return page + fmt::format("\n## Show it again\n\n    {}\n", view.at("rerun").get<std::string>());
}

std::string badge_text(const Json& report) {
  const auto number = [&report](const char* status) {
    const Json& claims = report.at("claims");
    return std::count_if(claims.begin(), claims.end(),
                         [status](const Json& claim) { return claim.at("status") == status; });
  };
  return fmt::format("{} hold, {} corrected, {} contradicted, {} open", number("holds"),
                     number("holds-corrected"), number("contradicted") + number("not-reproduced"),
                     number("inconclusive") + number("not-testable") + number("not-run"));
}

std::string badge_svg(const Json& report) {
  const std::string left = "EE-Net's claims";
  const std::string right = badge_text(report);
  // About 6.2 units a letter at this size; the text is fitted into its half.
  const auto width = [](const std::string& text) {
    return static_cast<int>(6.2 * static_cast<double>(text.size())) + 16;
  };
  const int split = width(left);
  const int end = split + width(right);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"20\" role=\"img\" "
      "aria-label=\"{1}: {2}\"><title>{1}: {2}</title><rect width=\"{3}\" height=\"20\" "
      "fill=\"#3b3e42\"/><rect x=\"{3}\" width=\"{4}\" height=\"20\" fill=\"#0a5fb4\"/>"
      "<g fill=\"#fff\" font-family=\"sans-serif\" font-size=\"11\"><text x=\"8\" y=\"14\" "
      "textLength=\"{5}\" lengthAdjust=\"spacingAndGlyphs\">{1}</text><text x=\"{6}\" y=\"14\" "
      "textLength=\"{7}\" lengthAdjust=\"spacingAndGlyphs\">{2}</text></g></svg>\n",
      end, xml_escaped(left), xml_escaped(right), split, end - split, split - 16, split + 8,
      end - split - 16);
}

}  // namespace eenet::experiments
