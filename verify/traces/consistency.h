// Does a recorded run agree with itself? Needs no environment and no method of this program: every
// field that is there is held against the others. What the fields must be is
// docs/schemas/trace.json and, for the digest, docs/numerics.md.
#pragma once

#include "reference/trace.h"
#include "verify/rounding.h"
#include "verify/traces/finding.h"

namespace eenet::verify {

// `arithmetic` is what the scores were computed in. The shapes of a Trace are right already: the
// reader refuses others.
TraceLevel check_consistency(const Trace& trace, const Arithmetic& arithmetic);

// Sentences about what the paper assumes and the trace does not keep: contexts of norm 1, rewards
// in [0, 1].
std::vector<std::string> broken_assumptions(const Trace& trace);

}  // namespace eenet::verify
