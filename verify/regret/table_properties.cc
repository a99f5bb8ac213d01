#include "verify/regret/table_properties.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "reference/require.h"
#include "theory/comparison/held_out_choice.h"
#include "theory/comparison/paired_comparison.h"
#include "verify/generators/numbers.h"
#include "verify/properties/regret_statistics.h"
#include "verify/shown.h"

namespace eenet::verify {

namespace {

using Eigen::Index;
using theory::SettingRuns;

// Whole numbers: sums and differences have no rounding.
SettingRuns whole_regrets(Rng& rng, Index settings, Index seeds) {
  SettingRuns regret(settings, seeds);
  for (double& entry : regret.reshaped()) entry = static_cast<double>(rng.below(1000));
  return regret;
}

void reported_seeds_do_not_choose(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "table/choice");
  const auto settings = static_cast<Index>(2 + rng.below(4));
  const auto seeds = static_cast<Index>(2 + rng.below(9));
  SettingRuns regret = whole_regrets(rng, settings, seeds);
  const Index half = seeds / 2;
  findings.require(theory::choosing_seeds(seeds) == half,
                   [&] { return text(theory::choosing_seeds(seeds), " of ", seeds, " choose"); });
  Index best = 0;
  for (Index i = 1; i < settings; ++i) {
    if (regret.row(i).head(half).sum() < regret.row(best).head(half).sum()) best = i;
  }
  for (int turn = 0; turn < 2; ++turn) {
    const theory::HeldOutChoice choice = theory::choose_setting(regret, half);
    findings.require(choice.setting == best && choice.chosen_on == static_cast<std::uint64_t>(half),
                     [&] { return text("setting ", choice.setting.value_or(-1), " of ", best); });
    bool same = choice.reported.size() == static_cast<std::size_t>(seeds - half);
    for (Index i = half; same && i < seeds; ++i) {
      same = choice.reported[static_cast<std::size_t>(i - half)] == regret(best, i);
    }
    findings.require(same, "the regrets reported are those of the seeds that did not choose");
    // Whatever the reporting seeds say, also the opposite, the choice stays.
    regret.rightCols(seeds - half).array() = 1000.0 - regret.rightCols(seeds - half).array();
  }
}

void failed_and_missing_runs_are_told_apart(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "table/failed");
  SettingRuns regret = whole_regrets(rng, 3, 8);
  const auto failing = static_cast<Index>(rng.below(3));
  regret.row(failing).setConstant(-1.0);  // the smallest, were it not for the failure
  regret(failing, static_cast<Index>(rng.below(4))) = std::numeric_limits<double>::infinity();
  const theory::HeldOutChoice choice = theory::choose_setting(regret, 4);
  findings.require(choice.setting && *choice.setting != failing,
                   "a setting with a failed run is not chosen");
  SettingRuns gap = whole_regrets(rng, 2, 4);
  gap.topRows(1).setConstant(500.0);
  gap.bottomRows(1).setConstant(400.0);
  gap(0, 0) = 0.0;  // alone it would win; the other one has no such run
  gap(1, 0) = std::numeric_limits<double>::quiet_NaN();
  const theory::HeldOutChoice common = theory::choose_setting(gap, 2);
  findings.require(common.setting == 1 && common.chosen_on == 1,
                   "settings are compared on the seeds that both have");
}

