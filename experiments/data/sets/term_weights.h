// Texts as vectors of weighted words: TF-IDF.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/data/sets/truncated_svd.h"

namespace eenet::experiments {

// Runs of letters and digits of two bytes or more, ASCII letters in lower case. Letters beyond
// ASCII are letters; punctuation beyond ASCII (U+0080 to U+00BF, U+2000 to U+207F) is none.
std::vector<std::string> words_of_text(std::string_view text);

// Texts x words that occur in at least two texts, in the words' alphabetical order. The weight of a
// word is how often it is in the text times log((1 + n) / (1 + texts with it)) + 1, of n texts; a
// row then has norm 1, or is 0.
SparseMatrix term_weights(const std::vector<std::string>& texts);

}  // namespace eenet::experiments
