#include "verify/claims/paper_tables.h"

#include <array>

#include "reference/require.h"

namespace eenet::verify {

std::string data_set_name(std::size_t column) {
  static const std::array<std::string, kDataSets> kNames = {"MNIST", "Disin", "MovieLens", "Yelp"};
  return kNames.at(column);
}

const std::vector<RegretRow>& regret_table() {
  static const std::vector<RegretRow> kTable = {
      {"LinUCB", BaselineKind::kLinear, {{7863.2, 32}, {2457.9, 11}, {2143.5, 35}, {5917.0, 34}}},
      {"KernelUCB", BaselineKind::kKernel, {{7635.3, 28}, {8219.7, 21}, {1723.4, 3}, {4872.3, 11}}},
      {"NeuralNTK",
       BaselineKind::kNeural,
       {{4692.3, 78}, {6736.7, 49}, {1879.4, 13}, {5253.2, 41}}},
      {"Neural-epsilon",
       BaselineKind::kNeural,
       {{1126.8, 6}, {734.2, 31}, {1573.4, 26}, {5276.1, 27}}},
      {"NeuralUCB", BaselineKind::kNeural, {{943.5, 8}, {641.7, 23}, {1654.0, 31}, {4593.1, 13}}},
      {"NeuralTS", BaselineKind::kNeural, {{965.8, 87}, {523.2, 43}, {1583.1, 23}, {4676.6, 7}}},
      {"EE-Net", BaselineKind::kOurs, {{842.3, 72}, {476.4, 23}, {1472.4, 5}, {4403.1, 13}}}};
  return kTable;
}

const RegretRow& regret_row(const std::string& method) {
  for (const RegretRow& row : regret_table()) {
    if (row.method == method) return row;
  }
  throw std::invalid_argument(text("regret_row: the table has no '", method, "'"));
}

const std::vector<double>& printed_improvements() {
  static const std::vector<double> kPercent = {10.7, 8.9, 6.4, 4.1};
  return kPercent;
}

const RegretRow& epsilon_plus_row() {
  static const RegretRow kRow = {"Neural-epsilon+",
                                 BaselineKind::kNeural,
                                 {{1112.8, 8}, {724.2, 24}, {1578.4, 19}, {5162.4, 43}}};
  return kRow;
}

const std::vector<DimensionEntry>& dimension_table() {
  static const std::vector<DimensionEntry> kTable = {
      {10, {1472.3, 5}}, {50, {1463.5, 6.3}}, {200, {1452.1, 4.2}}, {500, {1467.6, 2.4}}};
  return kTable;
}

const std::vector<double>& dimension_grid_of_text() {
  static const std::vector<double> kGrid = {10, 20, 100, 500};
  return kGrid;
}

const std::vector<DirectionRow>& direction_table() {
  static const std::vector<DirectionRow> kTable = {{"MNIST", 76.3, 23.7},
                                                   {"Disin", 29.1, 70.9},
                                                   {"MovieLens", 58.6, 41.4},
                                                   {"Yelp", 55.3, 44.7}};
  return kTable;
}

}  // namespace eenet::verify
