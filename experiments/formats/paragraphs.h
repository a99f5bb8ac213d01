// Long texts for a terminal: paragraphs, and fields with a title.
#pragma once

#include <string>

namespace eenet::experiments {

// The words in lines of at most 96 letters, each after `indent` blanks.
std::string paragraph(const std::string& text, std::size_t indent);

// A title and a paragraph; nothing if there is no text.
std::string field(const std::string& title, const std::string& text);

}  // namespace eenet::experiments
