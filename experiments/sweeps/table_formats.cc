#include "experiments/sweeps/table_formats.h"

#include <fmt/format.h>

#include <algorithm>

#include "experiments/formats/output.h"
#include "experiments/formats/quoting.h"

namespace eenet::experiments {

namespace {

constexpr const char* kNone = "–";

Json optional_json(const std::optional<double>& number) {
  return number ? number_json(*number) : Json();
}

Json optional_json(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json();
}

Json paper_json(const std::optional<PaperNumber>& paper) {
  if (!paper) return {};
  return {{"mean", paper->mean}, {"spread", paper->spread}, {"place", paper->place}};
}

Json comparison_json(const std::optional<theory::PairedComparison>& beside) {
  if (!beside) return {};
  return {{"outcome", theory::to_text(beside->outcome)},
          {"pairs", beside->pairs},
          {"difference", to_json(beside->difference)},
          {"p_value", beside->p_value}};
}

Json curve_json(const std::vector<MeanPoint>& curve) {
  Json points = Json::array();
  for (const MeanPoint& point : curve) {
    points.push_back({{"round", point.round},
                      {"mean", number_json(point.mean)},
                      {"interval", to_json(point.interval)}});
  }
  return points;
}

Json row_json(const TableRow& row) {
  return {{"environment", row.environment},
          {"method", row.method},
          {"settings", row.settings},
          {"setting", optional_json(row.setting)},
          {"chosen_on", row.chosen_on},
          {"seeds", row.seeds},
          {"missing", row.missing},
          {"failed", row.failed},
          {"mean", optional_json(row.mean)},
          {"deviation", optional_json(row.deviation)},
          {"interval", to_json(row.interval)},
          {"optimistic",
           {{"setting", optional_json(row.optimistic_setting)},
            {"mean", optional_json(row.optimistic_mean)},
            {"deviation", optional_json(row.optimistic_deviation)}}},
          {"paper", paper_json(row.paper)},
          {"beyond_paper", to_json(row.beyond_paper)},
          {"beside", comparison_json(row.beside)},
          {"decision_ms", optional_json(row.decision_ms)},
          {"training_ms", optional_json(row.training_ms)},
          {"upward",
           {{"arms", optional_json(row.arms_up)},
            {"played", optional_json(row.played_up)},
            {"exploration", optional_json(row.exploration_up)}}},
          {"curve", curve_json(row.curve)}};
}

std::string text_of(const std::optional<double>& number, int decimals = 1) {
  return number ? fmt::format("{:.{}f}", *number, decimals) : kNone;
}

std::string interval_text(const std::optional<theory::Measured>& measured) {
  if (!measured) return kNone;
  return fmt::format("{:.1f} … {:.1f}", measured->lower, measured->upper);
}

std::string paper_text(const std::optional<PaperNumber>& paper) {
  return paper ? fmt::format("{:g} ± {:g}", paper->mean, paper->spread) : kNone;
}

std::string beside_text(const std::optional<theory::PairedComparison>& beside) {
  if (!beside || !beside->difference) return kNone;
  return fmt::format("{:+.1f} ({:.1f} … {:.1f}), p = {:.2g}: {}", beside->difference->value,
                     beside->difference->lower, beside->difference->upper, beside->p_value,
                     theory::to_text(beside->outcome));
}

// Missing and failed runs, where there are any.
std::string remarks(const TableRow& row) {
  std::string text;
  const auto add = [&text](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (row.missing > 0) add(fmt::format("{} runs missing", row.missing));
  if (row.failed > 0) add(fmt::format("{} runs failed or diverged", row.failed));
  if (!row.setting) add("no setting could be chosen");
  return text;
}

// Columns that no row has a number in are left out.
struct Column {
  std::string name;
  std::string (*cell)(const TableRow& row);
};

std::vector<Column> columns_of(const Table& table) {
  std::vector<Column> all = {
      {"environment", [](const TableRow& row) { return row.environment; }},
      {"method", [](const TableRow& row) { return row.method; }},
      {"seeds", [](const TableRow& row) { return fmt::format("{}", row.seeds); }},
      {"mean", [](const TableRow& row) { return text_of(row.mean); }},
      {"sd", [](const TableRow& row) { return text_of(row.deviation); }},
      {"interval of the mean", [](const TableRow& row) { return interval_text(row.interval); }}};
  const auto add_if = [&](bool wanted, Column column) {
    if (wanted) all.push_back(std::move(column));
  };
  const auto any = [&table](auto member) {
    return std::ranges::any_of(table.rows,
                               [&](const TableRow& row) { return (row.*member).has_value(); });
  };
  add_if(table.settings.against_paper,
         {"paper", [](const TableRow& row) { return paper_text(row.paper); }});
  add_if(any(&TableRow::beyond_paper), {"ours minus the paper's", [](const TableRow& row) {
                                          return interval_text(row.beyond_paper);
                                        }});
  add_if(any(&TableRow::beside), {"difference on the same streams",
                                  [](const TableRow& row) { return beside_text(row.beside); }});
  add_if(std::ranges::any_of(table.rows, [](const TableRow& row) { return row.settings > 1; }),
         {"best of grid, optimistic", [](const TableRow& row) {
            return row.settings > 1 ? text_of(row.optimistic_mean) : kNone;
          }});
  add_if(any(&TableRow::decision_ms),
         {"decision, ms", [](const TableRow& row) { return text_of(row.decision_ms, 4); }});
  add_if(any(&TableRow::training_ms),
         {"training, ms", [](const TableRow& row) { return text_of(row.training_ms, 4); }});
  add_if(any(&TableRow::arms_up), {"upward, % of arms / played / by f2", [](const TableRow& row) {
                                     return fmt::format("{} / {} / {}", text_of(row.arms_up),
                                                        text_of(row.played_up),
                                                        text_of(row.exploration_up));
                                   }});
  all.push_back({"setting", [](const TableRow& row) { return row.setting.value_or(kNone); }});
  add_if(std::ranges::any_of(table.rows, [](const TableRow& row) { return !remarks(row).empty(); }),
         {"remarks", remarks});
  return all;
}

std::string legend(const Table& table) {
  std::string text = fmt::format(
      "Regret after the last round. Where a method has several settings, the first half of the "
      "seeds chose one, and the numbers are those of the other seeds; seeds counts these. "
      "Intervals "
      "are Student's at {:g}%.",
      100.0 * table.settings.level);
  if (table.comparisons > 0) {
    text += fmt::format(
        " Differences are to {}, seed by seed; {} comparisons share an error budget of {:g}, "
        "{:.2g} "
        "each, and no p-value is below that of as many coins as there are pairs.",
        table.beside, table.comparisons, table.settings.budget, table.error);
  }
  if (std::ranges::any_of(table.rows, [](const TableRow& row) { return row.settings > 1; })) {
    text +=
        " Best of grid is the smallest mean over all seeds, which the paper reports: too small an "
        "estimate of its own expectation.";
  }
  if (table.settings.against_paper) {
    text += " What the paper's ± is, it does not say.";
  }
  return text;
}

std::string exact(const std::optional<double>& number) {
  return number ? fmt::format("{}", *number) : "";
}

}  // namespace

Json table_json(const Table& table) {
  Json rows = Json::array();
  for (const TableRow& row : table.rows) rows.push_back(row_json(row));
  return document("table", {{"level", table.settings.level},
                            {"budget", table.settings.budget},
                            {"beside", table.beside},
                            {"comparisons", table.comparisons},
                            {"error_of_a_comparison", table.error},
                            {"against_paper", table.settings.against_paper},
                            {"rows", rows}});
}

std::string table_markdown(const Table& table) {
  const std::vector<Column> columns = columns_of(table);
  std::string head = "|";
  std::string rule = "|";
  for (const Column& column : columns) {
    head += " " + column.name + " |";
    rule += " --- |";
  }
  std::string page = head + "\n" + rule + "\n";
  for (const TableRow& row : table.rows) {
    page += "|";
    for (const Column& column : columns) {
      page += " " + markdown_cell(printable(column.cell(row))) + " |";
    }
    page += "\n";
  }
  return page + "\n" + legend(table) + "\n";
}

std::string table_csv(const Table& table) {
  std::string csv =
      "environment,method,settings,setting,chosen_on,seeds,missing,failed,mean,deviation,lower,"
      "upper,level,optimistic_setting,optimistic_mean,optimistic_deviation,paper_mean,paper_spread,"
      "paper_place,difference,difference_lower,difference_upper,p_value,outcome,decision_ms,"
      "training_ms,arms_up,played_up,exploration_up\n";
  for (const TableRow& row : table.rows) {
    const auto end = [&row](double theory::Measured::*part) {
      return row.interval ? fmt::format("{}", (*row.interval).*part) : "";
    };
    const auto of_difference = [&row](double theory::Measured::*part) {
      return row.beside && row.beside->difference
                 ? fmt::format("{}", (*row.beside->difference).*part)
                 : "";
    };
    const std::vector<std::string> cells = {
        row.environment,
        row.method,
        fmt::format("{}", row.settings),
        row.setting.value_or(""),
        fmt::format("{}", row.chosen_on),
        fmt::format("{}", row.seeds),
        fmt::format("{}", row.missing),
        fmt::format("{}", row.failed),
        exact(row.mean),
        exact(row.deviation),
        end(&theory::Measured::lower),
        end(&theory::Measured::upper),
        fmt::format("{}", table.settings.level),
        row.optimistic_setting.value_or(""),
        exact(row.optimistic_mean),
        exact(row.optimistic_deviation),
        row.paper ? fmt::format("{}", row.paper->mean) : "",
        row.paper ? fmt::format("{}", row.paper->spread) : "",
        row.paper ? row.paper->place : "",
        of_difference(&theory::Measured::value),
        of_difference(&theory::Measured::lower),
        of_difference(&theory::Measured::upper),
        row.beside ? fmt::format("{}", row.beside->p_value) : "",
        row.beside ? theory::to_text(row.beside->outcome) : "",
        exact(row.decision_ms),
        exact(row.training_ms),
        exact(row.arms_up),
        exact(row.played_up),
        exact(row.exploration_up)};
    for (std::size_t i = 0; i < cells.size(); ++i) csv += (i == 0 ? "" : ",") + csv_cell(cells[i]);
    csv += "\n";
  }
  return csv;
}

// Methods down, environments across, as the paper prints them; ours above the paper's.
std::string table_tex(const Table& table) {
  std::vector<std::string> environments;
  std::vector<std::string> methods;
  for (const TableRow& row : table.rows) {
    if (std::ranges::find(environments, row.environment) == environments.end()) {
      environments.push_back(row.environment);
    }
    if (std::ranges::find(methods, row.method) == methods.end()) methods.push_back(row.method);
  }
  std::string tex = "\\begin{tabular}{l" + std::string(environments.size(), 'r') + "}\n\\hline\n";
  for (const std::string& environment : environments) tex += " & " + tex_cell(environment);
  tex += " \\\\\n\\hline\n";
  const auto line = [&](const std::string& method, const auto& cell) {
    for (const std::string& environment : environments) {
      const auto found = std::ranges::find_if(table.rows, [&](const TableRow& row) {
        return row.method == method && row.environment == environment;
      });
      tex += " & " + (found == table.rows.end() ? std::string("--") : cell(*found));
    }
    tex += " \\\\\n";
  };
  for (const std::string& method : methods) {
    tex += tex_cell(method);
    line(method, [](const TableRow& row) {
      if (!row.mean) return std::string("--");
      if (!row.deviation) return fmt::format("${:.1f}$", *row.mean);
      return fmt::format("${:.1f} \\pm {:.1f}$", *row.mean, *row.deviation);
    });
    if (!table.settings.against_paper) continue;
    tex += "\\quad the paper";
    line(method, [](const TableRow& row) {
      return row.paper ? fmt::format("${:g} \\pm {:g}$", row.paper->mean, row.paper->spread)
                       : std::string("--");
    });
  }
  return tex + "\\hline\n\\end{tabular}\n";
}

}  // namespace eenet::experiments
