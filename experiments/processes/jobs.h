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

// Each piece counts its own progress; the parent adds the counts up for its progress bar.
using PieceCounter = std::atomic<std::uint64_t>;

// Does piece number `piece` in a process of its own and returns its result.
using PieceWork = std::function<std::string(std::size_t piece, PieceCounter& done)>;

// The user or the system asked to stop; carries the signal.
class Interrupted : public std::runtime_error {
 public:
  explicit Interrupted(int signal);
  [[nodiscard]] int signal() const { return signal_; }

 private:
  int signal_;
};

// Does all pieces, at most `jobs` at a time, and returns their results in order.
//
// A result is a file `piece-<number>` in `folder`, renamed into place when complete. A piece
// whose file exists is not done again, so that a stopped run whose folder is kept can continue.
// When a piece throws, no further pieces are started, and the exception of the lowest such piece is
// thrown here: std::invalid_argument as such; std::runtime_error and a lack of memory as
// std::runtime_error; any other, and a worker that ends in another way, as std::logic_error. SIGINT
// and SIGTERM end all workers and throw Interrupted. Workers never outlive this process.
std::vector<std::string> do_pieces(std::size_t pieces, unsigned jobs,
                                   const std::filesystem::path& folder, const PieceWork& work,
                                   Progress& progress);

// The same in a temporary folder, which is removed after a signal too.
std::vector<std::string> do_pieces(std::size_t pieces, unsigned jobs, const PieceWork& work,
                                   Progress& progress);

// The same, of results that need not be kept together: each goes to `on_result`, in this process,
// as soon as its piece is done, in no particular order, and is then forgotten.
using OnResult = std::function<void(std::size_t piece, const std::string& result)>;
void do_each_piece(std::size_t pieces, unsigned jobs, const PieceWork& work,
                   const OnResult& on_result, Progress& progress);

// As many as the machine has processors.
unsigned default_jobs();

}  // namespace eenet::experiments
