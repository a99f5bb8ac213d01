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
