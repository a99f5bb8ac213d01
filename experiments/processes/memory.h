// Memory that a command is going to need, told before it is asked for: a sentence instead of a
// machine that swaps, or a process that the system ends.
#pragma once

#include <string>

namespace eenet::experiments {

// What new work can have without swapping, in bytes: MemAvailable of Linux, and where that is not
// told half of what the machine has.
double available_memory();

// "1.5 GiB", "12 MiB".
std::string memory_text(double bytes);

// Throws std::runtime_error "<what>: needs ..., and ... are available, expected <instead>" unless
// the bytes are there.
void require_memory(const std::string& what, double bytes, double available,
                    const std::string& instead);

}  // namespace eenet::experiments
