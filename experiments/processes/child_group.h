// A program that was started, together with all that it starts: a process group of its own.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "experiments/processes/signal_watch.h"

namespace eenet::experiments {

// What becomes the program's standard input, output and error; -1: those of this process.
struct StandardStreams {
  int in = -1;
  int out = -1;
  int err = -1;
};

class ChildGroup {
 public:
  // Starts the program with the arguments, and with the variables in its environment; a variable
  // with an empty value is removed. Throws std::runtime_error with the program and the reason if it
  // cannot be started.
  ChildGroup(const std::filesystem::path& program, std::vector<std::string> arguments,
             const std::map<std::string, std::string>& variables, const StandardStreams& streams,
             const SignalWatch& signals);
  // Kills what is left of it.
  ~ChildGroup();
  ChildGroup(const ChildGroup&) = delete;
  ChildGroup& operator=(const ChildGroup&) = delete;

  // Whether the program has ended, by itself or by a signal.
  [[nodiscard]] bool has_ended() const;

  // Waits until the program has ended or `enough` returns true; returns whether it has ended.
  [[nodiscard]] bool ends_before(const std::function<bool()>& enough) const;

  // Asks the program to end, if it has not ended, kills after `grace` whatever is left of the
  // group, and returns the program's status as waitpid() has it. The same again if called again.
  int end(std::chrono::duration<double> grace);

 private:
  pid_t child_ = -1;
  int status_ = 0;
  bool collected_ = false;
};

// The file that a command's first word names: itself if it has a slash, else found in PATH as a
// shell does. Throws std::runtime_error if there is none that can be run.
std::filesystem::path program_named(const std::string& word);

}  // namespace eenet::experiments
