#include "experiments/data/sets/rating_triples.h"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "experiments/data/sets/data_files.h"
#include "experiments/formats/npy.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

const std::regex kEntries(R"(.*\d+users_\d+items_entry\.npy(\.gz)?)");
const std::regex kUsers(R"(.*\d+users_\d+items_features\.npy(\.gz)?)");
const std::regex kItems(R"(.*\d+items_\d+users_features\.npy(\.gz)?)");

[[noreturn]] void reject(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", path.string(), what));
}

std::filesystem::path required(const std::filesystem::path& folder, const std::regex& name,
                               const char* example) {
  std::filesystem::path found = find_like(folder, name);
  if (found.empty())
    reject(folder, fmt::format("no {}, expected it beside the other two", example));
  return found;
}

Array read_table(const std::filesystem::path& path, const char* columns) {
  Array array = read_npy(path);
  if (array.shape.size() != 2 || array.shape[0] == 0 || array.shape[1] == 0) {
    reject(path, fmt::format("an array of {} dimensions and {} numbers, expected rows of {}",
                             array.shape.size(), array.entries.size(), columns));
  }
  return array;
}

FeatureTable read_features(const std::filesystem::path& path) {
  const Array array = read_table(path, "features");
  FeatureTable table;
  table.columns = array.shape[1];
  table.numbers.assign(array.entries.begin(), array.entries.end());
  for (std::size_t i = 0; i < table.numbers.size(); ++i) {
    // NaN and infinity.
    if (table.numbers[i] - table.numbers[i] != 0.0) {
      reject(path, fmt::format("row {} (counting from 0) holds {}, expected finite numbers",
                               static_cast<Index>(i) / table.columns, table.numbers[i]));
    }
  }
  return table;
}

// An index below `end`.
std::uint32_t index(double number, Index end, const std::filesystem::path& path, Index row,
                    const char* what) {
  const bool known = number >= 0.0 && number < static_cast<double>(end);
  const auto whole = known ? static_cast<std::uint32_t>(number) : 0U;
  if (!known || static_cast<double>(whole) != number) {
    reject(path, fmt::format("row {} (counting from 0) names {} {}, expected 0 to {}", row, what,
                             number, end - 1));
  }
  return whole;
}

}  // namespace

bool has_rating_triples(const std::filesystem::path& folder) {
  return std::filesystem::is_directory(folder) && !find_like(folder, kEntries).empty();
}

std::shared_ptr<LabelledRows> read_rating_triples(const std::filesystem::path& folder) {
  const std::filesystem::path path = required(folder, kEntries, "..._entry.npy");
  FeatureTable users = read_features(required(folder, kUsers, "...users_...items_features.npy"));
  FeatureTable items = read_features(required(folder, kItems, "...items_...users_features.npy"));
  const Array entries = read_table(path, "user, item and label");
  if (entries.shape[1] != 3) {
    reject(path,
           fmt::format("rows of {} numbers, expected user, item and label", entries.shape[1]));
  }
  std::vector<LabelledRow> rows;
  for (Index i = 0; i < entries.shape[0]; ++i) {
    const double* triple = &entries.entries[3 * i];
    if (triple[2] != 1.0 && triple[2] != -1.0) {
      reject(path,
             fmt::format("row {} (counting from 0) has label {}, expected 1 or -1", i, triple[2]));
    }
    rows.push_back({index(triple[0], users.rows(), path, i, "user"),
                    index(triple[1], items.rows(), path, i, "item"), triple[2] < 0.0 ? 1U : 0U});
  }
  return std::make_shared<LabelledRows>(std::vector{std::move(users), std::move(items)},
                                        std::move(rows), 2, folder.string());
}

}  // namespace eenet::experiments
