// The `name:key=value,...` of the command line and of trace headers: parsed, checked against the
// keys that a policy or environment declares, completed with their defaults.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace eenet {

// The largest width, dimension or number of arms that settings accept: far above any use, low
// enough that a typing error is refused before any memory is allocated.
inline constexpr std::int64_t kLargestDimension = 10'000'000;
inline constexpr std::int64_t kLargestDepth = 1'000;

// Reads the whole text as a finite number, whatever the process's locale says about decimal points.
bool read_number(const std::string& text, double& number);

// "Only where `key` has one of `values`"; without a key: always.
struct Condition {
  std::string key;
  std::vector<std::string> values;

  // As it is shown: "schedule=replay", "features=projection|lle".
  [[nodiscard]] std::string to_text() const;
};

// A key that a policy or environment understands. An empty default means: not set unless given. A
// name may stand twice, under conditions that exclude each other, to have different defaults.
struct Key {
  std::string name;
  std::string default_value;
  std::string meaning;
  Condition only_with = {};  // of a key that stands before this one
  std::string unless = {};   // the default does not apply when this other key is given
};

// The parts between commas. A comma that is written twice is one of a part.
std::vector<std::string> split_at_commas(std::string_view text);

// `name` or `name:key=value,...`, as written.
struct Spec {
  std::string name;
  std::map<std::string, std::string> given;

  // A value may hold a comma, written twice. Throws std::invalid_argument with the offending part.
  static Spec parse(std::string_view text);
  [[nodiscard]] std::string to_text() const;

  bool operator==(const Spec&) const = default;
};

// A spec's settings, complete. Every reader throws std::invalid_argument that names the owner, the
// key, the value and what was expected.
class Settings {
 public:
  // Requires every given key to be among `keys`, and its condition to hold.
  Settings(std::string owner, const std::vector<Key>& keys,
           const std::map<std::string, std::string>& given);

  [[nodiscard]] bool has(const std::string& key) const { return values_.contains(key); }
  [[nodiscard]] const std::string& text(const std::string& key) const;
  [[nodiscard]] std::int64_t integer(const std::string& key, std::int64_t lowest,
                                     std::int64_t highest) const;
  // Finite, lowest <= value <= highest.
  [[nodiscard]] double real(const std::string& key, double lowest, double highest) const;
  // Finite and above 0.
  [[nodiscard]] double positive_real(const std::string& key) const;
  // One of the words.
  [[nodiscard]] std::string choice(const std::string& key,
                                   const std::vector<std::string>& words) const;

  [[nodiscard]] const std::map<std::string, std::string>& values() const { return values_; }

 private:
  void require_known(const std::vector<Key>& keys) const;
  [[nodiscard]] bool holds(const Condition& condition) const;
  [[noreturn]] void reject(const std::string& key, const std::string& expected) const;
  [[nodiscard]] double finite(const std::string& key, const std::string& expected) const;

  std::string owner_;
  std::map<std::string, std::string> values_;
};

}  // namespace eenet
