#include "experiments/sweeps/curve_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace eenet::experiments {

namespace {

constexpr std::array kColours = {kAccentColour,    kContradictedColour, kHoldsColour,
                                 kCorrectedColour, kInkColour,          kSoftColour};

// As gnuplot takes names.
std::string file_name(const std::string& environment) {
  std::string name = "regret_" + environment;
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

Series series_of(const TableRow& row, std::size_t number) {
  Series series;
  series.label = row.method;
  series.colour = kColours.at(number % kColours.size());
  for (const MeanPoint& point : row.curve) {
    PicturePoint drawn = {static_cast<double>(point.round), point.mean, {}, {}};
    if (point.interval) {
      drawn.lower = point.interval->lower;
      drawn.upper = point.interval->upper;
    }
    series.points.push_back(drawn);
  }
  return series;
}

}  // namespace

std::vector<Picture> curve_pictures(const Table& table) {
  std::vector<Picture> pictures;
  for (const TableRow& row : table.rows) {
    if (row.curve.empty()) continue;
    auto found = std::ranges::find(pictures, file_name(row.environment), &Picture::name);
    if (found == pictures.end()) {
      Picture picture;
      picture.name = file_name(row.environment);
      picture.finding = "Regret in " + row.environment;
      picture.details =
          fmt::format("Means over seeds with their {:g}% intervals.", 100.0 * table.settings.level);
      picture.x = {"rounds", false};
      picture.y = {"regret, summed (in units of reward)", false};
      pictures.push_back(std::move(picture));
      found = pictures.end() - 1;
    }
    found->series.push_back(series_of(row, found->series.size()));
  }
  return pictures;
}

}  // namespace eenet::experiments
