// Yes, no, or not known: whether a statement holds for numbers that lie between ends.
#pragma once

#include <string>

#include "theory/measured/measured.h"

namespace eenet::theory {

enum class Answer { kNo, kYes, kUnknown };

// "no", "yes" or "unknown".
std::string to_text(Answer answer);

// Whether a < b, and whether a <= b: known only if it is the same for all numbers between the ends.
Answer is_below(const Measured& a, const Measured& b);
Answer is_at_most(const Measured& a, const Measured& b);

}  // namespace eenet::theory
