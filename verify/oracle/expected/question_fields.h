// Numbers in and out of the JSON of a question.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verify/naive_mlp.h"
#include "verify/rounding.h"

namespace eenet::verify::oracle {

NaiveShape shape_in(const nlohmann::json& network);
nlohmann::json network_json(const NaiveShape& shape);
std::vector<double> list_in(const nlohmann::json& question, const char* key);
std::vector<std::vector<double>> lists_in(const nlohmann::json& question, const char* key);
double number_in(const nlohmann::json& question, const char* key);

// The nearest numbers that the arithmetic can store.
double stored(double number, const Arithmetic& arithmetic);
std::vector<double> stored(std::vector<double> numbers, const Arithmetic& arithmetic);

}  // namespace eenet::verify::oracle
