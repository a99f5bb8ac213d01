#include "experiments/formats/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace eenet::experiments {

namespace {

unsigned byte_of(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// The bytes of the character that the text starts with, or 0 if it does not start with UTF-8.
std::size_t character_length(std::string_view text) {
  const unsigned first = byte_of(text, 0);
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const std::size_t length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte_of(text, i) & 0xc0U) != 0x80) return 0;
  }
  // A longer way to write a character than there is need for, a surrogate, or above the last one.
  const unsigned second = byte_of(text, 1);
  const bool other = (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) ||
                     (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
  return other ? 0 : length;
}

bool is_control(std::string_view character) {
  const unsigned first = byte_of(character, 0);
  if (character.size() == 1) return first < 0x20 || first == 0x7f;
  return character.size() == 2 && first == 0xc2 && byte_of(character, 1) < 0xa0;
}

std::string escaped(std::string_view bytes) {
  if (bytes == "\n") return "\\n";
  if (bytes == "\t") return "\\t";
  if (bytes == "\r") return "\\r";
  std::string all;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    all += fmt::format("\\x{:02x}", byte_of(bytes, i));
  }
  return all;
}

}  // namespace

std::string number_text(double number) {
  return fmt::format("{:.4g}", number);
}

std::string measured_text(const theory::Measured& measured) {
  if (measured.basis == theory::Basis::kExact) return number_text(measured.value) + " (exact)";
  const std::string basis = measured.basis == theory::Basis::kStatistical
                                ? fmt::format("{:g}% interval", 100.0 * measured.level)
                                : theory::to_text(measured.basis);
  return fmt::format("{} [{}, {}] ({})", number_text(measured.value), number_text(measured.lower),
                     number_text(measured.upper), basis);
}

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text.substr(i));
    const std::string_view character = text.substr(i, std::max<std::size_t>(length, 1));
    if (length == 0 || is_control(character)) {
      shown += escaped(character);
    } else {
      shown += character;
    }
    i += character.size();
  }
  return shown;
}

std::string shell_words(const std::vector<std::string>& words) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,@%+";
  std::string all;
  for (const std::string& word : words) {
    if (!all.empty()) all += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      all += word;
      continue;
    }
    all += '\'';
    for (const char letter : word) {
      if (letter == '\'') {
        all += "'\\''";
      } else {
        all += letter;
      }
    }
    all += '\'';
  }
  return all;
}

std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string all;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) all += fmt::format("  {:>{}}", row[i], widths[i]);
    all += '\n';
  }
  return all;
}

std::string sparkline(const std::vector<double>& numbers) {
  static constexpr std::array<std::string_view, 8> kHeights = {"▁", "▂", "▃", "▄",
                                                               "▅", "▆", "▇", "█"};
  double largest = 0.0;
  for (const double number : numbers) largest = std::max(largest, number);
  std::string line;
  for (const double number : numbers) {
    const double part = largest > 0.0 ? std::max(number, 0.0) / largest : 0.0;
    line += kHeights[static_cast<std::size_t>(std::lround(part * (kHeights.size() - 1)))];
  }
  return line;
}

void print_out(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if ((!written || std::fflush(stdout) != 0) && errno != EPIPE) {
    throw std::runtime_error(
        fmt::format("standard output: cannot be written: {}", std::strerror(errno)));
  }
}

}  // namespace eenet::experiments
