// How far the answers to the question `round` may be off, in one arithmetic.
#pragma once

#include <vector>

#include "verify/oracle/vectors/round_answer.h"

namespace eenet::verify::oracle {

struct RoundBounds {
  Numbers f1;
  Numbers f2;
  std::vector<Numbers> phi;
  Numbers scores;
  double label = 0.0;
  Numbers theta1;
  Numbers theta2;
  bool certain = true;
};
RoundBounds round_bounds(const RoundSettings& settings, const RoundState& state,
                         const Judged& judged);

}  // namespace eenet::verify::oracle
