// A trace small enough to spoil in every way, as the library writes it.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "verify/properties/trace_samples.h"
#include "verify/replay.h"

namespace eenet::verify {

// A folder of its own for every test, with one trace in it.
class SmallTrace : public TraceOnDisk {
 public:
  // Plays what the header says and writes it, as `eenet run` does.
  void play_and_write(TraceHeader header) const;

  // Six rounds of two-dimensional EE-Net with noise: every field of a trace has a say.
  static TraceHeader header(TraceDetail detail = TraceDetail::kFull);

  // Line 0 is the header, line t round t, the last the end.
  [[nodiscard]] std::vector<std::string> lines() const;
  using TraceOnDisk::write;
  void write(const std::vector<std::string>& lines) const;
  void edit(std::size_t line, const std::function<void(nlohmann::ordered_json&)>& change) const;

  // Without a reader for arrays: these traces need none.
  [[nodiscard]] ReplayReport replayed() const { return replay(path(), {}); }
};

}  // namespace eenet::verify
