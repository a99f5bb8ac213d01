#include "experiments/sweeps/paper_numbers.h"

#include <map>
#include <utility>
#include <vector>

#include "reference/require.h"
#include "verify/claims/paper_tables.h"
#include "verify/nearest_word.h"

namespace eenet::experiments {

namespace {

constexpr const char* kDimensions = "tab:abondimension/";

// Every place with its numbers by column of the regret tables; the dimensions have one column.
std::map<std::string, std::vector<verify::Entry>> all_places() {
  std::map<std::string, std::vector<verify::Entry>> places;
  for (const verify::RegretRow& row : verify::regret_table()) {
    places["tab:allregret/" + row.method] = row.regret;
  }
  const verify::RegretRow& decaying = verify::epsilon_plus_row();
  places["tab:epsilonplus/" + decaying.method] = decaying.regret;
  for (const verify::DimensionEntry& entry : verify::dimension_table()) {
    std::vector<verify::Entry> columns(verify::kDataSets);
    columns.at(verify::kMovieLens) = entry.regret;
    places[kDimensions + text(entry.dimension)] = columns;
  }
  return places;
}

std::optional<std::size_t> column_of(const std::string& environment) {
  for (std::size_t column = 0; column < verify::kDataSets; ++column) {
    if (verify::lower_case(verify::data_set_name(column)) == environment) return column;
  }
  return std::nullopt;
}

}  // namespace

std::string usual_paper_place(const std::string& method) {
  static const std::map<std::string, std::string> kPlaces = {
      {"linucb", "tab:allregret/LinUCB"},
      {"kernelucb", "tab:allregret/KernelUCB"},
      {"ntk-ucb", "tab:allregret/NeuralNTK"},
      {"neural-epsilon", "tab:allregret/Neural-epsilon"},
      {"neural-epsilon-decay", "tab:epsilonplus/Neural-epsilon+"},
      {"neural-ucb", "tab:allregret/NeuralUCB"},
      {"neural-ts", "tab:allregret/NeuralTS"},
      {"eenet", "tab:allregret/EE-Net"}};
  const auto found = kPlaces.find(method);
  return found == kPlaces.end() ? "" : found->second;
}

void require_paper_place(const std::string& place) {
  const auto places = all_places();
  std::vector<std::string> names;
  std::string all;
  for (const auto& [name, entries] : places) {
    names.push_back(name);
    all += (all.empty() ? "" : ", ") + name;
  }
  EENET_REQUIRE(places.contains(place), "paper: '", place, "', expected one of ", all,
                verify::suggestion(place, names));
}

std::optional<PaperNumber> paper_number(const std::string& place, const std::string& environment) {
  const auto places = all_places();
  const auto found = places.find(place);
  const auto column = column_of(environment);
  if (found == places.end() || !column) return std::nullopt;
  const verify::Entry& entry = found->second.at(*column);
  if (entry.mean == 0.0) return std::nullopt;  // not printed for this data set
  return PaperNumber{entry.mean, entry.spread, place};
}

}  // namespace eenet::experiments
