// Traces to write, read, cut and spoil.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "reference/trace.h"
#include "verify/properties/suite.h"
#include "verify/temporary_folder.h"

namespace eenet::verify {

// A short run of a random method in a random environment, at times one that diverges.
Trace recorded(const Case& any);

// A trace's file in a folder of its own.
class TraceOnDisk {
 public:
  TraceOnDisk() = default;  // without a file
  explicit TraceOnDisk(const Trace& trace) { write(trace); }

  void write(const Trace& trace) const;
  void write(const std::string& content) const;
  [[nodiscard]] std::string content() const;
  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "trace.jsonl"; }
  // Whether reading it throws.
  [[nodiscard]] bool is_refused() const;

 private:
  TemporaryFolder folder_;
};

// What a reader must notice about a changed trace.
std::vector<Property> damaged_trace_properties();

}  // namespace eenet::verify
