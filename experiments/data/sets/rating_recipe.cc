#include "experiments/data/sets/rating_recipe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "experiments/data/sets/truncated_svd.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

constexpr double kBadBelow = 2.0;   // stars
constexpr double kGoodAbove = 4.0;  // stars; of the released recipe
constexpr std::uint32_t kLeftOut = std::numeric_limits<std::uint32_t>::max();

// The place of each of the `most` that occur most often, others kLeftOut. Of equally frequent ones
// those come first that occur first in the file.
std::vector<std::uint32_t> places_of_most_frequent(const std::vector<std::uint64_t>& counts,
                                                   std::size_t most) {
  std::vector<std::uint32_t> order(counts.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order,
                           [&](std::uint32_t a, std::uint32_t b) { return counts[a] > counts[b]; });
  std::vector<std::uint32_t> places(counts.size(), kLeftOut);
  for (std::size_t i = 0; i < std::min(most, order.size()); ++i) {
    places[order[i]] = static_cast<std::uint32_t>(i);
  }
  return places;
}

struct Kept {
  std::vector<Rating> ratings;  // by user and item, each pair once
  Index users = 0;
  Index items = 0;
};

Kept keep_most_frequent(const RawRatings& raw, std::size_t users, std::size_t items) {
  std::vector<std::uint64_t> of_user(raw.users);
  std::vector<std::uint64_t> of_item(raw.items);
  for (const Rating& rating : raw.ratings) {
    ++of_user[rating.user];
    ++of_item[rating.item];
  }
  const std::vector<std::uint32_t> user = places_of_most_frequent(of_user, users);
  const std::vector<std::uint32_t> item = places_of_most_frequent(of_item, items);
  Kept kept;
  kept.users = static_cast<Index>(std::min<std::size_t>(users, raw.users));
  kept.items = static_cast<Index>(std::min<std::size_t>(items, raw.items));
  for (const Rating& rating : raw.ratings) {
    if (user[rating.user] == kLeftOut || item[rating.item] == kLeftOut) continue;
    kept.ratings.push_back({user[rating.user], item[rating.item], rating.stars});
  }
  const auto pair_of = [](const Rating& rating) { return std::pair(rating.user, rating.item); };
  // The later of a pair comes first after reversing, and unique() keeps the first.
  std::ranges::reverse(kept.ratings);
  std::ranges::stable_sort(kept.ratings, {}, pair_of);
  const auto repeated = std::ranges::unique(kept.ratings, {}, pair_of);
  kept.ratings.erase(repeated.begin(), repeated.end());
  return kept;
}

SparseMatrix matrix_of(const Kept& kept) {
  SparseMatrix matrix(kept.users, kept.items);
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(kept.ratings.size());
  for (const Rating& rating : kept.ratings) {
    entries.emplace_back(rating.user, rating.item, static_cast<double>(rating.stars));
  }
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

// Rows of a user or an item each.
FeatureTable table_of(const Eigen::MatrixXd& vectors, const Eigen::VectorXd& values,
                      bool released) {
  FeatureTable table;
  table.columns = vectors.cols() + (released ? 1 : 0);
  for (Index i = 0; i < vectors.rows(); ++i) {
    Eigen::VectorXd row = vectors.row(i).transpose().cwiseProduct(values.cwiseSqrt());
    if (released) {
      const double norm = row.norm();
      if (norm > 0.0) row /= norm * std::sqrt(2.0);
    }
    table.numbers.insert(table.numbers.end(), row.begin(), row.end());
    if (released) table.numbers.push_back(std::sqrt(0.5));
  }
  return table;
}

}  // namespace

std::shared_ptr<LabelledRows> rows_of_ratings(const RawRatings& raw, const Settings& settings,
                                              const std::string& source) {
  constexpr std::int64_t kMostFeatures = 1000;
  const auto size = [&](const char* key, std::int64_t usual, std::int64_t lowest,
                        std::int64_t largest) {
    return settings.has(key) ? settings.integer(key, lowest, largest) : usual;
  };
  const std::int64_t users = size("users", 2000, 2, kLargestDimension);
  const std::int64_t items = size("items", 10000, 2, kLargestDimension);
  const std::int64_t features = size("features", 10, 2, kMostFeatures);
  const std::string recipe =
      settings.has("recipe") ? settings.choice("recipe", {"paper", "released"}) : "paper";
  const bool released = recipe == "released";

  const Kept kept =
      keep_most_frequent(raw, static_cast<std::size_t>(users), static_cast<std::size_t>(items));
  const TruncatedSvd svd =
      truncated_svd(matrix_of(kept), features - (released ? 1 : 0), source + ": users x items");
  std::vector<LabelledRow> rows;
  for (const Rating& rating : kept.ratings) {
    const auto stars = static_cast<double>(rating.stars);
    if (released && stars >= kBadBelow && stars <= kGoodAbove) continue;
    rows.push_back({rating.user, rating.item, stars < kBadBelow ? 1U : 0U});
  }
  auto data = std::make_shared<LabelledRows>(std::vector{table_of(svd.left, svd.values, released),
                                                         table_of(svd.right, svd.values, released)},
                                             std::move(rows), 2, source);
  data->set_recipe({{"users", std::to_string(users)},
                    {"items", std::to_string(items)},
                    {"features", std::to_string(features)},
                    {"recipe", recipe}});
  return data;
}

}  // namespace eenet::experiments
