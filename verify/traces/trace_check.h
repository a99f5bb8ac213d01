// Judges a run that somebody else recorded, on three levels:
//
//   consistency  does the trace agree with itself? (consistency.h)
//   replay       is it, bit for bit, what its header gives here? (verify/replay.h)
//   rerun        are its scores the method's on the recorded contexts and rewards, within rounding?
//                (rerun.h)
//
// A level says what it needs and the trace lacks. Where only bits differ and the rerun explains
// every one of them by rounding, the replay's difference is acceptable, and counted.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "reference/kind.h"
#include "reference/trace.h"
#include "verify/rounding.h"
#include "verify/traces/finding.h"
#include "verify/traces/rerun.h"

namespace eenet::verify {

enum class TraceVerdict {
  kAgrees,
  kDisagrees,
  kIncomplete  // there was nothing to hold against anything
};

// "agrees", "disagrees" or "incomplete".
std::string to_text(TraceVerdict verdict);

struct TraceCheck {
  TraceVerdict verdict = TraceVerdict::kIncomplete;
  std::vector<TraceLevel> levels;     // consistency, replay, rerun
  Rerun rerun;                        // its level is among `levels` too
  std::vector<std::string> warnings;  // sentences: assumptions of the paper, an end that is missing

  // Of the first level that disagrees.
  [[nodiscard]] std::optional<TraceDivergence> first_divergence() const;
};

// `path` is where `trace` was read from: the replay reads it again. Empty: there is no replay (a
// pipe cannot be read twice). Throws what verify::replay throws on arrays that cannot be read.
TraceCheck check_trace(const Trace& trace, const std::filesystem::path& path,
                       const Arithmetic& arithmetic, const ArrayReader& read_array);

}  // namespace eenet::verify
