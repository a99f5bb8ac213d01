#include "verify/properties/regret_statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reference/require.h"
#include "theory/regret/regret_growth.h"
#include "theory/regret/violations.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"

namespace eenet::verify {

namespace {

using theory::Answer;
using theory::Measured;

// P(X >= count) of a binomial X, term by term; no term is subtracted.
long double binomial_tail(std::uint64_t count, std::uint64_t trials, long double p) {
  long double sum = 0.0L;
  for (std::uint64_t k = count; k <= trials; ++k) {
    long double term = 1.0L;
    for (std::uint64_t i = 1; i <= k; ++i) {
      term *= p * static_cast<long double>(trials - k + i) / static_cast<long double>(i);
    }
    for (std::uint64_t i = k; i < trials; ++i) term *= 1.0L - p;
    sum += term;
  }
  return sum;
}

void probability_ends_where_the_tails_are(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "events");
  const std::uint64_t trials = 1 + rng.below(60);
  const std::uint64_t count = rng.below(trials + 1);
  const double level = 1.0 - std::pow(10.0, -4.0 + 3.6 * rng.uniform());
  const double tail = (1.0 - level) / 2.0;
  const Measured p = theory::event_probability(count, trials, level);
  // The quantile's error times the density of the tail, at most n, is what the tail can miss.
  const double bound = kBoostError * static_cast<double>(trials + 1);
  if (count == 0) {
    findings.require(p.lower == 0.0, [&] { return text("lower end is ", shown(p.lower)); });
  } else {
    const auto got = static_cast<double>(binomial_tail(count, trials, p.lower));
    findings.compare(got, tail, bound, [&] {
      return text("of ", count, " in ", trials, ", the tail at the lower end is ", shown(got),
                  ", expected ", shown(tail));
    });
  }
  if (count == trials) {
    findings.require(p.upper == 1.0, [&] { return text("upper end is ", shown(p.upper)); });
  } else {
    const auto got = static_cast<double>(
        binomial_tail(trials - count, trials, 1.0L - static_cast<long double>(p.upper)));
    findings.compare(got, tail, bound, [&] {
      return text("of ", count, " in ", trials, ", the tail at the upper end is ", shown(got),
                  ", expected ", shown(tail));
    });
  }
  const double delta = 0.01 + 0.98 * rng.uniform();
  const auto expected = static_cast<double>(binomial_tail(count, trials, delta));
  const double got = theory::excess_p_value(count, trials, delta);
  findings.compare(got, expected, kBoostError, [&] {
    return text("p-value of ", count, " in ", trials, " at ", shown(delta), " is ", shown(got),
                ", expected ", shown(expected));
  });
}

void promise_counts_seeds(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "promise");
  const std::uint64_t seeds = 1 + rng.below(30);
  const std::uint64_t rounds = 1 + rng.below(5);
  std::uint64_t certain = 0;
  std::uint64_t possible = 0;
  std::vector<std::vector<Measured>> regrets(seeds);
  std::vector<std::vector<Measured>> bounds(seeds);
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    bool above = false;
    bool open = false;
    for (std::uint64_t t = 0; t < rounds; ++t) {
      const double regret = static_cast<double>(rng.below(12));
      regrets[seed].push_back(Measured::exact(regret));
      bounds[seed].push_back(Measured::certified_between(8.0, 7.0, 10.0));
      above = above || regret > 10.0;
      open = open || regret > 7.0;
    }
    certain += above ? 1 : 0;
    possible += open ? 1 : 0;
  }
  const double delta = 0.05 + 0.9 * rng.uniform();
  const theory::PromiseReport report = theory::judge_promise(regrets, bounds, delta, 0.95);
  Answer expected = Answer::kUnknown;
  if (theory::event_probability(certain, seeds, 0.95).lower > delta) expected = Answer::kNo;
  if (theory::event_probability(possible, seeds, 0.95).upper <= delta) expected = Answer::kYes;
  findings.require(report.violations == certain && report.possible_violations == possible &&
                       report.seeds == seeds && report.kept == expected,
                   [&] {
                     return text(report.violations, " (", report.possible_violations, ") of ",
                                 report.seeds, " seeds, kept: ", theory::to_text(report.kept),
                                 ", expected ", certain, " (", possible, ") of ", seeds, ", ",
                                 theory::to_text(expected));
                   });
}

// P(X <= t) of Student's distribution with few degrees of freedom, in closed form. [M. Abramowitz,
// I. Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4]
long double student_cdf(long double t, std::uint64_t degrees) {
  const auto nu = static_cast<long double>(degrees);
  const long double theta = std::atan(t / std::sqrt(nu));
  const long double square = nu / (nu + t * t);  // of the cosine
  long double term = degrees % 2 == 1 ? std::cos(theta) : 1.0L;
  long double sum = degrees > 1 ? term : 0.0L;
  for (std::uint64_t k = degrees % 2 == 1 ? 2 : 1; k + 2 <= degrees - 1; k += 2) {
    term *= static_cast<long double>(k) / static_cast<long double>(k + 1) * square;
    sum += term;
  }
  const long double inside =
      degrees % 2 == 1 ? 2.0L / std::numbers::pi_v<long double> * (theta + std::sin(theta) * sum)
                       : std::sin(theta) * sum;
  return (1.0L + inside) / 2.0L;
}

