#include "experiments/runs/answer_line.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <optional>
#include <string>

#include "experiments/formats/output.h"
#include "reference/trace_file.h"
#include "verify/oracle/respondent.h"

namespace eenet::experiments {

namespace {

using nlohmann::json;
using verify::oracle::Fault;
using verify::oracle::FaultKind;

constexpr std::size_t kShown = 80;  // bytes of a line in a message

// As Python, JavaScript, C and Rust write numbers that are not finite.
constexpr std::array<std::string_view, 5> kNotFinite = {"NaN", "nan", "Infinity", "inf", "Inf"};

// The first word outside strings that is such a number, and the line with null in its place and in
// that of every other.
struct Replaced {
  std::string line;
  std::string first;
};

std::optional<Replaced> without_infinities(std::string_view line) {
  Replaced replaced;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char letter = line[i];
    if (in_string && letter == '\\') {
      replaced.line += line.substr(i++, 2);
      continue;
    }
    if (letter == '"') in_string = !in_string;
    std::size_t end = i;
    if (!in_string) {
      if (line[end] == '-') ++end;
      while (end < line.size() && std::isalpha(static_cast<unsigned char>(line[end])) != 0) ++end;
    }
    const std::string_view word = line.substr(i, end - i);
    const std::string_view name = word.starts_with('-') ? word.substr(1) : word;
    if (!name.empty() &&
        std::find(kNotFinite.begin(), kNotFinite.end(), name) != kNotFinite.end()) {
      replaced.line += "null";
      if (replaced.first.empty()) replaced.first = word;
      i = end - 1;
    } else {
      replaced.line += letter;
    }
  }
  if (replaced.first.empty()) return std::nullopt;
  return replaced;
}

[[noreturn]] void refuse(std::string_view line) {
  try {
    [[maybe_unused]] const json never = json::parse(line);
  } catch (const json::out_of_range&) {
    throw Fault(FaultKind::kNotFinite, fmt::format("wrote a number beyond the largest double: {}",
                                                   printable(line.substr(0, kShown))));
  } catch (const json::parse_error&) {
    // No JSON; with a number that is not finite in it?
  }
  const auto replaced = without_infinities(line);
  if (replaced && json::accept(replaced->line)) {
    throw Fault(FaultKind::kNotFinite,
                fmt::format("wrote {}, expected a finite number", replaced->first));
  }
  throw Fault(FaultKind::kNotJson,
              fmt::format("wrote a line that is no JSON object: {}{}",
                          printable(line.substr(0, kShown)), line.size() > kShown ? "..." : ""));
}

}  // namespace

json parse_answer(std::string_view line) {
  if (is_nested_deeper(line, kDeepestJson)) {
    throw Fault(FaultKind::kNotJson,
                fmt::format("wrote JSON that is nested deeper than {} levels", kDeepestJson));
  }
  json answer = json::parse(line, nullptr, false);
  if (!answer.is_object()) refuse(line);
  return answer;
}

}  // namespace eenet::experiments
