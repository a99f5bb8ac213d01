#include "experiments/data/sets/articles.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "experiments/data/sets/data_files.h"
#include "experiments/data/sets/term_weights.h"
#include "experiments/formats/table_file.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

std::vector<std::string> read_texts(const std::filesystem::path& path) {
  TableFile table(path);
  std::vector<std::string> cells;
  const bool has_header = table.next(cells);
  const auto column = [&](const char* name) {
    const auto found = std::ranges::find(cells, name);
    if (!has_header || found == cells.end()) {
      throw std::runtime_error(
          fmt::format("{}: no column {}, expected title and text", path.string(), name));
    }
    return static_cast<std::size_t>(found - cells.begin());
  };
  const std::size_t title = column("title");
  const std::size_t text = column("text");
  std::vector<std::string> texts;
  while (table.next(cells)) texts.push_back(cells[title] + "\n" + without_dateline(cells[text]));
  if (texts.empty()) {
    throw std::runtime_error(
        fmt::format("{}: holds no article, expected at least one", path.string()));
  }
  return texts;
}

std::filesystem::path find(const std::filesystem::path& folder, const char* name) {
  if (!std::filesystem::is_directory(folder)) {
    throw std::runtime_error(
        fmt::format("{}: not a folder, expected one with Fake.csv and True.csv", folder.string()));
  }
  std::filesystem::path path = find_one(folder, {name});
  if (path.empty()) reject_folder(folder, "Fake.csv and True.csv, also with .gz");
  return path;
}

}  // namespace

std::string without_dateline(const std::string& text) {
  constexpr std::string_view kAgency = "(Reuters)";
  constexpr std::size_t kFurthest = 500;  // bytes before it: a place, and the names of authors
  constexpr std::array<std::string_view, 3> kDashes = {"-", "\u2013", "\u2014"};
  const std::size_t agency = text.find(kAgency);
  if (agency == std::string::npos || agency > kFurthest) return text;
  std::string_view rest = std::string_view(text).substr(agency + kAgency.size());
  const auto skip_blanks = [&rest] {
    rest.remove_prefix(std::min(rest.find_first_not_of(" \n\t"), rest.size()));
  };
  skip_blanks();
  for (const std::string_view dash : kDashes) {
    if (!rest.starts_with(dash)) continue;
    rest.remove_prefix(dash.size());
    skip_blanks();
    return std::string(rest);
  }
  return text;
}

std::shared_ptr<LabelledRows> read_articles(const std::filesystem::path& folder,
                                            const Settings& settings) {
  constexpr std::int64_t kMostFeatures = 10'000;
  const std::int64_t features =
      settings.has("features") ? settings.integer("features", 1, kMostFeatures) : 300;
  const std::filesystem::path fake_path = find(folder, "Fake.csv");
  const std::filesystem::path true_path = find(folder, "True.csv");
  std::vector<std::string> texts = read_texts(fake_path);
  const std::size_t fakes = texts.size();
  std::ranges::move(read_texts(true_path), std::back_inserter(texts));

  const TruncatedSvd svd =
      truncated_svd(term_weights(texts), features, folder.string() + ": articles x words");
  FeatureTable table;
  table.columns = features;
  std::vector<LabelledRow> rows;
  for (Index i = 0; i < svd.left.rows(); ++i) {
    const Eigen::VectorXd row = svd.left.row(i).transpose().cwiseProduct(svd.values);
    table.numbers.insert(table.numbers.end(), row.begin(), row.end());
    const auto number = static_cast<std::uint32_t>(i);
    rows.push_back({number, 0, number < fakes ? 1U : 0U});
  }
  auto data = std::make_shared<LabelledRows>(std::vector{std::move(table)}, std::move(rows), 2,
                                             folder.string());
  data->set_recipe({{"features", std::to_string(features)}});
  return data;
}

}  // namespace eenet::experiments
