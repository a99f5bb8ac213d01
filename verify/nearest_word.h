// "Did you mean ...?": the word that somebody who mistyped probably had in mind.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace eenet::verify {

// The fewest single edits that turn one word into the other: a character inserted, removed or
// replaced, or two neighbours exchanged. Case does not count.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The candidate with the smallest distance, the first of several. Nothing if more than a third
// of the characters would have to change: that is another word, not a mistyped one.
std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& candidates);

// " (did you mean 'spectrum'?)", or nothing.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

// Ascii letters in lower case.
std::string lower_case(std::string_view word);

}  // namespace eenet::verify
