#include "experiments/formats/paragraphs.h"

#include <fmt/format.h>

#include <sstream>

namespace eenet::experiments {

namespace {

constexpr std::size_t kLineWidth = 96;

}  // namespace

std::string paragraph(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string result;
  std::string line(indent, ' ');
  std::string word;
  while (words >> word) {
    if (line.size() > indent && line.size() + 1 + word.size() > kLineWidth) {
      result += line + "\n";
      line.assign(indent, ' ');
    }
    if (line.size() > indent) line += ' ';
    line += word;
  }
  return line.size() > indent ? result + line + "\n" : result;
}

std::string field(const std::string& title, const std::string& text) {
  if (text.empty()) return "";
  return fmt::format("  {}\n{}", title, paragraph(text, 4));
}

}  // namespace eenet::experiments
