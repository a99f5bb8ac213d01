#include "theory/regret/kinds_of_run.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "reference/require.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

constexpr std::size_t kMostCuts = 3;
constexpr double kRarity = 0.01;

struct RankedRun {
  double rate = 0.0;
  std::uint64_t run = 0;
};

std::vector<RankedRun> ranked_by_rate(const RegretCurves& curves, const DoublingRounds& at) {
  const auto from = static_cast<double>(curves.rounds[static_cast<std::size_t>(at.half)]);
  const auto to = static_cast<double>(curves.rounds[static_cast<std::size_t>(at.full)]);
  std::vector<RankedRun> ranked;
  for (Index run = 0; run < curves.regret.cols(); ++run) {
    const double lost = curves.regret(at.full, run) - curves.regret(at.half, run);
    ranked.push_back({lost / (to - from), static_cast<std::uint64_t>(run)});
  }
  std::ranges::stable_sort(ranked, {}, &RankedRun::rate);
  return ranked;
}

// Cut i lies before the ranked run i.
double gap_before(const std::vector<RankedRun>& ranked, std::size_t i) {
  return ranked[i].rate - ranked[i - 1].rate;
}

double widest_kind(const std::vector<RankedRun>& ranked, const std::vector<std::size_t>& cuts) {
  double widest = 0.0;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const std::size_t end = i < cuts.size() ? cuts[i] : ranked.size();
    widest = std::max(widest, ranked[end - 1].rate - ranked[first].rate);
    first = end;
  }
  return widest;
}

// Where to cut, in increasing order.
std::vector<std::size_t> cuts_of(const std::vector<RankedRun>& ranked, double indistinguishable) {
  const double range = ranked.back().rate - ranked.front().rate;
  if (!(range > indistinguishable)) return {};
  std::vector<std::size_t> by_gap(ranked.size() - 1);
  std::iota(by_gap.begin(), by_gap.end(), std::size_t{1});
  std::ranges::stable_sort(by_gap, std::ranges::greater{},
                           [&](std::size_t i) { return gap_before(ranked, i); });
  const double least = std::max(unusual_gap(ranked.size()) * range, indistinguishable);
  for (std::size_t count = std::min(kMostCuts, by_gap.size()); count > 0; --count) {
    std::vector<std::size_t> cuts(by_gap.begin(), by_gap.begin() + static_cast<Index>(count));
    const double narrowest = gap_before(ranked, cuts.back());
    std::ranges::sort(cuts);
    if (narrowest > least && narrowest > widest_kind(ranked, cuts)) return cuts;
  }
  return {};
}

// The index of the recorded round after which one run loses the same in every round.
Index steady_from(const RegretCurves& curves, Index run) {
  Index last = curves.regret.rows() - 1;
  const auto round = [&](Index i) {
    return static_cast<double>(curves.rounds[static_cast<std::size_t>(i)]);
  };
  const auto column = curves.regret.col(run);
  const double final = column[last];
  const Index middle = last / 2;
  const double rate = (final - column[middle]) / (round(last) - round(middle));
  // Of the regrets at both ends of a stretch, and of the two that the rate is from. Adding nothing
  // rounds nothing. Where rounding is as large as the loss of a round, nothing can be told.
  const double rounding =
      rate == 0.0 ? 0.0 : 4.0 * sum_rounding(curves, column.cwiseAbs().maxCoeff());
  if (rounding > 0.0 && !(rounding < std::abs(rate))) return last;
  while (last > 0) {
    const double expected = rate * (round(last) - round(last - 1));
    if (!(std::abs(column[last] - column[last - 1] - expected) <= rounding)) break;
    --last;
  }
  return last;
}

