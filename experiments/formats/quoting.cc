#include "experiments/formats/quoting.h"

#include <fmt/format.h>

namespace eenet::experiments {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char letter : text) {
    if (letter == '"') cell += '"';
    cell += letter;
  }
  return cell + "\"";
}

std::string tex_cell(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (std::string("&%$#_{}").find(letter) != std::string::npos) safe += '\\';
    if (letter == '~' || letter == '^' || letter == '\\') {
      safe += fmt::format("\\char{}{{}}", static_cast<int>(letter));
    } else {
      safe += letter;
    }
  }
  return safe;
}

std::string markdown_cell(const std::string& text) {
  std::string safe;
  for (const char letter : text) {
    if (letter == '|' || letter == '*' || letter == '<') safe += '\\';
    safe += letter == '\n' ? ' ' : letter;
  }
  return safe;
}

}  // namespace eenet::experiments
