#include "experiments/theory_check/tables.h"

#include <fmt/format.h>

#include <vector>

#include "experiments/formats/output.h"
#include "experiments/reports/junit.h"
#include "experiments/theory_check/view.h"
#include "verify/verdict.h"

namespace eenet::experiments {

namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char letter : text) {
    if (letter == '"') cell += '"';
    cell += letter;
  }
  return cell + "\"";
}

// With every digit; empty where there is none.
std::string exact(const Json& claim, const char* key, const char* part) {
  const Json measured = claim.value(key, Json());
  if (measured.is_null()) return "";
  const Json& number = part == nullptr ? measured : measured.at(part);
  return number.is_string() ? number.get<std::string>() : number.dump();
}

std::string tex(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (std::string("&%$#_{}").find(letter) != std::string::npos) safe += '\\';
    if (letter == '~' || letter == '^' || letter == '\\') {
      safe += fmt::format("\\char{}{{}}", static_cast<int>(letter));
    } else {
      safe += letter;
    }
  }
  return safe;
}

// For a cell of a Markdown table.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '|' || letter == '*' || letter == '<') safe += '\\';
    safe += letter == '\n' ? ' ' : letter;
  }
  return safe;
}

}  // namespace

std::string ledger_csv(const Json& report) {
  std::string csv =
      "id,evidence_kind,status,vacuous,value,lower,upper,basis,bound,p_value,seeds,command\n";
  for (const Json& claim : report.at("claims")) {
    const std::vector<std::string> row = {claim.at("id"),
                                          claim.at("evidence_kind"),
                                          claim.at("status"),
                                          claim.value("vacuous", false) ? "true" : "false",
                                          exact(claim, "measured", "value"),
                                          exact(claim, "measured", "lower"),
                                          exact(claim, "measured", "upper"),
                                          exact(claim, "measured", "basis"),
                                          exact(claim, "bound", "value"),
                                          exact(claim, "p_value", nullptr),
                                          std::to_string(claim.value("seeds", std::uint64_t{0})),
                                          claim.value("evidence", "")};
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) line += (i == 0 ? "" : ",") + csv_cell(row[i]);
    csv += line + "\n";
  }
  return csv;
}

std::string counts_tex(const Json& report) {
  std::string table = "\\begin{tabular}{lrrrrrr}\n\\hline\nverdict";
  for (const verify::EvidenceKind kind : verify::kEvidenceKinds) {
    table += " & " + verify::to_text(kind);
  }
  table += " & all \\\\\n\\hline\n";
  for (const verify::Status status : verify::kStatuses) {
    const std::string name = verify::to_text(status);
    const Json& count = report.at("counts").at(name);
    table += name;
    for (const verify::EvidenceKind kind : verify::kEvidenceKinds) {
      table += fmt::format(" & {}", count.at(verify::to_text(kind)).get<std::uint64_t>());
    }
    table += fmt::format(" & {} \\\\\n", count.at("all").get<std::uint64_t>());
  }
  table +=
      "\\hline\n\\end{tabular}\n\n\\begin{tabular}{lp{0.7\\textwidth}}\n\\hline\n"
      "contradicted & the paper says \\\\\n\\hline\n";
  for (const Json& claim : report.at("claims")) {
    if (claim.at("status") != "contradicted") continue;
    table += fmt::format("{} & {} \\\\\n", tex(claim.at("id")), tex(claim.at("says")));
  }
  return table + "\\hline\n\\end{tabular}\n";
}

std::string report_markdown(const Json& report) {
  const Json view = view_of(report);
  std::string page =
      fmt::format("# EE-Net, checked\n\nSeed {}, {} effort.\n\n",
                  report.at("seed").get<std::uint64_t>(), report.at("effort").get<std::string>());
  for (const Json& problem : report.at("problems")) {
    page += fmt::format("**{}**\n\n", problem.get<std::string>());
  }
  for (const Json& box : view.at("count_boxes")) {
    page += fmt::format("- {} {} ({})\n", box.at("all").get<std::uint64_t>(),
                        box.at("words").get<std::string>(), box.at("kinds").get<std::string>());
  }
  page += "\n";
  for (const Json& one : view.at("sentences")) {
    page += fmt::format("- `{}`: {}\n", one.at("id").get<std::string>(),
                        one.at("text").get<std::string>());
  }
  page +=
      "\n## Claims\n\n| id | the paper says | verdict | evidence | numbers | again |\n"
      "| --- | --- | --- | --- | --- | --- |\n";
  for (const Json& claim : view.at("ledger")) {
    page += fmt::format("| `{}` | {} | {} | {} | {} | `{}` |\n", claim.at("id").get<std::string>(),
                        cell(claim.at("says")), claim.at("status_words").get<std::string>(),
                        claim.at("evidence_kind").get<std::string>(), cell(claim.at("numbers")),
                        claim.value("evidence", ""));
  }
  page +=
      fmt::format("\nAgain: `eenet report --seed {} --effort {}`\n",
                  report.at("seed").get<std::uint64_t>(), report.at("effort").get<std::string>());
  return page;
}

std::string badge_svg(const Json& report) {
  const Json& counts = report.at("counts");
  const auto number = [&counts](const char* status) {
    return counts.at(status).at("all").get<std::uint64_t>();
  };
  const std::string left = "EE-Net's claims";
  const std::string right = fmt::format("{} hold, {} corrected, {} contradicted", number("holds"),
                                        number("holds-corrected"), number("contradicted"));
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
