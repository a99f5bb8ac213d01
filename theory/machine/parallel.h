// Pieces of work for several threads. Which thread does which piece is left to chance, so a piece
// must not care: results are the same for any number of threads because pieces do not share any.
#pragma once

#include <cstddef>
#include <functional>

namespace eenet::theory {

// work(0) ... work(pieces - 1), each once, on `threads` threads (this one among them), begun in
// ascending order. When one throws, no more are begun, and the exception of the lowest piece that
// threw is thrown here. Requires threads >= 1.
void do_in_parallel(std::size_t pieces, unsigned threads,
                    const std::function<void(std::size_t piece)>& work);

}  // namespace eenet::theory
