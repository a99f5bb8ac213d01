// Runs the method of a trace again on the contexts and rewards that it recorded. The recorded arm
// is played in every round, whatever our scores are, so that one difference does not hide the next.
// Every score, label and last parameter is held to what rounding can have done since the initial
// parameters (drift.h).
#pragma once

#include "reference/kind.h"
#include "reference/trace.h"
#include "verify/rounding.h"
#include "verify/traces/finding.h"

namespace eenet::verify {

// A number that is not the reference's to the last bit.
struct BitDifference {
  std::uint64_t round = 0;
  std::string field;
  std::string recorded;
  std::string recomputed;
  double bound = 0.0;  // what rounding can have done up to there
  bool within_rounding = false;
};

struct Rerun {
  TraceLevel level;
  std::uint64_t rounds = 0;  // played again
  std::uint64_t decided =
      0;  // rounds in which every score has our bits, or a bound smaller than itself
  double largest_bound = 0.0;               // of all comparisons
  std::optional<BitDifference> first_bits;  // none: every recorded number has our bits
};

// `known_start`: the parameters that the header's seed gives are those of this program, so that the
// trace need not hold them. `arithmetic` is what the trace was computed in.
Rerun rerun(const Trace& trace, const Arithmetic& arithmetic, bool known_start);

}  // namespace eenet::verify
