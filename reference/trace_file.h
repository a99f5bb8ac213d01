// Traces as files: one JSON document a line, first the header, then a line a round, then the end
// (docs/schemas/trace.json). Numbers are written so that they read back to the same bits. This is
// the only file of the room that touches a disk.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "reference/trace.h"

namespace eenet {

// Longer lines are neither read nor written: a device or a pipe can go on without a line's end. It
// holds about forty million numbers.
inline constexpr std::size_t kLongestTraceLine = std::size_t{1} << 30U;

// Whether lists and objects lie in one another to more levels than that. JSON of others is asked
// this before it is parsed: a million brackets would overflow the stack.
bool is_nested_deeper(std::string_view json, std::size_t levels);
inline constexpr std::size_t kDeepestJson = 64;

// One line each, without the line end. A header with a setting that is not UTF-8 is refused with
// std::invalid_argument: JSON cannot hold it.
std::string to_json_line(const TraceHeader& header);
std::string to_json_line(const TraceRound& round);
std::string to_json_line(const TraceEnd& end);

// Writes a trace line by line, so that an interrupted run leaves every whole round behind.
// Throws std::runtime_error with path and reason when a file cannot be opened or written.
class TraceWriter {
 public:
  TraceWriter(std::filesystem::path path, const TraceHeader& header);

  void write(const TraceRound& round);
  // Writes the end and closes the file.
  void finish(const TraceEnd& end);

 private:
  void write_line(const std::string& line);

  std::filesystem::path path_;
  std::ofstream out_;
};

// Reads a trace line by line, from a file or a pipe. Throws std::runtime_error with path and line
// on what is no trace, and OutOfMemory with both on a line that does not fit. A last line that is
// cut short (no line end) is dropped, and the trace is then not complete.
class TraceReader {
 public:
  explicit TraceReader(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] const TraceHeader& header() const { return header_; }

  // The next round; nothing after the last whole one.
  std::optional<TraceRound> next();

  // After next() answered nothing: the end, if the file has one.
  [[nodiscard]] const std::optional<TraceEnd>& end() const { return end_; }

 private:
  bool next_line(std::string& line);
  [[nodiscard]] std::string place() const;
  // Of a line that goes on. What is no trace must not be read to an end that it may not have.
  void require_sensible(const std::string& start) const;
  [[noreturn]] void reject(const std::string& what) const;

  std::filesystem::path path_;
  std::ifstream in_;
  std::uint64_t line_number_ = 0;
  std::uint64_t rounds_read_ = 0;
  TraceHeader header_;
  std::optional<TraceEnd> end_;
};

// The whole file in memory.
Trace read_trace(const std::filesystem::path& path);

}  // namespace eenet
