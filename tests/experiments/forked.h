// A function run in a process of its own, for what it does to the process: signals, limits, stderr.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace eenet::experiments {

struct Forked {
  int code = -1;    // what the function answered; -1 if it threw or a signal ended it
  std::string err;  // what it wrote to stderr
};

enum class Stderr { kFile, kTerminal };

// Runs it, with stderr a file or a (pseudo-)terminal.
Forked run_forked(Stderr kind, const std::function<int()>& body);

// Starts it and answers with its process id; the caller waits for it.
pid_t start_forked(const std::function<int()>& body);

// Waits for the process and answers as Forked::code does.
int wait_for(pid_t process);

// Waits until it is so, or until a test has clearly failed; answers whether it is.
bool becomes_true(const std::function<bool()>& condition);

}  // namespace eenet::experiments
