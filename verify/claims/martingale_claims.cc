// The concentration step of the proof, by exact probabilities of coin walks.
#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using theory::Measured;

// P(there is a t <= rounds with S_t > threshold(t)) for the sum S_t of t fair signs; if
// `only_at_end`, P(S_rounds > threshold(rounds)). By the recursion of the walk's distribution: all
// terms are positive and every step rounds once, so the relative error is at most 2 (rounds + 1) u,
// and what underflows is below 2^-1000.
template <typename Threshold>
Measured crossing_probability(std::size_t rounds, const Threshold& threshold, bool only_at_end) {
  std::vector<double> now(2 * rounds + 1, 0.0);  // entry s + rounds: not crossed yet, and at s
  std::vector<double> next(now.size(), 0.0);
  now[rounds] = 1.0;
  double crossed = 0.0;
  for (std::size_t t = 1; t <= rounds; ++t) {
    const std::size_t low = rounds - t;
    const std::size_t high = rounds + t;
    for (std::size_t s = low; s <= high; ++s) {
      const double from_below = s > 0 ? now[s - 1] : 0.0;
      const double from_above = s + 1 < now.size() ? now[s + 1] : 0.0;
      next[s] = 0.5 * (from_below + from_above);
    }
    if (!only_at_end || t == rounds) {
      const double most = threshold(static_cast<double>(t));
      for (std::size_t s = low; s <= high; ++s) {
        if (static_cast<double>(s) - static_cast<double>(rounds) <= most) continue;
        crossed += next[s];
        next[s] = 0.0;
      }
    }
    std::swap(now, next);
  }
  const double error = crossed * 2.0 * (static_cast<double>(rounds) + 1.0) * 0x1p-53 + 0x1p-1000;
  return Measured::certified_between(crossed, std::max(0.0, crossed - error), crossed + error);
}

// Whether the bound must hold after the last step alone or after every step.
enum class When { kAtEnd, kAlways };

// The probability that a walk of signs of size `half_range`, so that V has an interval of twice
// that length, crosses sqrt(2 t log(1/failure)).
Measured failure_probability(std::size_t rounds, double failure, double half_range, When when) {
  const double square = std::sqrt(2.0 * std::log(1.0 / failure)) / half_range;
  return crossing_probability(
      rounds, [square](double t) { return square * std::sqrt(t); }, when == When::kAtEnd);
}

// The length of the interval in which V = E|f - r| - |f - r| lies, given f: | |f - 1| - |f - 0| |
// at most over rewards in [0, 1], because |f - r| is convex in r and slopes are at most 1.
double range_of_error(double f) {
  double least = 1e300;
  double most = 0.0;
  for (int i = 0; i <= 64; ++i) {
    const double error = std::abs(f - i / 64.0);  // a grid of binary fractions: no rounding
    least = std::min(least, error);
    most = std::max(most, error);
  }
  return most - least;
}

Verdict concentration_at_one_time(const Context& context) {
  double range = 0.0;
  for (int i = -128; i <= 128; ++i) range = std::max(range, range_of_error(i / 16.0));
  const std::size_t rounds = context.by_effort<std::size_t>(1000, 5000);
  constexpr double kDelta = 0.1;
  const Measured here = failure_probability(rounds, kDelta, range / 2.0, When::kAtEnd);
  // If only |V| <= C were known, as the text argues, steps of +-C would be allowed.
  const Measured by_size = failure_probability(rounds, kDelta, 2.0, When::kAtEnd);
  return judge(both(from(range <= 1.0), is_at_most(here, Measured::exact(kDelta))))
      .measured(here)
      .bound(kDelta)
      .when_false(Status::kHoldsCorrected)
      .finding(
          text("A reward in [0, 1] moves |f - r| within an interval of length ", brief(range),
               " whatever f is. The walk with the largest steps in such an interval fails with "
               "probability ",
               brief(here.value), " at t = ", rounds,
               ", delta = 0.1 (exactly). The text "
               "argues with |V| <= O(1) instead; steps of +-2 would fail with probability ",
               brief(by_size.value), "."));
}

