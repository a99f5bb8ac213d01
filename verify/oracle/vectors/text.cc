// The bytes of a file of vectors. Nothing here depends on the locale or on the C library.
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <stdexcept>

#include "verify/oracle/vectors/test_vector.h"

namespace eenet::verify::oracle {

namespace {

std::string decimal(double number, std::chars_format format, int precision) {
  std::array<char, 64> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format, precision).ptr;
  return {buffer.data(), end};
}

// With 17 significant digits; with a point or an exponent, so that every reader takes a double.
std::string with_17_digits(double number) {
  if (!std::isfinite(number)) throw std::logic_error("a vector has a number that is not finite");
  std::string text = decimal(number, std::chars_format::general, 17);
  return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
}

// At least the number, and at most 2% more, with three digits: a tolerance is no measurement.
double rounded_up(double tolerance) {
  if (tolerance == 0.0) return 0.0;
  const std::string digits = decimal(tolerance * 1.01, std::chars_format::scientific, 2);
  return Json::parse(digits).get<double>();
}

Json rounded_up(const Json& tolerance) {
  if (tolerance.is_number()) return rounded_up(tolerance.get<double>());
  if (!tolerance.is_array()) return tolerance;
  Json all = Json::array();
  for (const Json& part : tolerance) all.push_back(rounded_up(part));
  return all;
}

bool is_list_of_scalars(const Json& json) {
  for (const Json& part : json) {
    if (part.is_structured()) return false;
  }
  return true;
}

void write(const Json& json, const std::string& indent, std::string& out);

void write_parts(const Json& json, const std::string& indent, std::string& out) {
  const bool object = json.is_object();
  const bool one_line = !object && is_list_of_scalars(json);
  const std::string inner = indent + "  ";
  out += object ? '{' : '[';
  const char* separator = "";
  for (const auto& part : json.items()) {
    out += separator;
    if (!one_line) out += "\n" + inner;
    if (object) out += Json(part.key()).dump() + ": ";
    write(part.value(), inner, out);
    separator = one_line ? ", " : ",";
  }
  if (!one_line && !json.empty()) out += "\n" + indent;
  out += object ? '}' : ']';
}

void write(const Json& json, const std::string& indent, std::string& out) {
  if (json.is_structured()) {
    write_parts(json, indent, out);
  } else if (json.is_number_float()) {
    out += with_17_digits(json.get<double>());
  } else {
    out += json.dump();
  }
}

// The same with every double as a hexadecimal float, without the parts that have none.
Json hexadecimals(const Json& json) {
  if (json.is_number_float()) return hexadecimal(json.get<double>());
  if (json.is_array()) {
    Json all = Json::array();
    for (const Json& part : json) {
      Json hex = hexadecimals(part);
      if (hex.is_null()) return {};
      all.push_back(std::move(hex));
    }
    return all;
  }
  if (!json.is_object()) return {};
  Json all = Json::object();
  for (const auto& part : json.items()) {
    Json hex = hexadecimals(part.value());
    if (!hex.is_null() && !hex.empty()) all[part.key()] = std::move(hex);
  }
  return all;
}

Json tolerance_json(const Field& field) {
  Json json = {{"float64", rounded_up(field.float64)},
               {"float32", rounded_up(field.float32)},
               {"reason", field.reason}};
  if (!field.acceptable.is_null()) json["acceptable"] = field.acceptable;
  return json;
}

Json vector_json(const TestVector& vector) {
  Json expected = Json::object();
  Json tolerance = Json::object();
  for (const Field& field : vector.fields) {
    expected[field.name] = field.expected;
    tolerance[field.name] = tolerance_json(field);
  }
  return {
      {"id", vector.id},
      {"catches", vector.catches},
      {"flags", vector.flags},
      {"question", vector.question},
      {"expected", expected},
      {"tolerance", tolerance},
      {"hex", {{"question", hexadecimals(vector.question)}, {"expected", hexadecimals(expected)}}}};
}

}  // namespace

std::string hexadecimal(double number) {
  const auto bits = std::bit_cast<std::uint64_t>(number);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52U) - 1);
  const auto biased = static_cast<int>((bits >> 52U) & 0x7ffU);
  std::string digits(13, '0');
  for (std::size_t i = 0; i < digits.size(); ++i) {
    digits[i] = "0123456789abcdef"[(fraction >> (48U - 4U * i)) & 0xfU];
  }
  digits.erase(digits.find_last_not_of('0') + 1);
  const int exponent = biased == 0 ? (fraction == 0 ? 0 : -1022) : biased - 1023;
  return std::string(std::signbit(number) ? "-" : "") + (biased == 0 ? "0x0" : "0x1") +
         (digits.empty() ? "" : "." + digits) + "p" + (exponent < 0 ? "" : "+") +
         std::to_string(exponent);
}

std::string text_with_17_digits(const Json& json) {
  std::string out;
  write(json, "", out);
  return out + "\n";
}

std::string text_of(const VectorGroupFile& file) {
  Json notes = Json::object();
  Json vectors = Json::array();
  for (const TestVector& vector : file.vectors) {
    for (const std::string& flag : vector.flags) notes[flag] = note_of(flag);
    vectors.push_back(vector_json(vector));
  }
  return text_with_17_digits({{"schema", "eenet.vectors/1"},
                              {"group", file.group},
                              {"about", file.about},
                              {"notes", notes},
                              {"parameters", file.parameters},
                              {"hex", hexadecimals(file.parameters)},
                              {"vectors", vectors}});
}

}  // namespace eenet::verify::oracle
