#include "theory/measured/answer.h"

#include "theory/measured/names.h"

namespace eenet::theory {

std::string to_text(Answer answer) {
  return name_in({{Answer::kNo, "no"}, {Answer::kYes, "yes"}, {Answer::kUnknown, "unknown"}},
                 answer);
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
