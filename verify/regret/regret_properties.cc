#include "verify/regret/regret_properties.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "reference/require.h"
#include "theory/regret/kinds_of_run.h"
#include "theory/regret/promised_bound.h"
#include "theory/regret/regret_growth.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"

namespace eenet::verify {

namespace {

using Eigen::Index;
using theory::Answer;
using theory::KindOfRun;
using theory::RegretCurves;

// ---- Bounds -------------------------------------------------------------------------------------

// Runs of whole numbers, so that ties occur, over 8 to 40 rounds.
RegretCurves whole_curves(const Case& one, std::uint64_t runs) {
  Rng rng = case_rng(one, "curves");
  const std::uint64_t rounds = 8 + rng.below(33);
  RegretCurves curves;
  curves.regret.resize(static_cast<Index>(rounds), static_cast<Index>(runs));
  for (std::uint64_t t = 1; t <= rounds; ++t) curves.rounds.push_back(t);
  for (Index run = 0; run < curves.regret.cols(); ++run) {
    double sum = 0.0;
    for (Index i = 0; i < curves.regret.rows(); ++i) {
      sum += static_cast<double>(rng.below(4));
      curves.regret(i, run) = sum;
    }
  }
  return curves;
}

// Only some of the rounds, the last among them.
RegretCurves thinned(const RegretCurves& all, Rng& rng) {
  RegretCurves some;
  std::vector<Index> kept;
  for (Index i = 0; i < all.regret.rows(); ++i) {
    if (i + 1 < all.regret.rows() && rng.below(2) == 0) continue;
    kept.push_back(i);
    some.rounds.push_back(all.rounds[static_cast<std::size_t>(i)]);
  }
  some.regret = all.regret(kept, Eigen::all);
  return some;
}

void bounds_are_held_in_every_round(const Case& one, Findings& findings) {
  const RegretCurves all = whole_curves(one, 2);
  Rng rng = case_rng(one, "bound");
  std::vector<double> values;
  double value = static_cast<double>(rng.below(8));
  for (std::uint64_t t = 1; t <= all.last_round(); ++t) {
    value += static_cast<double>(rng.below(5)) - (rng.below(8) == 0 ? 3.0 : 0.0);
    values.push_back(value);
  }
  const theory::PromisedBound bound = theory::bound_of_numbers("numbers", values);
  std::uint64_t first = 0;  // by a plain loop over all rounds
  for (std::uint64_t t = all.last_round(); t >= 1; --t) {
    if (all.regret(static_cast<Index>(t - 1), 1) > values[t - 1]) first = t;
  }
  const theory::RunAgainstBound whole = theory::hold_against(all, 1, bound);
  findings.require(
      whole.kept == (first == 0 ? Answer::kYes : Answer::kNo) && whole.first_violation == first,
      [&] {
        return text("with all rounds the first violation is in round ", whole.first_violation,
                    ", expected ", first);
      });
  const theory::RunAgainstBound part = theory::hold_against(thinned(all, rng), 1, bound);
  findings.require(part.kept == Answer::kUnknown || (part.kept == Answer::kNo) == (first != 0),
                   [&] {
                     return text("with some rounds the bound is kept: ", theory::to_text(part.kept),
                                 ", but the first violation is in round ", first);
                   });
}

// Between two recorded rounds regret is not above the next recorded one: where that is not above
// the smallest of the bound, nothing is left open.
void recorded_rounds_decide_what_they_can(const Case& one, Findings& findings) {
  const RegretCurves all = whole_curves(one, 2);
  Rng rng = case_rng(one, "thinned");
  const RegretCurves some = thinned(all, rng);
  std::vector<double> values(all.last_round());
  double next = 0.0;  // the regret at the next recorded round, going backwards
  for (std::uint64_t t = all.last_round(); t >= 1; --t) {
    if (std::ranges::count(some.rounds, t) > 0) next = all.regret(static_cast<Index>(t - 1), 0);
    values[t - 1] = next;
  }
  const theory::PromisedBound bound = theory::bound_of_numbers("next", values);
  findings.require(theory::hold_against(some, 0, bound).kept == Answer::kYes,
                   [] { return "a bound at the next recorded regret is not seen to be kept"; });
}

// ---- Kinds --------------------------------------------------------------------------------------

// Runs that lose at a rate of their own in every round; the rates are in up to four heaps.
RegretCurves heaps(const Case& one) {
  Rng rng = case_rng(one, "heaps");
  const std::uint64_t runs = 2 + rng.below(28);
  const std::uint64_t centres = 1 + rng.below(4);
  const double width = rng.below(3) == 0 ? 0.0 : 2.0 * rng.uniform();
  constexpr Index kRounds = 16;
  RegretCurves curves;
  curves.regret.resize(kRounds, static_cast<Index>(runs));
  for (Index t = 1; t <= kRounds; ++t) curves.rounds.push_back(static_cast<std::uint64_t>(t));
  for (Index run = 0; run < curves.regret.cols(); ++run) {
    const double rate = static_cast<double>(rng.below(centres)) + width * rng.uniform();
    for (Index t = 1; t <= kRounds; ++t) {
      curves.regret(t - 1, run) = rate * static_cast<double>(t);
    }
  }
  return curves;
}

// Whether the ordered rates may be cut before each of `cuts`, in increasing order: every gap there
// is wider than every kind and than `least`.
bool may_be_cut(const std::vector<double>& rates, std::vector<std::size_t> cuts, double least) {
  cuts.push_back(rates.size());
  double narrowest = 1e300;
  double widest = 0.0;
  std::size_t first = 0;
  for (const std::size_t cut : cuts) {
    widest = std::max(widest, rates[cut - 1] - rates[first]);
    if (cut < rates.size()) narrowest = std::min(narrowest, rates[cut] - rates[cut - 1]);
    first = cut;
  }
  return narrowest > widest && narrowest > least;
}

// The rule by its words: of all ways to cut at up to three places, the one with the most cuts.
std::vector<std::size_t> cuts_by_trying(const std::vector<double>& rates, double least) {
  const std::size_t n = rates.size();
  std::vector<std::size_t> best;
  const auto try_it = [&](const std::vector<std::size_t>& cuts) {
    if (cuts.size() > best.size() && may_be_cut(rates, cuts, least)) best = cuts;
  };
  for (std::size_t i = 1; i < n; ++i) {
    try_it({i});
    for (std::size_t j = i + 1; j < n; ++j) {
      try_it({i, j});
      for (std::size_t k = j + 1; k < n; ++k) try_it({i, j, k});
    }
  }
  return best;
}

void kinds_are_cut_as_the_rule_says(const Case& one, Findings& findings) {
  const RegretCurves curves = heaps(one);
  std::vector<double> rates;
  for (Index run = 0; run < curves.regret.cols(); ++run) {
    rates.push_back((curves.regret(15, run) - curves.regret(7, run)) / 8.0);
  }
  std::ranges::sort(rates);
  const double range = rates.back() - rates.front();
  // P(a gap of share x) <= (n - 1) (1 - x)^(n - 2) = 1/100, solved by halving.
  const auto n = static_cast<double>(rates.size());
  double x = 0.0;
  for (double step = 0.5; step > 0x1p-60; step /= 2.0) {
    if ((n - 1.0) * std::pow(1.0 - x - step, n - 2.0) >= 0.01) x += step;
  }
  // Gaps within the rounding of that number, or of sums, may fall on either side.
  const double near = 0x1p-30 * (range + 1.0);
  for (std::size_t i = 1; i < rates.size(); ++i) {
    if (std::abs(rates[i] - rates[i - 1] - x * range) <= near) return;
  }
  const std::vector<std::size_t> cuts =
      cuts_by_trying(rates, std::max(n < 3.0 ? range : x * range, near));
  const std::vector<KindOfRun> kinds = theory::kinds_of_run(curves);
  findings.require(kinds.size() == cuts.size() + 1, [&] {
    return text(kinds.size(), " kinds of ", rates.size(), " runs, expected ", cuts.size() + 1);
  });
  std::size_t before = 0;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const KindOfRun& kind = kinds[i];
    before += kind.members.size();
    const bool here = i < cuts.size() ? cuts[i] == before : before == rates.size();
    findings.require(here, [&] { return text("kind ", i, " ends before run ", before); });
    double sum = 0.0;
    for (const std::uint64_t run : kind.members) sum += curves.regret(15, static_cast<Index>(run));
    const double mean = sum / static_cast<double>(kind.members.size());
    findings.compare(kind.mean_final_regret, mean, n * 0x1p-50 * mean, [&] {
      return text("kind ", i, " ends at a mean of ", shown(kind.mean_final_regret), ", expected ",
                  shown(mean));
    });
  }
}

void steady_runs_lose_the_same_in_every_round(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "steady");
  constexpr Index kRounds = 32;
  constexpr Index kRuns = 4;
  RegretCurves curves;
  curves.regret.resize(kRounds, kRuns);
  for (Index t = 1; t <= kRounds; ++t) curves.rounds.push_back(static_cast<std::uint64_t>(t));
  const auto rate = static_cast<double>(rng.below(3));  // all the same in the end: one kind
  std::uint64_t after = 0;
  for (Index run = 0; run < kRuns; ++run) {
    const std::uint64_t until = rng.below(21);
    double sum = 0.0;
    for (Index t = 1; t <= kRounds; ++t) {
      const bool early = static_cast<std::uint64_t>(t) <= until;
      const double lost = early ? static_cast<double>(rng.below(3)) : rate;
      if (lost != rate) after = std::max(after, static_cast<std::uint64_t>(t));
      sum += lost;
      curves.regret(t - 1, run) = sum;
    }
  }
  std::optional<std::uint64_t> expected = after;
  if (after > kRounds / 2) expected.reset();
  const std::vector<KindOfRun> kinds = theory::kinds_of_run(curves);
  if (kinds.size() != 1) return;  // a late change makes rates of (T/2, T] differ
  const auto in_words = [](const std::optional<std::uint64_t>& round) {
    return round ? text("after round ", *round) : std::string("nowhere");
  };
  findings.require(kinds[0].steady_after == expected, [&] {
    return text("steady ", in_words(kinds[0].steady_after), ", expected ", in_words(expected));
  });
}

