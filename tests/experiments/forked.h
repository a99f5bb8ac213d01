// A function run in a process of its own, for what it does to the process: signals, limits, stderr.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace eenet::experiments {

struct Forked {
  int code = -1;    // what the function returned; -1 if it threw or a signal ended it
  std::string err;  // what it wrote to stderr
};

enum class Stderr { kFile, kTerminal };

// Runs it, with stderr a file or a (pseudo-)terminal.
Forked run_forked(Stderr kind, const std::function<int()>& body);

// Starts it and returns its process id; the caller waits for it.
pid_t start_forked(const std::function<int()>& body);

// Waits for the process and returns what Forked::code would be.
int wait_for(pid_t process);

// Waits until the condition holds, or until the test has clearly failed; returns whether it holds.
bool becomes_true(const std::function<bool()>& condition);

}  // namespace eenet::experiments
