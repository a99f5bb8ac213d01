// A program that is asked line by line. Whatever it does, this process neither waits for it longer
// than the limits say, nor keeps more of what it writes, nor ends.
#pragma once

#include <chrono>
#include <csignal>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/processes/child_group.h"
#include "experiments/processes/descriptor.h"
#include "experiments/processes/remarks.h"
#include "experiments/processes/signal_watch.h"
#include "verify/oracle/respondent.h"

namespace eenet::experiments {

using Seconds = std::chrono::duration<double>;

// While it lives, a pipe that nobody reads any more is an error of write(), not the end of the
// process.
class IgnoredPipeSignal {
 public:
  IgnoredPipeSignal();
  ~IgnoredPipeSignal();
  IgnoredPipeSignal(const IgnoredPipeSignal&) = delete;
  IgnoredPipeSignal& operator=(const IgnoredPipeSignal&) = delete;

 private:
  struct sigaction old_ = {};
};

// One at a time.
class Conversation {
 public:
  // Starts the command, whose first word is the program. Throws std::runtime_error if it cannot be
  // started. SIGINT and SIGTERM, which `signals` catches, are noticed wherever the program is
  // waited for: it is ended then, and Interrupted thrown.
  Conversation(const std::vector<std::string>& command, const SignalWatch& signals);

  // Writes the text and returns the next whole line that the program writes, without its end; it
  // stays valid until the next call. Throws Fault where there is none within `limit`, or where it
  // has more than `longest` bytes; the program is killed then, and nothing can be asked any more.
  std::string_view ask(std::string_view text, std::size_t longest, Seconds limit);

  // Throws away what the program writes until it has been silent for `silence`. A program that
  // never is, is killed.
  void discard_output(Seconds silence);

  [[nodiscard]] bool alive() const { return alive_; }

  // What the program has written to its standard error since the last call.
  std::string remarks();

  // Closes the program's input and ends it, kindly at first. Nothing, or a sentence about a
  // program that goes on for longer than `patience` or ends with another code than 0.
  std::optional<std::string> finish(Seconds patience);

  void kill();

 private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] std::optional<std::string_view> next_line(std::size_t longest);
  void write_some();
  // Both read what is there and return whether there was anything, the end included.
  bool read_output();
  bool read_remarks();
  void read_all_remarks();
  // Waits until something can be read or written.
  void wait_for_anything(Seconds most);
  void throw_if_interrupted();
  [[noreturn]] void fail(verify::oracle::FaultKind kind, const std::string& sentence);
  // It wrote its last line: has it ended, and how?
  [[noreturn]] void fail_at_end();
  [[nodiscard]] std::string cut_short() const;

  const SignalWatch& signals_;
  IgnoredPipeSignal ignored_;
  Descriptor input_;  // its standard input: we write
  Descriptor output_;
  Descriptor error_;
  std::optional<ChildGroup> child_;
  bool alive_ = true;
  std::vector<char> part_;      // for what is read
  std::string_view unwritten_;  // of the text of ask()
  std::string read_;            // of its output
  std::size_t begin_ = 0;       // of the next line in read_
  std::size_t searched_ = 0;    // there is no line's end before this
  Remarks remarks_;
};

}  // namespace eenet::experiments
