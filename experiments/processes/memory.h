// Refuses work that needs more memory than there is, before the memory is requested: otherwise the
// machine would swap, or the system would end the process.
#pragma once

#include <filesystem>
#include <string>

namespace eenet::experiments {

// How many bytes each of so many processes can use without swapping. The smallest of what the
// machine has left (MemAvailable of Linux, or half of its memory where that is unknown) and what
// its control group may still use, each divided by the processes, and of what the process's own
// limits leave (`ulimit -v` and `ulimit -d`).
double available_memory(unsigned processes = 1);

// What the process's limits on address space and data leave; infinite without limits.
double memory_within_limits();

// What the control groups of a process may still use; infinite where nothing is limited. `groups`
// is its /proc/self/cgroup, `mount` where the control groups are: /sys/fs/cgroup. Both versions of
// control groups, and all groups above the process's own.
double memory_of_control_groups(const std::filesystem::path& groups,
                                const std::filesystem::path& mount);

// "1.5 GiB", "12 MiB".
std::string memory_text(double bytes);

// Throws std::runtime_error "<what>: needs ..., and ... are available, expected <instead>" unless
// the bytes are there.
void require_memory(const std::string& what, double bytes, double available,
                    const std::string& instead);

}  // namespace eenet::experiments
