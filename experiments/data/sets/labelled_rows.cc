#include "experiments/data/sets/labelled_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "reference/digest.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

using Eigen::Index;

// Row by row, from 0 up, as the label follows the rows of the tables.
std::array<std::uint32_t, 2> rows_of(const LabelledRow& row) {
  return {row.first, row.second};
}

void add_bytes(const std::vector<std::uint8_t>& bytes, Digest& digest) {
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    digest.add(word);
  }
}

}  // namespace

Index FeatureTable::rows() const {
  const std::size_t entries = std::max(numbers.size(), bytes.size());
  return columns == 0 ? 0 : static_cast<Index>(entries) / columns;
}

double FeatureTable::at(Index row, Index column) const {
  const auto place = static_cast<std::size_t>(row * columns + column);
  return is_of_bytes() ? static_cast<double>(bytes[place]) : numbers[place];
}

bool FeatureTable::is_zero(Index row) const {
  for (Index k = 0; k < columns; ++k) {
    if (at(row, k) != 0.0) return false;
  }
  return true;
}

LabelledRows::LabelledRows(std::vector<FeatureTable> tables, std::vector<LabelledRow> rows,
                           Index classes, std::string source)
    : tables_(std::move(tables)),
      rows_(std::move(rows)),
      classes_(classes),
      source_(std::move(source)) {
  EENET_REQUIRE(tables_.size() == 1 || tables_.size() == 2, source_, ": ", tables_.size(),
                " tables of features, expected 1 or 2");
  for (const FeatureTable& table : tables_) {
    dimension_ += table.columns;
    const auto wrong =
        std::ranges::find_if(table.numbers, [](double number) { return !std::isfinite(number); });
    EENET_REQUIRE(wrong == table.numbers.end(), source_, ": the features of row ",
                  (wrong - table.numbers.begin()) / table.columns, " (counting from 0) hold ",
                  *wrong, ", expected finite numbers");
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t k = 0; k < tables_.size(); ++k) {
      EENET_REQUIRE(static_cast<Index>(rows_of(rows_[i])[k]) < tables_[k].rows(), source_, ": row ",
                    i, " (counting from 0) names row ", rows_of(rows_[i])[k],
                    " of a table, expected 0 to ", tables_[k].rows() - 1);
    }
    EENET_REQUIRE(static_cast<Index>(rows_[i].label) < classes_, source_, ": row ", i,
                  " (counting from 0) has label ", rows_[i].label, ", expected 0 to ",
                  classes_ - 1);
  }
  left_out_ = std::erase_if(rows_, [this](const LabelledRow& row) {
    return tables_.front().is_zero(row.first) &&
           (tables_.size() == 1 || tables_.back().is_zero(row.second));
  });
  digest_ = computed_digest();
}

Index LabelledRows::label(Index row) const {
  return rows_[static_cast<std::size_t>(row)].label;
}

void LabelledRows::copy_features(Index row, Eigen::Ref<Eigen::VectorXd> x) const {
  const auto places = rows_of(rows_[static_cast<std::size_t>(row)]);
  Index at = 0;
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    for (Index column = 0; column < tables_[k].columns; ++column, ++at) {
      x[at] = (tables_[k].at(places[k], column) - centre_) / spread_;
    }
  }
}

void LabelledRows::rescale(double centre, double spread) {
  centre_ = centre;
  spread_ = spread;
}

std::string LabelledRows::computed_digest() const {
  Digest digest;
  digest.add(static_cast<std::uint64_t>(classes_));
  for (const FeatureTable& table : tables_) {
    digest.add(static_cast<std::uint64_t>(table.rows()));
    digest.add(static_cast<std::uint64_t>(table.columns));
    for (const double number : table.numbers) digest.add(number);
    add_bytes(table.bytes, digest);
  }
  for (const LabelledRow& row : rows_) {
    for (const std::uint32_t word : {row.first, row.second, row.label}) {
      digest.add(std::uint64_t{word});
    }
  }
  return digest.hex();
}

}  // namespace eenet::experiments
