// A data set in memory: tables of numbers, and rows that join a row of each table and have a label.
// What all loaders make.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "reference/environments/data_set.h"

namespace eenet::experiments {

// Numbers row by row: doubles, or bytes where all of them are whole numbers from 0 to 255.
struct FeatureTable {
  Eigen::Index columns = 0;
  std::vector<double> numbers;
  std::vector<std::uint8_t> bytes;

  [[nodiscard]] Eigen::Index rows() const;
  [[nodiscard]] bool is_of_bytes() const { return !bytes.empty(); }
  [[nodiscard]] double at(Eigen::Index row, Eigen::Index column) const;
  [[nodiscard]] bool is_zero(Eigen::Index row) const;
};

// Rows of the first and, where there is one, of the second table, whose numbers follow.
struct LabelledRow {
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  std::uint32_t label = 0;
};
inline constexpr std::size_t kMostRows = std::numeric_limits<std::uint32_t>::max();

class LabelledRows final : public DataSet {
 public:
  // Leaves out rows that are zero in all tables: no context can be made of them. Requires one or
  // two tables, rows that are in them, labels below `classes`, and finite numbers.
  LabelledRows(std::vector<FeatureTable> tables, std::vector<LabelledRow> rows,
               Eigen::Index classes, std::string source);

  [[nodiscard]] Eigen::Index rows() const override {
    return static_cast<Eigen::Index>(rows_.size());
  }
  [[nodiscard]] Eigen::Index dimension() const override { return dimension_; }
  [[nodiscard]] Eigen::Index classes() const override { return classes_; }
  [[nodiscard]] Eigen::Index label(Eigen::Index row) const override;
  void copy_features(Eigen::Index row, Eigen::Ref<Eigen::VectorXd> x) const override;
  [[nodiscard]] const std::string& digest() const override { return digest_; }
  [[nodiscard]] const std::string& source() const override { return source_; }

  [[nodiscard]] const std::vector<FeatureTable>& tables() const { return tables_; }
  [[nodiscard]] const std::vector<LabelledRow>& labelled() const { return rows_; }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

  // The settings with which the rows were computed from the files; empty if they were taken as they
  // are.
  using Recipe = std::map<std::string, std::string>;
  [[nodiscard]] const Recipe& recipe() const { return recipe_; }
  void set_recipe(Recipe recipe) { recipe_ = std::move(recipe); }

  // Numbers are returned as (number - centre) / spread from then on; the digest stays.
  void rescale(double centre, double spread);

 private:
  [[nodiscard]] std::string computed_digest() const;

  std::vector<FeatureTable> tables_;
  std::vector<LabelledRow> rows_;
  Eigen::Index classes_;
  Eigen::Index dimension_ = 0;
  std::string source_;
  std::string digest_;
  Recipe recipe_;
  std::size_t left_out_ = 0;
  double centre_ = 0.0;
  double spread_ = 1.0;
};

}  // namespace eenet::experiments
