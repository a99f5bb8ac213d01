// A trace small enough to spoil in every way, as the library writes it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reference/trace.h"
#include "verify/replay.h"

namespace eenet::verify {

// A folder of its own for every test, with one trace in it.
class SmallTrace {
 public:
  SmallTrace();
  ~SmallTrace();
  SmallTrace(const SmallTrace&) = delete;
  SmallTrace& operator=(const SmallTrace&) = delete;

  // Plays what the header says and writes it, as `eenet run` does.
  void play_and_write(TraceHeader header) const;

  // Six rounds of two-dimensional EE-Net with noise: every field of a trace has a say.
  static TraceHeader header(TraceDetail detail = TraceDetail::kFull);

  [[nodiscard]] std::string read() const;
  void write(const std::string& text) const;
  // Line 0 is the header, line t round t, the last the end.
  [[nodiscard]] std::vector<std::string> lines() const;
  void write(const std::vector<std::string>& lines) const;

  // Without a reader for arrays: these traces need none.
  [[nodiscard]] ReplayReport replayed() const { return replay(path_, {}); }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace eenet::verify
