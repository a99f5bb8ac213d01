// Texts as cells of tables that other programs read.
#pragma once

#include <string>

namespace eenet::experiments {

// In quotes where it holds a comma, a quote or the end of a line.
std::string csv_cell(const std::string& text);

// Without what LaTeX would take for its own.
std::string tex_cell(const std::string& text);

// On one line, without what Markdown would take for its own.
std::string markdown_cell(const std::string& text);

}  // namespace eenet::experiments
