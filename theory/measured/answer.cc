#include "theory/measured/answer.h"

namespace eenet::theory {

std::string to_text(Answer answer) {
  switch (answer) {
    case Answer::kNo:
      return "no";
    case Answer::kYes:
      return "yes";
    default:
      return "unknown";
  }
}

Answer is_below(const Measured& a, const Measured& b) {
  if (a.upper < b.lower) return Answer::kYes;
  return a.lower >= b.upper ? Answer::kNo : Answer::kUnknown;
}

Answer is_at_most(const Measured& a, const Measured& b) {
  if (a.upper <= b.lower) return Answer::kYes;
  return a.lower > b.upper ? Answer::kNo : Answer::kUnknown;
}

}  // namespace eenet::theory
