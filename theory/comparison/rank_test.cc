#include "theory/comparison/rank_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "reference/require.h"
#include "reference/rng.h"

namespace eenet::theory {

namespace {

// Twice the mean ranks of the numbers, which are whole, those of the first sample first.
std::vector<std::uint64_t> doubled_ranks(const std::vector<double>& first,
                                         const std::vector<double>& second) {
  EENET_REQUIRE(!first.empty() && !second.empty(), "rank_test: samples of ", first.size(), " and ",
                second.size(), " numbers, expected at least one each");
  std::vector<double> all = first;
  all.insert(all.end(), second.begin(), second.end());
  EENET_REQUIRE(std::ranges::none_of(all, [](double x) { return std::isnan(x); }),
                "rank_test: a number is NaN, expected numbers that can be ordered");
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&all](std::size_t i) { return all[i]; });
  std::vector<std::uint64_t> ranks(all.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && all[order[end]] == all[order[begin]]) ++end;
    for (std::size_t i = begin; i < end; ++i) ranks[order[i]] = begin + 1 + end;
    begin = end;
  }
  return ranks;
}

std::uint64_t sum_of_first(const std::vector<std::uint64_t>& ranks, std::size_t count) {
  return std::accumulate(ranks.begin(), ranks.begin() + static_cast<std::ptrdiff_t>(count),
                         std::uint64_t{0});
}

// share[k * sums + s]: the probability that the first numbers hold k of the first sample with
// ranks that add up to s. Number by number, as if dealt from a shuffled pack.
RankTest counted(const std::vector<std::uint64_t>& ranks, std::size_t count,
                 std::uint64_t observed) {
  const std::size_t all = ranks.size();
  const std::size_t sums = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0}) + 1;
  std::vector<double> share((count + 1) * sums, 0.0);
  share[0] = 1.0;
  std::size_t reach = 0;  // the largest sum so far
  for (std::size_t i = 0; i < all; ++i) {
    const std::size_t rank = ranks[i];
    for (std::size_t k = std::min(i, count) + 1; k-- > 0;) {
      double* here = &share[k * sums];
      // With k of i numbers dealt, the next goes to the first sample with this probability.
      const double take = static_cast<double>(count - k) / static_cast<double>(all - i);
      const double leave = 1.0 - take;
      if (k < count) {
        double* above = here + sums + rank;
        for (std::size_t s = 0; s <= reach; ++s) above[s] += take * here[s];
      }
      for (std::size_t s = 0; s <= reach; ++s) here[s] *= leave;
    }
    reach += rank;
  }
  const double* last = &share[count * sums];
  RankTest test;
  test.larger_p_value = std::accumulate(last + observed, last + sums, 0.0);
  test.smaller_p_value = std::accumulate(last, last + observed + 1, 0.0);
  return test;
}

RankTest drawn(std::vector<std::uint64_t> ranks, std::size_t count, std::uint64_t observed,
               std::uint64_t seed) {
  Rng rng(seed, "rank test");
  std::uint64_t at_least = 1;
  std::uint64_t at_most = 1;
  for (std::uint64_t dealing = 0; dealing < kDealings; ++dealing) {
    for (std::size_t i = 0; i < count; ++i) {
      std::swap(ranks[i], ranks[i + rng.below(ranks.size() - i)]);
    }
    const std::uint64_t sum = sum_of_first(ranks, count);
    if (sum >= observed) ++at_least;
    if (sum <= observed) ++at_most;
  }
  constexpr auto kAll = static_cast<double>(kDealings + 1);
  return {static_cast<double>(at_least) / kAll, static_cast<double>(at_most) / kAll, false};
}

double normal_tail(double z) {
  return 0.5 * std::erfc(z / std::sqrt(2.0));
}

}  // namespace

RankTest rank_test(const std::vector<double>& first, const std::vector<double>& second,
                   std::uint64_t seed, double most_additions) {
  const std::vector<std::uint64_t> ranks = doubled_ranks(first, second);
  const std::uint64_t observed = sum_of_first(ranks, first.size());
  const auto n = static_cast<double>(ranks.size());
  const double additions = n * static_cast<double>(first.size()) * n * (n + 1.0) / 2.0;
  RankTest test = additions <= most_additions ? counted(ranks, first.size(), observed)
                                              : drawn(ranks, first.size(), observed, seed);
  test.larger_p_value = std::min(test.larger_p_value, 1.0);
  test.smaller_p_value = std::min(test.smaller_p_value, 1.0);
  return test;
}

RankTest approximate_rank_test(const std::vector<double>& first,
                               const std::vector<double>& second) {
  const std::vector<std::uint64_t> ranks = doubled_ranks(first, second);
  const auto n1 = static_cast<double>(first.size());
  const auto n2 = static_cast<double>(second.size());
  const double mean_rank = n1 + n2 + 1.0;  // of doubled ranks
  double squares = 0.0;
  for (const std::uint64_t rank : ranks) {
    squares += (static_cast<double>(rank) - mean_rank) * (static_cast<double>(rank) - mean_rank);
  }
  RankTest test;
  test.exact = false;
  if (squares == 0.0) return test;
  const double deviation = std::sqrt(n1 * n2 * squares / ((n1 + n2) * (n1 + n2 - 1.0)));
  const double excess = static_cast<double>(sum_of_first(ranks, first.size())) - n1 * mean_rank;
  test.larger_p_value = normal_tail((excess - 1.0) / deviation);
  test.smaller_p_value = normal_tail((-excess - 1.0) / deviation);
  return test;
}

}  // namespace eenet::theory
