// Pieces of work for several threads. Any thread may do any piece, and pieces share no results, so
// the results are the same for any number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace eenet::theory {

// Calls work(0) ... work(pieces - 1), each once, on `threads` threads including this one (fewer
// where the system gives no more), started in ascending order. When one throws, no more are
// started, and the exception of the lowest piece that threw is thrown here. Requires threads >= 1.
void do_in_parallel(std::size_t pieces, unsigned threads,
                    const std::function<void(std::size_t piece)>& work);

}  // namespace eenet::theory
