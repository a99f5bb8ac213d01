// Does a trace say what really happens? Plays it again from its header and compares every number
// that the file holds, bit for bit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "reference/kind.h"
#include "reference/trace_file.h"

namespace eenet::verify {

// The first difference between a trace and its recomputation.
struct Difference {
  std::uint64_t round = 0;  // 0: the header; rounds + 1: the end
  std::string field;        // as in the file, with the index in brackets: f1[3], contexts[0][7]
  std::string recorded;
  std::string recomputed;
};

struct ReplayReport {
  std::uint64_t rounds = 0;     // whole rounds found in the file and compared
  std::uint64_t announced = 0;  // rounds that the header promises
  bool complete = false;        // the file has its end
  bool diverged = false;        // the run itself ended early: its learning rate was too large
  std::optional<Difference> first_difference;

  [[nodiscard]] bool matches() const { return !first_difference.has_value(); }
  // The file stops behind its header: there is no difference, and nothing that could differ.
  [[nodiscard]] bool compared_nothing() const { return matches() && rounds == 0 && !complete; }
};

// Of a reader that has read its header alone, or of the file at a path. Throws std::runtime_error
// when the file is no trace or cannot be read, std::invalid_argument when its header names
// something that this program cannot make again. Calls `on_round` with the number of rounds that
// are done.
ReplayReport replay(TraceReader& reader, const ArrayReader& read_array,
                    const std::function<void(std::uint64_t)>& on_round = {});
ReplayReport replay(const std::filesystem::path& path, const ArrayReader& read_array,
                    const std::function<void(std::uint64_t)>& on_round = {});

}  // namespace eenet::verify
