// A column of a table while it is read: numbers, categories, or what is not decided yet.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace eenet::experiments {

class TableColumn {
 public:
  static constexpr std::size_t kMostCategories = 1000;

  TableColumn(std::string name, bool of_categories)
      : name_(std::move(name)), of_categories_(of_categories) {}

  void add(const std::string& cell, std::uint64_t line);

  [[nodiscard]] const std::string& name() const { return name_; }

  // After the last cell: whether the column is of categories. Empty, or why it is neither those nor
  // numbers.
  [[nodiscard]] std::string fault() const;
  [[nodiscard]] bool is_of_categories() const { return of_categories_ || numbers_.empty(); }

  [[nodiscard]] const std::vector<double>& numbers() const { return numbers_; }
  // To mean 0 and variance 1; a column of equal numbers to 0.
  void standardise();

  // The categories' places in their order: by number if all are numbers, else by name.
  [[nodiscard]] std::size_t categories() const { return codes_of_.size(); }
  [[nodiscard]] std::vector<std::uint32_t> places() const;

 private:
  std::string name_;
  bool of_categories_;
  std::vector<double> numbers_;
  std::vector<std::uint32_t> codes_;  // of categories, as they first occur; empty if too many
  std::map<std::string, std::uint32_t> codes_of_;
  bool too_many_ = false;
  std::uint64_t cells_ = 0;
  std::string first_word_;  // the first cell that is no number, and its line
  std::uint64_t line_of_word_ = 0;
};

}  // namespace eenet::experiments
