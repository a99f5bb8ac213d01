#include "reference/settings.h"

#include <algorithm>
#include <locale>
#include <sstream>

#include "reference/require.h"

namespace eenet {

namespace {

// Reads the whole text as a number, whatever the process's locale says about decimal points.
template <typename Number>
bool read_whole_text(const std::string& text, Number& number) {
  std::istringstream in(text);
  in.imbue(std::locale::classic());
  in >> std::noskipws >> number;
  return !in.fail() && in.peek() == std::istringstream::traits_type::eof();
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

}  // namespace

bool read_number(const std::string& text, double& number) {
  return read_whole_text(text, number) && number - number == 0.0;
}

std::vector<std::string> split_at_commas(std::string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool twice = text.substr(i, 2) == ",,";
    if (text[i] == ',' && !twice) {
      parts.emplace_back();
      continue;
    }
    parts.back() += text[i];
    if (twice) ++i;
  }
  return parts;
}

Spec Spec::parse(std::string_view text) {
  Spec spec;
  const std::size_t colon = text.find(':');
  spec.name = std::string(text.substr(0, colon));
  EENET_REQUIRE(!spec.name.empty(), "'", text, "': the name is empty, expected name:key=value,...");
  if (colon == std::string_view::npos) return spec;
  for (const std::string& item : split_at_commas(text.substr(colon + 1))) {
    const std::size_t equals = item.find('=');
    EENET_REQUIRE(equals != std::string::npos && equals > 0, "'", text, "': '", item,
                  "' is not a setting, expected key=value");
    const bool fresh = spec.given.emplace(item.substr(0, equals), item.substr(equals + 1)).second;
    EENET_REQUIRE(fresh, "'", text, "': key '", item.substr(0, equals),
                  "' is given twice, expected once");
  }
  return spec;
}

std::string Spec::to_text() const {
  std::string all = name;
  char separator = ':';
  for (const auto& [key, value] : given) {
    all += separator + key + '=';
    for (const char letter : value)
      all += letter == ',' ? std::string(2, ',') : std::string(1, letter);
    separator = ',';
  }
  return all;
}

std::string Condition::to_text() const {
  std::string all;
  for (const std::string& value : values) all += (all.empty() ? key + "=" : "|") + value;
  return all;
}

Settings::Settings(std::string owner, const std::vector<Key>& keys,
                   const std::map<std::string, std::string>& given)
    : owner_(std::move(owner)), values_(given) {
  for (const Key& key : keys) {
    const bool replaced = !key.unless.empty() && given.contains(key.unless);
    if (!key.default_value.empty() && !replaced && holds(key.only_with)) {
      values_.emplace(key.name, key.default_value);
    }
  }
  require_known(keys);
}

void Settings::require_known(const std::vector<Key>& keys) const {
  for (const auto& [name, value] : values_) {
    std::vector<std::string> known;
    std::string condition;
    bool allowed = false;
    for (const Key& key : keys) {
      if (std::find(known.begin(), known.end(), key.name) == known.end()) known.push_back(key.name);
      if (key.name != name) continue;
      allowed = allowed || holds(key.only_with);
      condition += (condition.empty() ? "" : " or ") + key.only_with.to_text();
    }
    EENET_REQUIRE(allowed || !condition.empty(), owner_, " has no key '", name, "', expected ",
                  known.empty() ? "no keys" : "one of " + joined(known));
    EENET_REQUIRE(allowed, owner_, ": ", name, "=", value, ", expected it only with ", condition);
  }
}

bool Settings::holds(const Condition& condition) const {
  if (condition.key.empty()) return true;
  const auto found = values_.find(condition.key);
  return found != values_.end() && std::find(condition.values.begin(), condition.values.end(),
                                             found->second) != condition.values.end();
}

const std::string& Settings::text(const std::string& key) const {
  const auto found = values_.find(key);
  EENET_REQUIRE(found != values_.end(), owner_, ": key '", key, "' is missing");
  return found->second;
}

void Settings::reject(const std::string& key, const std::string& expected) const {
  throw std::invalid_argument(
      eenet::text(owner_, ": ", key, "=", text(key), ", expected ", expected));
}

std::int64_t Settings::integer(const std::string& key, std::int64_t lowest,
                               std::int64_t highest) const {
  std::int64_t number = 0;
  if (!read_whole_text(text(key), number) || number < lowest || number > highest) {
    reject(key, eenet::text("a whole number from ", lowest, " to ", highest));
  }
  return number;
}

double Settings::finite(const std::string& key, const std::string& expected) const {
  double number = 0.0;
  if (!read_number(text(key), number)) reject(key, expected);
  return number;
}

double Settings::real(const std::string& key, double lowest, double highest) const {
  const std::string expected = eenet::text("a number from ", lowest, " to ", highest);
  const double number = finite(key, expected);
  if (!(number >= lowest && number <= highest)) reject(key, expected);
  return number;
}

double Settings::positive_real(const std::string& key) const {
  const std::string expected = "a finite number above 0";
  const double number = finite(key, expected);
  if (!(number > 0.0)) reject(key, expected);
  return number;
}

std::string Settings::choice(const std::string& key, const std::vector<std::string>& words) const {
  const std::string& word = text(key);
  if (std::find(words.begin(), words.end(), word) == words.end()) {
    reject(key, (words.size() == 1 ? "" : "one of ") + joined(words));
  }
  return word;
}

}  // namespace eenet