std::vector<theory::RegretAtDoublings> random_runs(const Case& one) {
  Rng rng = case_rng(one, "growth");
  const std::uint64_t seeds = 2 + rng.below(20);
  const double slowing = 0.2 + rng.uniform();
  std::vector<theory::RegretAtDoublings> runs;
  for (std::uint64_t i = 0; i < seeds; ++i) {
    theory::RegretAtDoublings run;
    run.quarter = 10.0 * rng.uniform();
    const double lost = 1.0 + rng.uniform();
    run.half = run.quarter + lost;
    run.full = run.half + 2.0 * lost * slowing * (0.8 + 0.4 * rng.uniform());
    runs.push_back(run);
  }
  return runs;
}

// Seeds are the units: n seeds have n - 1 degrees of freedom, whatever the number of rounds.
void growth_is_students_test_over_seeds(const Case& one, Findings& findings) {
  const auto runs = random_runs(one);
  const auto n = static_cast<long double>(runs.size());
  const theory::GrowthSettings settings;
  const long double boundary = std::exp2(static_cast<long double>(settings.threshold) - 1.0L);
  std::vector<long double> differences;
  long double mean = 0.0L;
  long double largest = 0.0L;
  for (const theory::RegretAtDoublings& run : runs) {
    const long double first = 2.0L * (static_cast<long double>(run.half) - run.quarter);
    const long double second = static_cast<long double>(run.full) - run.half;
    differences.push_back(second - boundary * first);
    mean += differences.back() / n;
    largest = std::max(largest, second + first);
  }
  long double squares = 0.0L;
  for (const long double difference : differences) {
    squares += (difference - mean) * (difference - mean);
  }
  const long double standard_error = std::sqrt(squares / (n - 1.0L) / n);
  const long double t = mean / standard_error;
  // In double: a difference has at most six roundings of numbers of at most `largest`, the mean one
  // per seed more. That moves a deviation by twice as much, and their length |deviations| = sqrt(n
  // (n - 1)) standard_error by sqrt(n) times that; the standard error's sum, divisions and root
  // have n + 4 roundings more.
  constexpr long double kUnit = 0x1p-53L;
  const long double off = (6.0L + n) * kUnit * largest;
  const long double error_off =
      2.0L * off / std::sqrt(n - 1.0L) + (n + 4.0L) * kUnit * standard_error;
  if (!(error_off < 0.5L * standard_error)) return;  // seeds too much alike: t is rounding
  const long double t_off =
      2.0L * (off + std::abs(t) * error_off) / standard_error + kUnit * std::abs(t);
  const long double coins = std::exp2(-n);
  const long double below = std::max(student_cdf(t, runs.size() - 1), coins);
  const long double above = std::max(student_cdf(-t, runs.size() - 1), coins);
  const theory::GrowthReport report = theory::judge_growth(runs, settings);
  // Student's density is below 1/2; numbers wider than ours err by less than one rounding of ours.
  const auto bound = static_cast<double>(t_off / 2.0L + kBoostError + kUnit);
  findings.compare(report.sublinear_p_value, static_cast<double>(below), bound, [&] {
    return text("p-value of growth ", shown(report.sublinear_p_value), ", expected ",
                shown(static_cast<double>(below)), " from ", runs.size(), " seeds");
  });
  findings.compare(report.linear_p_value, static_cast<double>(above), bound, [&] {
    return text("p-value of slowing ", shown(report.linear_p_value), ", expected ",
                shown(static_cast<double>(above)), " from ", runs.size(), " seeds");
  });
}

void growth_is_decided_by_the_interval(const Case& one, Findings& findings) {
  const theory::GrowthReport report = theory::judge_growth(random_runs(one));
  theory::Growth expected = theory::Growth::kUndecided;
  if (report.exponent.upper < 0.75) expected = theory::Growth::kSublinear;
  if (report.exponent.lower > 0.75 && report.exponent.upper >= 1.0) {
    expected = theory::Growth::kLinear;
  }
  findings.require(report.growth == expected, [&] {
    return text("exponent between ", shown(report.exponent.lower), " and ",
                shown(report.exponent.upper), " is called ", theory::to_text(report.growth));
  });
}

}  // namespace

std::vector<Property> regret_statistics_properties() {
  return {{"An event's probability ends where the binomial tails are.",
           probability_ends_where_the_tails_are},
          {"A promise is held against the seeds that break it.", promise_counts_seeds},
          {"Growth is tested by Student's test over seeds.", growth_is_students_test_over_seeds},
          {"Growth is decided by the exponent's interval.", growth_is_decided_by_the_interval}};
}

}  // namespace eenet::verify
