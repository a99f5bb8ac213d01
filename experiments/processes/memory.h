// Refuses work that needs more memory than there is, before the memory is requested: otherwise the
// machine would swap, or the system would end the process.
#pragma once

#include <string>

namespace eenet::experiments {

// How many bytes new work can use without swapping: MemAvailable of Linux, or half of the machine's
// memory where that is unknown.
double available_memory();

// "1.5 GiB", "12 MiB".
std::string memory_text(double bytes);

// Throws std::runtime_error "<what>: needs ..., and ... are available, expected <instead>" unless
// the bytes are there.
void require_memory(const std::string& what, double bytes, double available,
                    const std::string& instead);

}  // namespace eenet::experiments