// log(C/delta) for constants C, and log(T/delta): at which of them does a walk of steps +-1/2 times
// the interval's length stay below sqrt(2 t log(...)) for all t <= T but with probability delta?
Verdict uniform_over_time(const Context& context, double half_range) {
  constexpr double kDelta = 0.1;
  const auto horizons =
      context.by_effort<std::vector<std::size_t>>({100, 1000, 4000}, {100, 1000, 10'000});
  std::string found;
  bool printed = true;
  AllAtMost corrected;
  for (const double constant : {1.0, 2.0, 5.0, 10.0}) {
    std::vector<double> failures;
    for (const std::size_t rounds : horizons) {
      const Measured failure =
          failure_probability(rounds, kDelta / constant, half_range, When::kAlways);
      failures.push_back(failure.value);
      printed = printed && failure.upper <= kDelta;
    }
    append_item(found, "C = ", brief(constant), ": ", brief(failures));
  }
  for (const std::size_t rounds : horizons) {
    const Measured failure = failure_probability(rounds, kDelta / static_cast<double>(rounds),
                                                 half_range, When::kAlways);
    corrected.add(failure, Measured::exact(kDelta), failure.value);
  }
  return corrected.judge()
      .when_true(Status::kHoldsCorrected)
      .finding(text("Probability that a walk of steps +-", brief(half_range),
                    " crosses sqrt(2 t log(C/delta)) at some t <= T, delta = 0.1, T = ",
                    brief({horizons.begin(), horizons.end()}), ", exactly: ", found,
                    ". It grows with T, to 1 for every constant C by the law of the iterated "
                    "logarithm (",
                    printed ? "though below delta for these T" : "above delta for C = 1 already",
                    "); with log(T/delta) it is ", brief(corrected.measured().value), " at most."));
}

}  // namespace

std::vector<Claim> martingale_claims() {
  return {
      {.id = "PRF-AZUMA",
       .kind = EvidenceKind::kDerived,
       .says = "By Hoeffding and Azuma, the mean of V_1 ... V_t is at most sqrt(2 log(1/delta)/t) "
               "with probability 1 - delta.",
       .place = {"Exploration Error Bound", "eq:pppuper"},
       .correction =
           "E-6 (not needed): the text bounds |V| by O(1) and then uses 1; an interval of "
           "length 1 is what Hoeffding's lemma asks for.",
       .how = "The length of V's interval for every prediction f, and the exact failure "
              "probability of the walk with the largest steps in it.",
       .recorded = always(Status::kHolds),
       .check = concentration_at_one_time},
      {.id = "PRF-UNIFORM/as-argued",
       .kind = EvidenceKind::kDerived,
       .says =
           "The same holds uniformly over t <= T with log(O(1)/delta), for differences with |V| "
           "<= 1.",
       .place = {"Exploration Error Bound", "lemma:newthetabound"},
       .correction = "E-7: log(T/delta), by a union over the rounds. By the law of the iterated "
                     "logarithm no constant in place of T is enough for all T.",
       .how =
           "The exact probability that a walk of signs +-1 crosses the bound at some t <= T, for "
           "the constants 1, 2, 5 and 10, and with T in their place.",
       .recorded = always(Status::kHoldsCorrected),
       .cost = 1,
       .check = [](const Context& context) { return uniform_over_time(context, 1.0); }},
      {.id = "PRF-UNIFORM/rewards",
       .kind = EvidenceKind::kDerived,
       .says = "The same for the differences of the proof, which lie in an interval of length 1.",
       .place = {"Exploration Error Bound", "lemma:newthetabound"},
       .correction = "E-7: for delta = 0.1 and the T that were run log(1/delta) is enough; for all "
                     "T it takes the factor that peeling gives, (1 + log T/log a) delta^(4/a) in "
                     "place of delta, for any a > 1.",
       .how = "The same with steps of +-1/2.",
       .recorded = always(Status::kHoldsCorrected),
       .cost = 1,
       .check = [](const Context& context) { return uniform_over_time(context, 0.5); }}};
}

}  // namespace eenet::verify
