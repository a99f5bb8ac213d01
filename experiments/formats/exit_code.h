// What the program's exit codes mean to scripts.
#pragma once

namespace eenet::experiments {

enum ExitCode : int {
  kDone = 0,
  kCheckFailed = 1,  // a check of our code failed, or a judged thing differs
  kBadInput = 2,     // wrong command line or input
  kInternalError = 3,
  kInconclusive = 4,  // with --strict only
  kInterrupted = 130  // Ctrl-C
};

}  // namespace eenet::experiments