// The round after which all runs of a kind are steady; 0 if they always were.
std::optional<std::uint64_t> steady_after(const RegretCurves& curves,
                                          const std::vector<std::uint64_t>& members) {
  std::uint64_t after = 0;
  for (const std::uint64_t member : members) {
    const auto run = static_cast<Index>(member);
    const Index from = steady_from(curves, run);
    const auto first = static_cast<double>(curves.rounds.front());
    const auto last = static_cast<double>(curves.last_round());
    const double final = curves.regret(curves.regret.rows() - 1, run);
    const double rounding = 4.0 * sum_rounding(curves, std::abs(final));
    // Steady from the first recorded round on is steady from the start if that round fits too.
    const bool always =
        from == 0 && std::abs(curves.regret(0, run) - final * first / last) <= rounding;
    if (!always) after = std::max(after, curves.rounds[static_cast<std::size_t>(from)]);
  }
  if (2 * after > curves.last_round()) return std::nullopt;
  return after;
}

Measured exponent_of_kind(const RegretCurves& kind, const GrowthSettings& settings) {
  std::vector<RegretAtDoublings> runs = at_doublings(kind);
  if (runs.size() == 1) {  // one run has no spread, and its interval is the whole line
    runs.push_back(runs.front());
    const Measured value = judge_growth(runs, settings).exponent;
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return Measured::estimate(value.value, -kInfinity, kInfinity);
  }
  const Measured exponent = judge_growth(runs, settings).exponent;
  return Measured::estimate(exponent.value, exponent.lower, exponent.upper);
}

}  // namespace

double unusual_gap(std::uint64_t numbers) {
  if (numbers < 3) return 1.0;
  const auto n = static_cast<double>(numbers);
  return 1.0 - std::pow(kRarity / (n - 1.0), 1.0 / (n - 2.0));
}

std::vector<KindOfRun> kinds_of_run(const RegretCurves& curves, const GrowthSettings& given) {
  GrowthSettings settings = given;
  settings.may_fall = settings.may_fall || curves.may_fall;
  const DoublingRounds at = doubling_rounds_in(curves.rounds);
  const std::vector<RankedRun> ranked = ranked_by_rate(curves, at);
  const auto half = static_cast<double>(curves.rounds[static_cast<std::size_t>(at.half)]);
  const double largest = curves.regret.row(at.full).cwiseAbs().maxCoeff();
  // A rate is the difference of two sums over as many rounds as the first half has.
  const double indistinguishable = 4.0 * sum_rounding(curves, largest) / half;
  std::vector<std::size_t> cuts = cuts_of(ranked, indistinguishable);
  cuts.push_back(ranked.size());
  std::vector<KindOfRun> kinds;
  std::size_t first = 0;
  for (const std::size_t end : cuts) {
    KindOfRun kind;
    for (std::size_t i = first; i < end; ++i) kind.members.push_back(ranked[i].run);
    kind.lowest_rate = ranked[first].rate;
    kind.highest_rate = ranked[end - 1].rate;
    std::ranges::sort(kind.members);
    const RegretCurves runs = only_runs(curves, kind.members);
    kind.mean_final_regret = mean_regret(runs, runs.regret.rows() - 1);
    kind.exponent = exponent_of_kind(runs, settings);
    kind.steady_after = steady_after(curves, kind.members);
    kinds.push_back(kind);
    first = end;
  }
  return kinds;
}

GrowthAndKinds judge_growth_and_kinds(const RegretCurves& curves, const GrowthSettings& settings) {
  GrowthAndKinds judged;
  judged.growth = judge_growth(at_doublings(curves), settings);
  judged.kinds = kinds_of_run(curves, settings);
  if (judged.kinds.size() == 1 || judged.growth.growth != Growth::kSublinear) return judged;
  for (const KindOfRun& kind : judged.kinds) {
    if (!(kind.exponent.value > settings.threshold)) continue;
    judged.growth.growth = Growth::kUndecided;
    judged.growth.exponent.upper = std::max(judged.growth.exponent.upper, kind.exponent.value);
  }
  return judged;
}

}  // namespace eenet::theory
