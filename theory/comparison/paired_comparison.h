// Two methods on common streams: with the same seed both saw the same arms and rewards, so that
// what a stream makes easy or hard for both drops out of the difference.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "theory/measured/measured.h"

namespace eenet::theory {

enum class PairedOutcome { kLess, kMore, kUndecided };

// "less", "more" or "not enough evidence".
std::string to_text(PairedOutcome outcome);

struct PairedComparison {
  PairedOutcome outcome = PairedOutcome::kUndecided;  // of the first beside the second
  std::uint64_t pairs = 0;
  std::optional<Measured> difference;  // mean of first - second, Student's interval at 1 - error
  double p_value = 1.0;                // of equal means, both directions together
};

// Student's test of the differences, pair by pair: the pairs are the units. No p-value is below
// 2^(1 - pairs), what as many fair coins could show; pairs that all agree would otherwise seem
// surer than so few of them can be. Pairs with a NaN are left out: a run that is not there. With an
// infinite number, a run that failed, or fewer than two pairs nothing is said. Requires as many
// numbers in both, and 0 < error < 1.
PairedComparison compare_paired(const std::vector<double>& first, const std::vector<double>& second,
                                double error);

}  // namespace eenet::theory
