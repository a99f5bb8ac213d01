// Another program, run to its end.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace eenet::experiments {

struct ChildOutcome {
  int code = -1;           // its exit code; -1 if it did not exit by itself
  int signal = 0;          // the signal that ended it
  bool timed_out = false;  // it was ended because it took too long
  std::string out;         // what it wrote to standard output
  std::string err;         // and to standard error
  double seconds = 0.0;
};

struct ChildLimits {
  std::chrono::duration<double> time = std::chrono::hours(24);
};

// Runs the program with the arguments, and with the variables in its environment; a variable
// with an empty value is removed. Processes that the program started end with it. SIGINT and
// SIGTERM end it and throw Interrupted; a program that cannot be run throws std::runtime_error with
// its path. No SignalWatch may live in this process.
ChildOutcome run_child(const std::filesystem::path& program,
                       const std::vector<std::string>& arguments,
                       const std::map<std::string, std::string>& variables,
                       const ChildLimits& limits);

}  // namespace eenet::experiments
