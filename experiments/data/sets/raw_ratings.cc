#include "experiments/data/sets/raw_ratings.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "experiments/formats/json.h"
#include "experiments/formats/table_file.h"
#include "experiments/formats/unpacked_file.h"

namespace eenet::experiments {

namespace {

using Reject = std::function<void(const std::string& what)>;

// Numbers for names, in the order in which they occur.
class Numbering {
 public:
  std::uint32_t number_of(const std::string& name) {
    return numbers_.try_emplace(name, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(numbers_.size()); }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

class Collector {
 public:
  void add(const std::string& user, const std::string& item, double stars, const Reject& reject) {
    if (user.empty() || item.empty()) reject("no user or no item, expected both");
    if (!(stars >= 0.0 && stars <= 5.0)) {
      reject(fmt::format("{} stars, expected 0 to 5", stars));
    }
    all_.ratings.push_back(
        {users_.number_of(user), items_.number_of(item), static_cast<float>(stars)});
  }

  RawRatings finish(const std::filesystem::path& path) {
    if (all_.ratings.empty()) {
      throw std::runtime_error(
          fmt::format("{}: holds no rating, expected at least one", path.string()));
    }
    all_.users = users_.size();
    all_.items = items_.size();
    return std::move(all_);
  }

 private:
  RawRatings all_;
  Numbering users_;
  Numbering items_;
};

double stars_in(const std::string& cell, const Reject& reject) {
  double stars = 0.0;
  if (!read_cell(cell, stars)) reject(fmt::format("'{}', expected a number of stars", cell));
  return stars;
}

void read_colons(const std::filesystem::path& path, Collector& all) {
  TextLines lines(path);
  const Reject reject = [&lines](const std::string& what) { lines.reject(what); };
  std::string line;
  std::vector<std::string> fields;
  while (lines.next(line)) {
    if (line.empty()) continue;
    fields.clear();
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find("::", at), line.size());
      fields.push_back(line.substr(at, end - at));
      at = end + 2;
    }
    if (fields.size() != 4) {
      reject(fmt::format("{} fields between ::, expected user::item::stars::time", fields.size()));
    }
    all.add(fields[0], fields[1], stars_in(fields[2], reject), reject);
  }
}

void read_table(const std::filesystem::path& path, Collector& all) {
  TableFile table(path);
  const Reject reject = [&table](const std::string& what) { table.reject(what); };
  std::vector<std::string> cells;
  if (!table.next(cells)) return;
  const auto column = [&](const char* name) {
    const auto found = std::ranges::find(cells, name);
    if (found == cells.end()) {
      reject(
          fmt::format("no column {}, expected userId, movieId and rating, or user::item::stars::"
                      "time, or a JSON object",
                      name));
    }
    return static_cast<std::size_t>(found - cells.begin());
  };
  const std::size_t user = column("userId");
  const std::size_t item = column("movieId");
  const std::size_t stars = column("rating");
  while (table.next(cells)) {
    all.add(cells[user], cells[item], stars_in(cells[stars], reject), reject);
  }
}

// Keeps the three fields of an object and passes over everything else without storing it.
class Review final : public nlohmann::json_sax<nlohmann::json> {
 public:
  std::string user;
  std::string item;
  double stars = std::numeric_limits<double>::quiet_NaN();

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_float(number_float_t value, const string_t& /*text*/) override {
    return number(value);
  }
  bool string(string_t& value) override {
    if (depth_ == 1 && key_ == "user_id") user = value;
    if (depth_ == 1 && key_ == "business_id") item = value;
    return true;
  }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return ++depth_ < kDeepest; }
  bool key(string_t& name) override {
    if (depth_ == 1) key_ = name;
    return true;
  }
  bool end_object() override { return --depth_ >= 0; }
  bool start_array(std::size_t /*size*/) override { return ++depth_ < kDeepest; }
  bool end_array() override { return --depth_ >= 0; }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) override {
    return false;
  }

 private:
  static constexpr int kDeepest = 64;

  bool number(double value) {
    if (depth_ == 1 && key_ == "stars") stars = value;
    return true;
  }

  int depth_ = 0;
  std::string key_;
};

void read_reviews(const std::filesystem::path& path, Collector& all) {
  TextLines lines(path);
  const Reject reject = [&lines](const std::string& what) { lines.reject(what); };
  std::string line;
  while (lines.next(line)) {
    if (line.empty()) continue;
    Review review;
    if (!line.starts_with('{') || !nlohmann::json::sax_parse(line, &review)) {
      reject("not a JSON object, expected one per line");
    }
    if (review.user.empty() || review.item.empty() || review.stars != review.stars) {
      reject("expected an object with user_id, business_id and stars: Yelp's reviews");
    }
    all.add(review.user, review.item, review.stars, reject);
  }
}

std::string first_line(const std::filesystem::path& path) {
  TextLines lines(path);
  std::string line;
  while (lines.next(line)) {
    if (!line.empty()) break;
  }
  return line;
}

}  // namespace

RawRatings read_raw_ratings(const std::filesystem::path& path) {
  const std::string line = first_line(path);
  Collector all;
  if (line.starts_with('{')) {
    read_reviews(path, all);
  } else if (line.find("::") != std::string::npos) {
    read_colons(path, all);
  } else {
    read_table(path, all);
  }
  return all.finish(path);
}

}  // namespace eenet::experiments
