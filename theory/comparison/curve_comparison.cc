#include "theory/comparison/curve_comparison.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <functional>

#include "reference/require.h"
#include "reference/rng.h"
#include "theory/measured/mean.h"
#include "theory/measured/names.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

constexpr double kLargestFactor = 16.0;

std::vector<double> runs_at(const RegretCurves& curves, std::uint64_t round) {
  const auto found = std::ranges::lower_bound(curves.rounds, round);
  const auto row = curves.regret.row(found - curves.rounds.begin());
  return {row.begin(), row.end()};
}

bool has(const RegretCurves& curves, std::uint64_t round) {
  return std::ranges::binary_search(curves.rounds, round);
}

std::vector<std::uint64_t> rounds_to_look_at(const RegretCurves& a, const RegretCurves& b) {
  std::uint64_t last = 0;
  for (const std::uint64_t round : a.rounds) {
    if (has(b, round)) last = round;
  }
  EENET_REQUIRE(last >= 1, "compare_curves: no round is recorded on both sides, expected some");
  std::vector<std::uint64_t> rounds;
  for (const std::uint64_t share : {8U, 4U, 2U, 1U}) {
    const std::uint64_t round = last / share;
    if (round >= 1 && has(a, round) && has(b, round)) rounds.push_back(round);
  }
  return rounds;
}

struct Sample {
  double mean = 0.0;
  double variance_of_mean = 0.0;
  double freedom = 1.0;
};

Sample sample_of(const std::vector<double>& numbers) {
  const auto n = static_cast<double>(numbers.size());
  Sample sample;
  for (const double x : numbers) sample.mean += x / n;
  for (const double x : numbers) {
    sample.variance_of_mean += (x - sample.mean) * (x - sample.mean) / ((n - 1.0) * n);
  }
  sample.freedom = n - 1.0;
  return sample;
}

// B. L. Welch, The generalization of "Student's" problem, Biometrika 34 (1947).
void add_welch(const std::vector<double>& judged, const std::vector<double>& reference,
               double error, CurveLook& look) {
  const Sample a = sample_of(judged);
  const Sample b = sample_of(reference);
  const double difference = a.mean - b.mean;
  const double variance = a.variance_of_mean + b.variance_of_mean;
  if (variance == 0.0) {
    look.difference = Measured::statistical(difference, difference, difference, 1.0 - error);
    look.welch_p_value = difference == 0.0 ? 1.0 : 0.0;
    return;
  }
  // By shares, because squares of variances may vanish.
  const double share_a = a.variance_of_mean / variance;
  const double share_b = b.variance_of_mean / variance;
  const double freedom = 1.0 / (share_a * share_a / a.freedom + share_b * share_b / b.freedom);
  const boost::math::students_t distribution(freedom);
  const double deviation = std::sqrt(variance);
  const double reach = deviation * boost::math::quantile(complement(distribution, error / 2.0));
  look.difference =
      Measured::statistical(difference, difference - reach, difference + reach, 1.0 - error);
  look.welch_p_value =
      2.0 * boost::math::cdf(complement(distribution, std::abs(difference) / deviation));
}

// Whether the most extreme of all dealings is rare enough to reject.
bool can_reject(std::uint64_t judged, std::uint64_t reference, double error) {
  double rarest = 1.0;  // 1 / (judged + reference choose judged)
  for (std::uint64_t i = 1; i <= judged; ++i) {
    rarest *= static_cast<double>(i) / static_cast<double>(reference + i);
  }
  return rarest <= error / 2.0;
}

CurveLook look_at(std::uint64_t round, const RegretCurves& judged, const RegretCurves& reference,
                  double error, bool too_few, const CurveComparisonSettings& settings) {
  const std::vector<double> ours = runs_at(reference, round);
  const std::vector<double> theirs = runs_at(judged, round);
  CurveLook look;
  look.round = round;
  look.judged = student_mean(theirs, 1.0 - error);
  look.reference = student_mean(ours, 1.0 - error);
  look.margin = settings.margin * std::abs(look.reference.value);
  add_welch(theirs, ours, error, look);
  look.ranks = rank_test(theirs, ours, settings.seed);
  if (look.ranks.larger_p_value <= error / 2.0) {
    look.outcome = CurveOutcome::kWorse;
  } else if (look.ranks.smaller_p_value <= error / 2.0) {
    look.outcome = CurveOutcome::kBetter;
  } else if (!too_few && -look.margin <= look.difference.lower &&
             look.difference.upper <= look.margin) {
    look.outcome = CurveOutcome::kAgrees;
  }
  return look;
}

