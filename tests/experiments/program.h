// The built `eenet` program, run as a user would run it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/experiments/folder_test.h"

namespace eenet::experiments {

struct Outcome {
  int code = -1;   // exit code; -1 if a signal ended it
  int signal = 0;  // the signal that ended it
  std::string out;
  std::string err;
};

// Where and how a program runs.
struct Surroundings {
  std::filesystem::path folder = ".";              // the current folder
  std::map<std::string, std::string> environment;  // variables to add
  std::string out;                                 // a file for standard output; not captured then
  std::string err;                                 // a file for standard error; likewise
  bool closed_pipe = false;                        // standard output is a pipe that nobody reads
  std::size_t largest_file = 0;  // in bytes; what is written beyond fails, as on a full disk
  std::size_t memory = 0;        // in bytes of addresses, as ulimit -v sets it; 0 for any
  unsigned patience = 600;       // seconds, until a program that hangs is ended by an alarm
};

// A program that has been started, in a process group of its own.
class RunningProgram {
 public:
  RunningProgram(const std::string& path, const std::vector<std::string>& arguments,
                 const Surroundings& surroundings);
  // Nothing that a test starts outlives it.
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  Outcome wait();
  // After wait(): whether something that it started lives on.
  [[nodiscard]] bool left_processes() const;

 private:
  TemporaryFolder captured_;
  pid_t pid_ = -1;
  bool ended_ = false;
};

// "run --rounds 5" as words, separated by blanks. There is no quoting.
std::vector<std::string> words_of(const std::string& line);

// The built program with these arguments.
Outcome run_eenet(const std::string& arguments, const Surroundings& surroundings = {});

// Arguments, and what the sentence that refuses them has to say.
struct Refused {
  const char* arguments;
  std::vector<std::string> words;
};

// A test of the command line. The program runs in the folder of the test.
class Cli : public FolderTest {
 protected:
  [[nodiscard]] Surroundings here() const;
  [[nodiscard]] Outcome eenet(const std::string& arguments) const;
  // Runs it, expects success and exactly one JSON document on standard output, and returns that.
  [[nodiscard]] nlohmann::json json_of(const std::string& arguments) const;
  [[nodiscard]] std::vector<std::string> names_in(const std::string& subfolder) const;
  void expect_all_refused(const std::vector<Refused>& table) const;
};

// Expects exit code 2, nothing on standard output, and one line on stderr that holds all the words.
void expect_refusal(const Outcome& outcome, const std::vector<std::string>& words);

}  // namespace eenet::experiments
