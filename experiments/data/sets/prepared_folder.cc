#include "experiments/data/sets/prepared_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "experiments/formats/files.h"
#include "experiments/formats/npy.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

constexpr const char* kDocument = "data.json";
constexpr const char* kRows = "rows.npy";
// Settings of the environment, not of how its data are computed.
constexpr std::array<std::string_view, 4> kOfRuns = {"arms", "data", "digest", "normalise"};

[[noreturn]] void reject(const std::filesystem::path& path, const std::string& what) {
  throw std::runtime_error(fmt::format("{}: {}", path.string(), what));
}

std::string file_of_table(std::size_t k) {
  return fmt::format("features-{}.npy", k + 1);
}

FeatureTable read_table(const std::filesystem::path& path, bool of_bytes) {
  const Array array = read_npy(path);
  if (array.shape.size() != 2) reject(path, "not a table, expected what eenet data prepare wrote");
  FeatureTable table;
  table.columns = array.shape[1];
  if (!of_bytes) {
    table.numbers.assign(array.entries.begin(), array.entries.end());
    return table;
  }
  for (const double number : array.entries) {
    const auto byte = static_cast<std::uint8_t>(std::clamp(number, 0.0, 255.0));
    if (static_cast<double>(byte) != number) reject(path, "not bytes, expected bytes");
    table.bytes.push_back(byte);
  }
  return table;
}

std::vector<LabelledRow> read_rows(const std::filesystem::path& path) {
  const Array array = read_npy(path);
  if (array.shape.size() != 2 || array.shape[1] != 3) {
    reject(path, "not rows of two places and a label, expected what eenet data prepare wrote");
  }
  std::vector<LabelledRow> rows;
  for (Index i = 0; i < array.shape[0]; ++i) {
    std::array<std::uint32_t, 3> numbers{};
    for (Index k = 0; k < 3; ++k) {
      const double number = array.entries[3 * i + k];
      const bool fits = number >= 0.0 && number < static_cast<double>(kMostRows);
      auto& whole = numbers[static_cast<std::size_t>(k)];
      whole = fits ? static_cast<std::uint32_t>(number) : 0U;
      if (static_cast<double>(whole) == number) continue;
      reject(path,
             fmt::format("row {} (counting from 0) holds {}, expected whole numbers", i, number));
    }
    rows.push_back({numbers[0], numbers[1], numbers[2]});
  }
  return rows;
}

void require_same_recipe(const std::filesystem::path& folder, const LabelledRows::Recipe& recipe,
                         const Settings& settings) {
  for (const auto& [key, value] : settings.values()) {
    if (std::ranges::find(kOfRuns, key) != kOfRuns.end()) continue;
    const auto found = recipe.find(key);
    if (found != recipe.end() && found->second == value) continue;
    reject(folder, fmt::format("was prepared {}, expected {}={}",
                               found == recipe.end() ? "without " + key : key + "=" + found->second,
                               key, value));
  }
}

std::shared_ptr<LabelledRows> read_as_described(const std::filesystem::path& folder,
                                                const Json& document) {
  std::vector<FeatureTable> tables;
  for (const Json& type : document.at("tables")) {
    const bool of_bytes = type.get<std::string>() == "bytes";
    tables.push_back(read_table(folder / file_of_table(tables.size()), of_bytes));
  }
  auto data = std::make_shared<LabelledRows>(std::move(tables), read_rows(folder / kRows),
                                             document.at("classes").get<Index>(), folder.string());
  data->set_recipe(document.at("recipe").get<LabelledRows::Recipe>());
  const auto digest = document.at("digest").get<std::string>();
  if (data->digest() != digest) {
    reject(folder, fmt::format("its arrays have digest {}, expected {} as {} says", data->digest(),
                               digest, kDocument));
  }
  return data;
}

// What data.json says; null if it is no such document.
Json document_in(const std::filesystem::path& folder) {
  const Json document = Json::parse(read_file(folder / kDocument), nullptr, false);
  const bool known = document.is_object() && document.value("schema", Json()) == "eenet.data/1";
  return known ? document : Json();
}

}  // namespace

bool is_prepared(const std::filesystem::path& folder) {
  std::error_code ignored;
  return std::filesystem::exists(folder / kDocument, ignored);
}

std::shared_ptr<LabelledRows> read_prepared(const std::filesystem::path& folder,
                                            const std::string& name, const Settings& settings) {
  const Json document = document_in(folder);
  const std::filesystem::path file = folder / kDocument;
  if (document.is_null()) reject(file, "not a document of eenet data prepare, expected one");
  try {
    const auto prepared = document.at("name").get<std::string>();
    if (prepared != name) {
      reject(file, fmt::format("prepared as {}, expected {}", prepared, name));
    }
    auto data = read_as_described(folder, document);
    require_same_recipe(folder, data->recipe(), settings);
    return data;
  } catch (const Json::exception& error) {
    reject(file, fmt::format("not as eenet data prepare wrote it ({})", error.what()));
  }
}

void write_prepared(const std::filesystem::path& folder, const LabelledRows& data,
                    const Json& document) {
  make_writable_folder(folder);
  if (is_prepared(folder)) {
    const Json there = document_in(folder);
    if (there.is_null() || there.value("digest", "") != data.digest() ||
        there.value("name", "") != document.at("name")) {
      reject(folder, "holds other prepared data, expected another folder");
    }
  }
  for (std::size_t k = 0; k < data.tables().size(); ++k) {
    const FeatureTable& table = data.tables()[k];
    if (table.is_of_bytes()) {
      write_npy_bytes(folder / file_of_table(k), table.bytes, table.columns);
    } else {
      write_npy_rows(
          folder / file_of_table(k),
          Eigen::Map<const Eigen::MatrixXd>(table.numbers.data(), table.columns, table.rows()));
    }
  }
  Eigen::MatrixXd rows(3, data.rows());
  for (Index i = 0; i < data.rows(); ++i) {
    const LabelledRow& row = data.labelled()[static_cast<std::size_t>(i)];
    rows.col(i) << row.first, row.second, row.label;
  }
  write_npy_rows(folder / kRows, rows);
  write_atomically(folder / kDocument, document_text(document));
}

}  // namespace eenet::experiments