CurveOutcome outcome_of(const std::vector<CurveLook>& looks, std::uint64_t& decided_at) {
  for (auto look = looks.rbegin(); look != looks.rend(); ++look) {
    if (look->outcome != CurveOutcome::kWorse && look->outcome != CurveOutcome::kBetter) continue;
    decided_at = look->round;
    return look->outcome;
  }
  const bool all_agree = std::ranges::all_of(
      looks, [](const CurveLook& look) { return look.outcome == CurveOutcome::kAgrees; });
  if (!all_agree) return CurveOutcome::kUndecided;
  decided_at = looks.back().round;
  return CurveOutcome::kAgrees;
}

// How often the test rejects if the judged runs are the reference's, drawn with replacement, and
// lose `factor` times as much.
double share_noticed(const std::vector<double>& runs, std::uint64_t judged, std::uint64_t reference,
                     double factor, double error, const CurveComparisonSettings& settings) {
  Rng rng(settings.seed, "noticed change");
  std::uint64_t noticed = 0;
  for (std::uint64_t trial = 0; trial < settings.trials; ++trial) {
    const auto draw = [&](std::uint64_t count, double scale) {
      std::vector<double> drawn(count);
      for (double& x : drawn) x = scale * runs[rng.below(runs.size())];
      return drawn;
    };
    const std::vector<double> theirs = draw(judged, factor);
    const RankTest test = approximate_rank_test(theirs, draw(reference, 1.0));
    if ((factor > 1.0 ? test.larger_p_value : test.smaller_p_value) <= error / 2.0) ++noticed;
  }
  return static_cast<double>(noticed) / static_cast<double>(settings.trials);
}

// By halving the logarithm of the factor; none if the largest is not enough.
std::optional<double> smallest_factor(const std::function<bool(double)>& enough, double largest) {
  if (!enough(largest)) return std::nullopt;
  double no = 0.0;
  double yes = std::log(largest);
  for (int step = 0; step < 8; ++step) {
    const double middle = (no + yes) / 2.0;
    (enough(std::exp(middle)) ? yes : no) = middle;
  }
  return std::exp(yes);
}

NoticedChange noticed_change(const RegretCurves& judged, const RegretCurves& reference,
                             std::uint64_t round, double error,
                             const CurveComparisonSettings& settings) {
  const std::vector<double> runs = runs_at(reference, round);
  const auto enough = [&](double factor) {
    return share_noticed(runs, judged.runs(), reference.runs(), factor, error, settings) >=
           settings.power;
  };
  NoticedChange change;
  if (const auto factor = smallest_factor(enough, kLargestFactor)) change.worse = *factor - 1.0;
  if (const auto factor = smallest_factor(enough, 1.0 / kLargestFactor)) {
    change.better = 1.0 - *factor;
  }
  return change;
}

}  // namespace

std::string to_text(CurveOutcome outcome) {
  return name_in({{CurveOutcome::kAgrees, "agrees"},
                  {CurveOutcome::kWorse, "worse"},
                  {CurveOutcome::kBetter, "better"},
                  {CurveOutcome::kUndecided, "not enough evidence"}},
                 outcome);
}

CurveComparison compare_curves(const RegretCurves& judged, const RegretCurves& reference,
                               const CurveComparisonSettings& settings) {
  require_regret(judged);
  require_regret(reference);
  EENET_REQUIRE(judged.may_fall == reference.may_fall,
                "compare_curves: regret of realised rewards beside regret of expected ones, "
                "expected the same kind on both sides");
  EENET_REQUIRE(settings.level > 0.0 && settings.level < 1.0, "compare_curves: level is ",
                settings.level, ", expected between 0 and 1");
  EENET_REQUIRE(settings.margin >= 0.0, "compare_curves: margin is ", settings.margin,
                ", expected at least 0");
  const std::vector<std::uint64_t> rounds = rounds_to_look_at(judged, reference);
  CurveComparison found;
  found.look_level = (1.0 - settings.level) / static_cast<double>(rounds.size());
  found.too_few_runs = !can_reject(judged.runs(), reference.runs(), found.look_level);
  const auto fewer = static_cast<double>(std::min(judged.runs(), reference.runs()));
  found.unseen_share = 1.0 - std::pow(found.look_level / 2.0, 1.0 / fewer);
  for (const std::uint64_t round : rounds) {
    found.looks.push_back(
        look_at(round, judged, reference, found.look_level, found.too_few_runs, settings));
  }
  found.outcome = outcome_of(found.looks, found.decided_at);
  if (settings.trials > 0) {
    found.noticed = noticed_change(judged, reference, rounds.back(), found.look_level, settings);
  }
  return found;
}

}  // namespace eenet::theory
