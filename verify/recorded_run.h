// A run played and recorded in memory.
#pragma once

#include "reference/trace.h"

namespace eenet::verify {

// Plays the run of the header, whose specs are complete, and fills in `dim` and `arms`.
Trace recorded_run(TraceHeader header);

}  // namespace eenet::verify
