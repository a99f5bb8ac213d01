#include "experiments/data/sets/table_of_classes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "experiments/data/sets/table_column.h"
#include "experiments/formats/output.h"
#include "experiments/formats/table_file.h"
#include "experiments/processes/memory.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

std::string setting(const Settings& settings, const char* key, const char* usual) {
  return settings.has(key) ? settings.text(key) : usual;
}

[[noreturn]] void reject(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", path.string(), what));
}

bool has_header(const std::vector<std::string>& cells, const Settings& settings) {
  if (settings.has("header")) {
    const std::string given = settings.choice("header", {"auto", "yes", "no"});
    if (given != "auto") return given == "yes";
  }
  return std::ranges::none_of(cells, [](const std::string& cell) {
    double number = 0.0;
    return read_cell(cell, number);
  });
}

// The column of a name; of a number, counting from 1, where no name is that.
std::size_t column_of(const std::filesystem::path& path, const std::vector<std::string>& names,
                      const std::string& wanted, const char* key) {
  const auto found = std::ranges::find(names, wanted);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), number);
  if (error != std::errc() || end != wanted.data() + wanted.size() || number < 1 ||
      number > names.size()) {
    reject(path, fmt::format("{}={}: no such column, expected a name of the header or 1 to {}", key,
                             printable(wanted), names.size()));
  }
  return number - 1;
}

std::vector<TableColumn> columns_of(const std::filesystem::path& path,
                                    const std::vector<std::string>& names, std::size_t label,
                                    const std::string& categories) {
  std::vector<bool> of_categories(names.size(), categories == "all");
  if (categories != "all" && categories != "auto" && categories != "none") {
    for (const std::string& name : split_at_commas(categories)) {
      of_categories[column_of(path, names, name, "categories")] = true;
    }
  }
  of_categories[label] = true;
  std::vector<TableColumn> columns;
  for (std::size_t k = 0; k < names.size(); ++k) columns.emplace_back(names[k], of_categories[k]);
  return columns;
}

// Reads the rest of the file.
void read_rows(TableFile& file, std::vector<std::string>& cells,
               std::vector<TableColumn>& columns) {
  do {
    for (std::size_t k = 0; k < columns.size(); ++k) columns[k].add(cells[k], file.line());
  } while (file.next(cells));
}

struct Read {
  std::vector<TableColumn> columns;
  std::size_t label = 0;
};

Read read_columns(const std::filesystem::path& path, const Settings& settings) {
  TableFile file(path);
  std::vector<std::string> cells;
  if (!file.next(cells)) reject(path, "holds no row, expected a table");
  std::vector<std::string> names = cells;
  if (!has_header(cells, settings)) {
    for (std::size_t k = 0; k < names.size(); ++k) names[k] = std::to_string(k + 1);
  } else if (!file.next(cells)) {
    reject(path, "holds a header alone, expected rows below it (or header=no)");
  }
  if (names.size() < 2) reject(path, "holds one column, expected features and a class");
  Read read;
  read.label = settings.has("label") ? column_of(path, names, settings.text("label"), "label")
                                     : names.size() - 1;
  const std::string categories = setting(settings, "categories", "auto");
  read.columns = columns_of(path, names, read.label, categories);
  read_rows(file, cells, read.columns);
  for (std::size_t k = 0; k < names.size(); ++k) {
    const TableColumn& column = read.columns[k];
    const std::string fault = column.fault();
    if (!fault.empty()) reject(path, fault);
    if (categories == "none" && k != read.label && column.is_of_categories()) {
      reject(path, fmt::format("column {} holds no numbers, expected some with categories=none",
                               printable(column.name())));
    }
  }
  return read;
}

FeatureTable features_of(const std::filesystem::path& path, const Read& read, std::size_t rows) {
  FeatureTable table;
  bool all_categories = true;
  for (std::size_t k = 0; k < read.columns.size(); ++k) {
    if (k == read.label) continue;
    const bool one_hot = read.columns[k].is_of_categories();
    table.columns += one_hot ? static_cast<Index>(read.columns[k].categories()) : 1;
    all_categories = all_categories && one_hot;
  }
  const auto width = static_cast<std::size_t>(table.columns);
  const double bytes = static_cast<double>(rows) * static_cast<double>(width);
  require_memory(path.string(), all_categories ? bytes : 8.0 * bytes, available_memory(),
                 "fewer rows or fewer categories");
  if (all_categories) {
    table.bytes.resize(rows * width);
  } else {
    table.numbers.resize(rows * width);
  }
  const auto set = [&](std::size_t at, double value) {
    if (all_categories) {
      table.bytes[at] = static_cast<std::uint8_t>(value);
    } else {
      table.numbers[at] = value;
    }
  };
  std::size_t first = 0;
  for (std::size_t k = 0; k < read.columns.size(); ++k) {
    if (k == read.label) continue;
    const TableColumn& column = read.columns[k];
    if (column.is_of_categories()) {
      const std::vector<std::uint32_t> places = column.places();
      for (std::size_t i = 0; i < rows; ++i) set(i * width + first + places[i], 1.0);
      first += column.categories();
    } else {
      for (std::size_t i = 0; i < rows; ++i) set(i * width + first, column.numbers()[i]);
      ++first;
    }
  }
  return table;
}

}  // namespace

std::shared_ptr<LabelledRows> read_table_of_classes(const std::filesystem::path& path,
                                                    const Settings& settings) {
  if (std::filesystem::is_directory(path)) {
    reject(path, "a folder, expected a CSV or TSV file, or what eenet data prepare made of one");
  }
  const std::string scale =
      settings.has("scale") ? settings.choice("scale", {"none", "columns"}) : "none";
  Read read = read_columns(path, settings);
  if (scale == "columns") {
    for (TableColumn& column : read.columns) {
      if (!column.is_of_categories()) column.standardise();
    }
  }
  const TableColumn& label = read.columns[read.label];
  if (label.categories() < 2) {
    reject(path, fmt::format("column {} holds one class, expected at least two",
                             printable(label.name())));
  }
  const std::vector<std::uint32_t> classes = label.places();
  std::vector<LabelledRow> rows;
  for (std::uint32_t i = 0; i < classes.size(); ++i) rows.push_back({i, 0, classes[i]});
  auto data = std::make_shared<LabelledRows>(std::vector{features_of(path, read, classes.size())},
                                             std::move(rows),
                                             static_cast<Index>(label.categories()), path.string());
  data->set_recipe({{"label", label.name()},
                    {"categories", setting(settings, "categories", "auto")},
                    {"header", setting(settings, "header", "auto")},
                    {"scale", scale}});
  return data;
}

}  // namespace eenet::experiments
