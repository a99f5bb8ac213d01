// How much memory a run takes at least, from its settings alone: what can be known before it starts
// is refused before it starts.
#pragma once

#include <cstdint>
#include <string>

#include "reference/trace.h"

namespace eenet::experiments {

// The contexts of a round, twice where they are fixed and copied, and a teacher network: what the
// settings of an environment ask for before it is there. 0 for one that reads its size from files.
double memory_of_environment(const Spec& environment);

// Everything that grows with a size: the networks and their parameters once more, what a policy
// keeps for each arm, the history of schedule=replay, and with a full trace a round's record.
// The settings of header.method may be incomplete; dim, arms and rounds must be those of the run.
double memory_of_run(const TraceHeader& header);

// Throw std::runtime_error unless that much is there for each of so many processes.
void require_memory_for_environment(const Spec& environment, unsigned processes);
void require_memory_for_run(const TraceHeader& header, unsigned processes);

// Both, for one process that plays the run of a trace again: its header can ask for anything. The
// sentence begins with the path. A header of another implementation is not judged.
void require_memory_for_trace(TraceHeader header, const std::string& path);

// Throws std::runtime_error if the lines of a full trace would be too long to be read again.
void require_readable_trace(const TraceHeader& header);

}  // namespace eenet::experiments
