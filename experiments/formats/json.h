// JSON as this program writes it: the header of every document, numbers that JSON has no word for,
// and `Measured`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "theory/measured/measured.h"

namespace eenet::experiments {

using Json = nlohmann::ordered_json;

// A document with its header: {"schema": "eenet.<kind>/1", ...}, then the fields.
Json document(const std::string& kind, const Json& fields);

// {"version", "revision", "compiler", "flags"} of this program.
Json producer_json();

// The text of a document, indented, and of a record on one line. Bytes that are not UTF-8 are
// replaced: a counterexample must not make the whole document unreadable.
std::string document_text(const Json& json);
std::string line_text(const Json& json);

// JSON has no infinity and no NaN: they are the strings "inf", "-inf" and "nan".
Json number_json(double number);
double number_from_json(const Json& json);

// The contract's {"value", "lower", "upper", "basis", ...}.
Json to_json(const theory::Measured& measured);
theory::Measured measured_from_json(const Json& json);

// null where there is none.
Json to_json(const std::optional<theory::Measured>& measured);
std::optional<theory::Measured> optional_measured_from_json(const Json& json);

}  // namespace eenet::experiments
