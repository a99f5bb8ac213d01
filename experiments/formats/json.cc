#include "experiments/formats/json.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "experiments/build_info.h"

namespace eenet::experiments {

namespace {

theory::Basis basis_named(const std::string& word) {
  for (const theory::Basis basis : {theory::Basis::kExact, theory::Basis::kCertified,
                                    theory::Basis::kStatistical, theory::Basis::kEstimate}) {
    if (theory::to_text(basis) == word) return basis;
  }
  throw std::runtime_error(
      fmt::format("basis '{}', expected exact, certified, statistical or estimate", word));
}

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

Json document(const std::string& kind, const Json& fields) {
  Json json = {{"schema", fmt::format("eenet.{}/1", kind)}};
  json.update(fields);
  return json;
}

Json producer_json() {
  return {
      {"version", kVersion}, {"revision", kRevision}, {"compiler", kCompiler}, {"flags", kFlags}};
}

std::string document_text(const Json& json) {
  return dump(json, 2) + "\n";
}

std::string line_text(const Json& json) {
  return dump(json, -1);
}

Json number_json(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0.0 ? "inf" : "-inf";
  return number;
}

double number_from_json(const Json& json) {
  if (json.is_number()) return json.get<double>();
  const auto word = json.get<std::string>();
  if (word == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (word == "inf") return std::numeric_limits<double>::infinity();
  if (word == "-inf") return -std::numeric_limits<double>::infinity();
  throw std::runtime_error("'" + word + "', expected a number, nan, inf or -inf");
}

Json to_json(const theory::Measured& measured) {
  Json json = {{"value", number_json(measured.value)},
               {"lower", number_json(measured.lower)},
               {"upper", number_json(measured.upper)},
               {"basis", theory::to_text(measured.basis)}};
  if (measured.basis == theory::Basis::kStatistical) json["level"] = measured.level;
  if (measured.certified) {
    json["certified"] = {{"lower", number_json(measured.certified->lower)},
                         {"upper", number_json(measured.certified->upper)}};
  }
  return json;
}

theory::Measured measured_from_json(const Json& json) {
  theory::Measured measured;
  measured.value = number_from_json(json.at("value"));
  measured.lower = number_from_json(json.at("lower"));
  measured.upper = number_from_json(json.at("upper"));
  measured.basis = basis_named(json.at("basis").get<std::string>());
  if (json.contains("level")) measured.level = json.at("level").get<double>();
  if (json.contains("certified")) {
    const Json& ends = json.at("certified");
    measured.certified =
        theory::Interval{number_from_json(ends.at("lower")), number_from_json(ends.at("upper"))};
  }
  return measured;
}

Json to_json(const std::optional<theory::Measured>& measured) {
  return measured ? to_json(*measured) : Json();
}

std::optional<theory::Measured> optional_measured_from_json(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return measured_from_json(json);
}

}  // namespace eenet::experiments
