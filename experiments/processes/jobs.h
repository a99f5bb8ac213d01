// Work in fixed pieces, each in a forked process of its own. The pieces, not the number of workers,
// decide what is computed: the outcome is the same for any number of jobs. Processes, because some
// libraries we test with keep global state, and because a crash then costs one piece.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "experiments/processes/progress.h"

namespace eenet::experiments {

// A piece counts here how far it is; the parent adds the pieces up for its progress bar.
using PieceCounter = std::atomic<std::uint64_t>;

// Does piece number `piece` and answers with its result, in a process of its own.
using PieceWork = std::function<std::string(std::size_t piece, PieceCounter& done)>;

// The user or the system asked to stop; carries the signal.
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(int signal);
  [[nodiscard]] int signal() const { return signal_; }

 private:
  int signal_;
};

// Does all pieces, at most `jobs` at a time, and answers with their results in order.
//
// A result is a file `piece-<number>` in `folder`, renamed into place when whole. A piece whose
// file is there already is not done again: whoever keeps the folder can be stopped at any time and
// go on. When a piece throws, no further ones are started, and the exception of the lowest such
// piece is thrown here: std::invalid_argument as such; std::runtime_error and a lack of memory as
// std::runtime_error; any other, and a worker that ends in another way, as std::logic_error. SIGINT
// and SIGTERM end all workers and throw Interrupted.
std::vector<std::string> do_pieces(std::size_t pieces, unsigned jobs,
                                   const std::filesystem::path& folder, const PieceWork& work,
                                   Progress& progress);

// The same with a folder of its own, which no signal leaves behind.
std::vector<std::string> do_pieces(std::size_t pieces, unsigned jobs, const PieceWork& work,
                                   Progress& progress);

// As many as the machine has processors.
unsigned default_jobs();

}  // namespace eenet::experiments
