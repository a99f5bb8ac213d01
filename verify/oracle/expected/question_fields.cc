#include "verify/oracle/expected/question_fields.h"

namespace eenet::verify::oracle {

using nlohmann::json;

NaiveShape shape_in(const json& network) {
  return {network.at("input").get<std::size_t>(), network.at("width").get<std::size_t>(),
          network.at("depth").get<std::size_t>()};
}

json network_json(const NaiveShape& shape) {
  return {{"input", shape.input_dim}, {"width", shape.width}, {"depth", shape.depth}};
}

std::vector<double> list_in(const json& question, const char* key) {
  return question.at(key).get<std::vector<double>>();
}

std::vector<std::vector<double>> lists_in(const json& question, const char* key) {
  return question.at(key).get<std::vector<std::vector<double>>>();
}

double number_in(const json& question, const char* key) {
  return question.at(key).get<double>();
}

double stored(double number, const Arithmetic& arithmetic) {
  if (arithmetic.unit_roundoff <= kDouble.unit_roundoff) return number;
  return static_cast<double>(static_cast<float>(number));
}

std::vector<double> stored(std::vector<double> numbers, const Arithmetic& arithmetic) {
  for (double& number : numbers) number = stored(number, arithmetic);
  return numbers;
}

}  // namespace eenet::verify::oracle