// ---- Power --------------------------------------------------------------------------------------

// P(T > t) of Student's T with its mean moved by `shift` standard errors: over the distribution of
// the standard error that the test uses. The trapezoidal rule on a smooth function that vanishes at
// both ends gains digits faster than any power of the step.
double moved_student_tail(double t, double shift, double degrees) {
  constexpr int kSteps = 240;
  const double spread = 1.0 / std::sqrt(2.0 * degrees);  // of u = S / sigma, nearly
  const double from = std::max(0.0, 1.0 - 12.0 * spread);
  const double width = (1.0 + 12.0 * spread - from) / kSteps;
  double weights = 0.0;
  double sum = 0.0;
  for (int i = 0; i <= kSteps; ++i) {
    const double u = from + width * i;
    const double exponent = (degrees - 1.0) * std::log(u) - degrees * (u * u - 1.0) / 2.0;
    const double weight = u > 0.0 ? std::exp(exponent) : 0.0;
    weights += weight;
    sum += weight * 0.5 * std::erfc((t * u - shift) / std::sqrt(2.0));
  }
  return sum / weights;
}

void power_is_that_of_students_test(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "power");
  const auto seeds = static_cast<std::size_t>(8 + rng.below(20));
  const double noise = 0.05 + rng.uniform();
  std::vector<theory::RegretAtDoublings> runs;
  std::vector<double> differences;
  const double boundary = std::exp2(-0.25);
  double lost = 0.0;
  double mean = 0.0;
  for (std::size_t i = 0; i < seeds; ++i) {
    theory::RegretAtDoublings run;
    run.quarter = rng.uniform();
    run.half = run.quarter + 1.0 + noise * rng.uniform();
    run.full = run.half + 2.0 + noise * rng.uniform();
    runs.push_back(run);
    lost += (run.full - run.quarter) / static_cast<double>(seeds);
    differences.push_back(run.full - run.half - boundary * 2.0 * (run.half - run.quarter));
    mean += differences.back() / static_cast<double>(seeds);
  }
  double squares = 0.0;
  for (const double difference : differences) {
    squares += (difference - mean) * (difference - mean);
  }
  const auto n = static_cast<double>(seeds);
  const double error = std::sqrt(squares / (n - 1.0) / n);
  // A line loses a third of it in (T/4, T/2] and two thirds in (T/2, T]; a square root sqrt(2) - 1
  // and 2 - sqrt(2) of it.
  const double of_line = lost * 2.0 / 3.0 * (1.0 - boundary) / error;
  const double root = std::sqrt(2.0);
  const double of_root = lost * (2.0 * boundary * (root - 1.0) - (2.0 - root)) / error;
  // The quantile with a tail of 1/200, by halving.
  double t = 0.0;
  for (double step = 8.0; step > 0x1p-45; step /= 2.0) {
    if (moved_student_tail(t + step, 0.0, n - 1.0) >= 0.005) t += step;
  }
  const auto power = theory::judge_growth(runs).power;
  // What twelve spreads leave out of the standard error's distribution at 7 degrees is below 1e-7.
  constexpr double kLeftOut = 1e-6;
  const double line = std::max(moved_student_tail(t, of_line, n - 1.0) - 0.005, 0.0);
  const double square_root = moved_student_tail(t, of_root, n - 1.0);
  findings.require(power.has_value(), [] { return "no power is reported"; });
  if (!power) return;
  findings.compare(power->line, line, kLeftOut, [&] {
    return text("power of a line ", shown(power->line), ", expected ", shown(line), " from ", seeds,
                " seeds");
  });
  findings.compare(power->square_root, square_root, kLeftOut, [&] {
    return text("power of a square root ", shown(power->square_root), ", expected ",
                shown(square_root), " from ", seeds, " seeds");
  });
}

}  // namespace

std::vector<Property> regret_check_properties() {
  return {
      {"A run is held against a bound in every round.", bounds_are_held_in_every_round},
      {"A recorded regret stands for the rounds before it.", recorded_rounds_decide_what_they_can},
      {"Kinds of run are cut as the rule says.", kinds_are_cut_as_the_rule_says},
      {"A steady kind of run loses the same in every round.",
       steady_runs_lose_the_same_in_every_round},
      {"Power is that of Student's test.", power_is_that_of_students_test}};
}

}  // namespace eenet::verify
