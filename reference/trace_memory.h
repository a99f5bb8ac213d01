// Memory for a line of a trace as a JSON document.
#pragma once

#include <cstddef>
#include <string>

#include "reference/trace.h"

namespace eenet {

// Throws std::bad_alloc unless there is the memory that so many values of JSON take at most, with
// what it takes to build them up. Called before a document is made: the JSON library's destructors
// take memory too, and may not throw, so that the program would be ended where memory ends in the
// middle of a document.
void require_memory_for(std::size_t values);

// No fewer values than the document has.
std::size_t values_in(const std::string& line);
std::size_t values_in(const TraceRound& round);
std::size_t values_in(const std::vector<Eigen::VectorXd>& vectors);

}  // namespace eenet
