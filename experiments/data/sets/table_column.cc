#include "experiments/data/sets/table_column.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "experiments/formats/output.h"
#include "experiments/formats/table_file.h"

namespace eenet::experiments {

void TableColumn::add(const std::string& cell, std::uint64_t line) {
  ++cells_;
  double number = 0.0;
  if (read_cell(cell, number)) {
    if (!of_categories_) numbers_.push_back(number);
  } else if (line_of_word_ == 0) {
    first_word_ = cell;
    line_of_word_ = line;
  }
  if (too_many_) return;
  const auto [found, is_new] =
      codes_of_.try_emplace(cell, static_cast<std::uint32_t>(codes_of_.size()));
  codes_.push_back(found->second);
  too_many_ = codes_of_.size() > kMostCategories;
  if (too_many_) codes_ = {};
}

std::string TableColumn::fault() const {
  if (is_of_categories()) {
    if (!too_many_) return "";
    return fmt::format(
        "column {}: more than {} different values, expected fewer categories, or "
        "numbers",
        printable(name_), kMostCategories);
  }
  if (numbers_.size() == cells_) return "";
  return fmt::format(
      "line {}: column {}: '{}' among numbers, expected finite numbers alone, or "
      "categories={}",
      line_of_word_, printable(name_), printable(first_word_), printable(name_));
}

void TableColumn::standardise() {
  const auto count = static_cast<double>(numbers_.size());
  const double mean = std::reduce(numbers_.begin(), numbers_.end()) / count;
  double square = 0.0;
  for (const double number : numbers_) square += (number - mean) * (number - mean);
  const double deviation = std::sqrt(square / count);
  for (double& number : numbers_) number = deviation > 0.0 ? (number - mean) / deviation : 0.0;
}

std::vector<std::uint32_t> TableColumn::places() const {
  std::vector<std::pair<double, std::uint32_t>> by_number;
  std::vector<std::uint32_t> order;  // codes; the map is by name
  for (const auto& [word, code] : codes_of_) {
    double number = 0.0;
    if (read_cell(word, number)) by_number.emplace_back(number, code);
    order.push_back(code);
  }
  if (by_number.size() == order.size()) {
    std::ranges::stable_sort(by_number, {}, &std::pair<double, std::uint32_t>::first);
    std::ranges::transform(by_number, order.begin(), &std::pair<double, std::uint32_t>::second);
  }
  std::vector<std::uint32_t> place_of(order.size());
  for (std::uint32_t place = 0; place < order.size(); ++place) place_of[order[place]] = place;
  std::vector<std::uint32_t> places(codes_.size());
  std::ranges::transform(codes_, places.begin(),
                         [&](std::uint32_t code) { return place_of[code]; });
  return places;
}

}  // namespace eenet::experiments
