// A line of JSON that another program wrote.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace eenet::experiments {

// The object that the line holds. Throws Fault on anything else: kNotFinite where a number is
// written that no double holds, NaN and Infinity included, which JSON has not; else kNotJson.
nlohmann::json parse_answer(std::string_view line);

}  // namespace eenet::experiments
