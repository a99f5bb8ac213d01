#include "verify/regret/comparison_properties.h"

#include <bit>

#include "reference/require.h"
#include "theory/comparison/curve_comparison.h"
#include "verify/generators/numbers.h"

namespace eenet::verify {

namespace {

using Eigen::Index;
using theory::CurveOutcome;

// Sums over counts of pairs, way by way: the definition of the test without ranks.
struct AllWays {
  double larger = 0.0;
  double smaller = 0.0;
};

AllWays by_all_ways(const std::vector<double>& all, std::size_t first) {
  const auto pairs_won = [&all](std::uint32_t chosen) {
    double won = 0.0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < all.size(); ++j) {
        if ((chosen >> i & 1U) == 0 || (chosen >> j & 1U) != 0) continue;
        if (all[i] >= all[j]) won += all[i] > all[j] ? 1.0 : 0.5;
      }
    }
    return won;
  };
  const double observed = pairs_won((1U << first) - 1U);
  AllWays ways;
  double count = 0.0;
  for (std::uint32_t chosen = 0; chosen < 1U << all.size(); ++chosen) {
    if (std::popcount(chosen) != static_cast<int>(first)) continue;
    count += 1.0;
    if (pairs_won(chosen) >= observed) ways.larger += 1.0;
    if (pairs_won(chosen) <= observed) ways.smaller += 1.0;
  }
  return {ways.larger / count, ways.smaller / count};
}

void p_values_are_shares(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "comparison/ranks");
  const std::size_t first = 1 + rng.below(4);
  const std::size_t second = 1 + rng.below(4);
  std::vector<double> all(first + second);
  for (double& x : all) x = static_cast<double>(rng.below(6));
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(first);
  const theory::RankTest test = theory::rank_test({all.begin(), middle}, {middle, all.end()});
  const AllWays expected = by_all_ways(all, first);
  // Of at most 8 numbers, each share is a sum of products of 8 quotients, and adding 2^8 of them.
  constexpr double kBound = (8.0 * 3.0 + 256.0) * 0x1p-53 * 2.0;
  findings.compare(test.larger_p_value, expected.larger, kBound,
                   [] { return "p-value of being larger"; });
  findings.compare(test.smaller_p_value, expected.smaller, kBound,
                   [] { return "p-value of being smaller"; });
}

theory::RegretCurves lines(Rng& rng, std::uint64_t runs) {
  theory::RegretCurves curves;
  for (std::uint64_t t = 1; t <= 16; ++t) curves.rounds.push_back(t);
  curves.regret.resize(16, static_cast<Index>(runs));
  for (Index run = 0; run < curves.regret.cols(); ++run) {
    const double rate = 1.0 + 0.25 * rng.uniform();
    for (Index i = 0; i < 16; ++i) curves.regret(i, run) = rate * static_cast<double>(i + 1);
  }
  return curves;
}

// With ten runs on each side, losing twice as much in every run is the rarest way of all.
void outcomes_have_their_direction(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "comparison/direction");
  const theory::RegretCurves curves = lines(rng, 10);
  theory::RegretCurves twice = curves;
  twice.regret *= 2.0;
  theory::CurveComparisonSettings settings;
  settings.seed = one.seed;
  settings.trials = 0;
  const auto outcome = [&](const theory::RegretCurves& a, const theory::RegretCurves& b) {
    return theory::compare_curves(a, b, settings).outcome;
  };
  findings.require(outcome(twice, curves) == CurveOutcome::kWorse, "twice the regret is not worse");
  findings.require(outcome(curves, twice) == CurveOutcome::kBetter,
                   "half the regret is not better");
}

void agreement_is_within_the_margin(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "comparison/margin");
  const theory::RegretCurves judged = lines(rng, 10 + rng.below(10));
  const theory::RegretCurves reference = lines(rng, 10 + rng.below(10));
  theory::CurveComparisonSettings settings;
  settings.margin = 0.3 * rng.uniform();
  settings.trials = 0;
  const theory::CurveComparison found = theory::compare_curves(judged, reference, settings);
  bool within = true;
  bool noticed = false;
  for (const theory::CurveLook& look : found.looks) {
    const double least = settings.margin * look.reference.value;
    within = within && -least <= look.difference.lower && look.difference.upper <= least;
    const double share = (1.0 - settings.level) / static_cast<double>(found.looks.size()) / 2.0;
    noticed = noticed || look.ranks.larger_p_value <= share || look.ranks.smaller_p_value <= share;
  }
  const bool agrees = found.outcome == CurveOutcome::kAgrees;
  findings.require(agrees == (within && !noticed), [&] {
    return text("the outcome is ", theory::to_text(found.outcome), " with the interval ",
                within ? "within" : "beyond", " the margin");
  });
}

}  // namespace

std::vector<Property> curve_comparison_properties() {
  return {{"The p-values of the rank test are shares of all ways to deal the numbers.",
           p_values_are_shares},
          {"Twice the regret is worse, half of it is better.", outcomes_have_their_direction},
          {"Curves agree exactly where they are not told apart and the interval of the difference "
           "lies within the margin.",
           agreement_is_within_the_margin}};
}

}  // namespace eenet::verify
