// A table as Markdown, CSV, LaTeX and JSON.
#pragma once

#include <string>

#include "experiments/formats/json.h"
#include "experiments/sweeps/table.h"

namespace eenet::experiments {

// A document of the schema eenet.table/1: docs/schemas/table.json.
Json table_json(const Table& table);

std::string table_markdown(const Table& table);
// Every number with all its digits.
std::string table_csv(const Table& table);
std::string table_tex(const Table& table);

}  // namespace eenet::experiments
