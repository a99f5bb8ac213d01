// Are the numbers of one sample larger than those of another? The rank test of Wilcoxon, Mann and
// Whitney as a permutation test: if both samples come from one distribution, whatever it is, every
// way of dealing the numbers to the samples is as probable, and the p-value is a share of them.
// Nothing is taken as normal, ties and heaps included.
#pragma once

#include <cstdint>
#include <vector>

namespace eenet::theory {

struct RankTest {
  double larger_p_value = 1.0;   // of "the first sample is not larger"
  double smaller_p_value = 1.0;  // of "the first sample is not smaller"
  bool exact = true;             // all ways were counted; otherwise kDealings of them were drawn
};

// A p-value of drawn ways is (1 + those at least as extreme) / (1 + all drawn): it is below x with
// probability at most x, as an exact one is.
inline constexpr std::uint64_t kDealings = 100'000;

// Ties have the mean of their ranks. All ways are counted if that takes at most so many additions;
// `seed` decides the ways that are drawn otherwise. Requires a number in each sample, none NaN.
RankTest rank_test(const std::vector<double>& first, const std::vector<double>& second,
                   std::uint64_t seed = 1, double most_additions = 2e8);

// The same two p-values by the normal approximation with ties and half a step of continuity: for
// estimates of power only.
RankTest approximate_rank_test(const std::vector<double>& first, const std::vector<double>& second);

}  // namespace eenet::theory
