// The numbers 1, 2, 4, 8, ...: the rounds at which curves are shown.
#pragma once

#include <concepts>
#include <vector>

namespace eenet::theory {

// 1, 2, 4, 8, ... below `last`, and `last` itself. Requires last >= 1.
template <std::integral Count>
std::vector<Count> doublings(Count last) {
  std::vector<Count> all;
  for (Count n = 1; n < last; n *= 2) all.push_back(n);
  all.push_back(last);
  return all;
}

}  // namespace eenet::theory