// What is common to both runs of a pair drops out, to the last bit.
void streams_drop_out_of_pairs(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "table/pairs");
  const std::size_t pairs = 2 + rng.below(20);
  std::vector<double> first(pairs);
  std::vector<double> second(pairs);
  std::vector<double> hard_first(pairs);
  std::vector<double> hard_second(pairs);
  for (std::size_t i = 0; i < pairs; ++i) {
    first[i] = static_cast<double>(rng.below(100));
    second[i] = static_cast<double>(rng.below(100));
    const auto stream = static_cast<double>(rng.below(100'000));
    hard_first[i] = first[i] + stream;
    hard_second[i] = second[i] + stream;
  }
  const auto easy = theory::compare_paired(first, second, 0.05);
  const auto hard = theory::compare_paired(hard_first, hard_second, 0.05);
  findings.require(easy.p_value == hard.p_value && easy.outcome == hard.outcome &&
                       easy.difference->value == hard.difference->value &&
                       easy.difference->lower == hard.difference->lower,
                   [&] {
                     return text("p-value ", shown(easy.p_value), " without and ",
                                 shown(hard.p_value), " with what the streams add to both");
                   });
  const auto turned = theory::compare_paired(second, first, 0.05);
  findings.require(
      turned.p_value == easy.p_value && turned.difference->value == -easy.difference->value,
      "exchanging the two sides exchanges the signs alone");
  findings.require(easy.p_value >= std::exp2(1.0 - static_cast<double>(pairs)),
                   "no p-value is below that of as many coins");
}

// With two pairs Student's distribution is Cauchy's, with three it is algebraic: both have closed
// quantiles and tails. [M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 26.7.3 f.]
void pairs_are_the_units(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "table/units");
  const std::size_t pairs = 2 + rng.below(2);
  std::vector<double> first(pairs);
  const std::vector<double> second(pairs, 0.0);
  for (double& x : first) x = static_cast<double>(1 + rng.below(64)) - 20.0;
  first.back() += 100.0;  // not all alike
  const double error = 0.05 + 0.9 * rng.uniform();
  const double side = error / 2.0;
  const double quantile = pairs == 2 ? 1.0 / std::tan(std::numbers::pi * side)
                                     : (1.0 - 2.0 * side) / std::sqrt(2.0 * side * (1.0 - side));
  const auto n = static_cast<double>(pairs);
  double mean = 0.0;
  for (const double x : first) mean += x / n;
  double squares = 0.0;
  for (const double x : first) squares += (x - mean) * (x - mean);
  const double deviation = std::sqrt(squares / (n - 1.0));
  // n + 3 roundings in the sum, the division and the root; those of the mean move the sum of
  // squares in the second order only.
  const double rounding = (n + 6.0) * 0x1p-53;
  findings.compare(theory::sample_deviation(first), deviation, 2.0 * rounding * deviation,
                   [] { return "standard deviation"; });
  const auto comparison = theory::compare_paired(first, second, error);
  const double reach = deviation / std::sqrt(n) * quantile;
  const double got = comparison.difference->upper - comparison.difference->value;
  // The quantile errs by its probability's error over the density, which is at least the cube of
  // the cosine's share; relative to the quantile itself kBoostError is far above it at these
  // levels.
  const double bound =
      (reach + std::abs(mean)) * (kBoostError + 8.0 * rounding) / std::min(side, 0.5 - side);
  findings.compare(got, reach, bound,
                   [&] { return text("half of the interval of ", pairs, " pairs"); });
  const double t = std::abs(mean) / (deviation / std::sqrt(n));
  const double tail =
      pairs == 2 ? 0.5 - std::atan(t) / std::numbers::pi : 0.5 - t / (2.0 * std::sqrt(2.0 + t * t));
  const double p = std::min(1.0, std::max(2.0 * tail, std::exp2(1.0 - n)));
  findings.compare(comparison.p_value, p, kBoostError + 16.0 * rounding,
                   [&] { return text("p-value of ", pairs, " pairs"); });
}

}  // namespace

std::vector<Property> table_properties() {
  return {{"A setting is chosen on other seeds than those that report it.",
           reported_seeds_do_not_choose},
          {"A setting that fails is not chosen; a run that is not there chooses nothing.",
           failed_and_missing_runs_are_told_apart},
          {"What common streams add to both sides drops out of a paired comparison.",
           streams_drop_out_of_pairs},
          {"Pairs are the units of the interval and of the p-value.", pairs_are_the_units}};
}

}  // namespace eenet::verify
