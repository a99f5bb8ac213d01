// The regret's decomposition in the main proof, term by term.
#include <algorithm>
#include <cmath>

#include "reference/operations/operations.h"
#include "reference/require.h"
#include "theory/measured/enclosure.h"
#include "theory/measured/measured_arithmetic.h"
#include "verify/claims/counterfactual.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using theory::Interval;
using theory::Measured;

// Calls visit(environment, method, rounds, seed) for a handful of runs: with and without noise,
// learning and locked. Returns how many.
template <typename Visit>
std::uint64_t over_several_runs(const Context& context, const Visit& visit) {
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(300, 2000);
  std::uint64_t runs = 0;
  for (const char* environment : {"linear:dim=4,arms=4", "linear:dim=4,arms=4,noise=bernoulli",
                                  "cosine:dim=4,arms=4", "two-arms", "two-arms:noise=bernoulli"}) {
    for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(2, 6); ++i) {
      visit(environment, "eenet:width=64", rounds, context.run_seed(runs++));
    }
  }
  return runs;
}

Verdict regret_is_decomposed(const Context& context) {
  Interval worst = {-1.0, -1.0};  // of the regret minus the sum, in the round that comes closest
  std::uint64_t rounds = 0;
  const std::uint64_t runs = over_several_runs(context, [&](const auto&... settings) {
    for (const theory::ProofRound& round : proof_run(settings...).rounds) {
      const Interval excess = round.regret - round.sum();
      if (excess.lower > worst.lower) worst = excess;
      ++rounds;
    }
  });
  const Measured shown = theory::certified_within(0.0, worst);
  // Where all networks predict exactly both sides are 0, and rounding hides the sign.
  return judge(worst.lower <= 0.0)
      .measured(shown)
      .bound(0.0)
      .finding(text(rounds, " rounds of ", runs,
                    " runs: the regret of a round minus I_2 + I_3 + I_4 + I_5 is at most ",
                    brief(shown.value), "."));
}

Verdict first_step_is_right(const Context& context) {
  double worst = -1.0;
  std::uint64_t rounds = 0;
  over_several_runs(context, [&](const char* environment, const char* method, std::uint64_t horizon,
                                 std::uint64_t seed) {
    play_run(environment, method, horizon, seed, [&](const PlayedRound& played) {
      const auto score = [&played](Eigen::Index arm) {
        return played.choice.exploitation_scores[arm] + played.choice.exploration_scores[arm];
      };
      // r* - f(played) + ... <= r* - f(i*) + f(played) - f(played) + ...: f(i*) <= f(played).
      const Eigen::Index best = index_of_largest(played.round.expected_rewards);
      worst = std::max(worst, score(best) - score(played.choice.arm));
      ++rounds;
      return true;
    });
  });
  return judge(computed(worst), Relation::kAtMost, 0.0)
      .finding(text("f(x_i*) - f(x_played) is at most ", brief(worst), " in ", rounds,
                    " rounds; the line with I_1 adds and takes away the same term, which changes "
                    "nothing."));
}

// The sum of I_3 + I_4 over the first t rounds.
Measured sum_of_gaps(const ProofRun& run, std::uint64_t t) {
  return sum_until(run.terms.exploration_distance, t) +
         sum_until(run.terms.exploitation_distance, t);
}

Verdict gaps_are_bounded(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(60, 300);
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(400, 4000);
  std::vector<double> sums;
  std::vector<double> per_round;  // what the second half of the rounds adds
  for (std::uint64_t i = 0; i < seeds; ++i) {
    const ProofRun run = proof_run("two-arms", "eenet:width=256,R=3", rounds, context.run_seed(i));
    const double half = sum_of_gaps(run, rounds / 2).value;
    sums.push_back(sum_of_gaps(run, rounds).value);
    per_round.push_back((sums.back() - half) / (0.5 * static_cast<double>(rounds)));
  }
  // A sum that stays O(1) gains nothing in its second half as T grows: 1/T per round, say.
  const Judgement gain = judge_mean(per_round, Relation::kAtMost, 1.0 / static_cast<double>(rounds),
                                    Evidence::kAbove, context);
  return gain.finding(text("Two arms, m = 256, R = 3 (radius 0.75): I_3 + I_4 sum to ",
                           brief(mean(sums)), " over ", rounds,
                           " rounds on average over seeds, and still gain ", brief(gain.value()),
                           " a round in the second half."));
}

Verdict gaps_are_bounded_for_huge_width(const Context& context) {
  constexpr double kConstant = 2.0;
  AllAtMost all;
  std::uint64_t runs = 0;
  for (std::uint64_t rounds = 2; rounds <= 6; ++rounds) {
    const double width = std::ceil(std::pow(static_cast<double>(rounds) * std::sqrt(2.0), 4.0));
    for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(10, 40); ++i) {
      const ProofRun run =
          proof_run("two-arms", text("eenet:R=1,width=", static_cast<std::uint64_t>(width)), rounds,
                    context.run_seed(i));
      const Measured sum = sum_of_gaps(run, rounds);
      all.add(sum, Measured::exact(kConstant), sum.value);
      ++runs;
    }
  }
  return all.judge()
      .when_true(Status::kHoldsCorrected)
      .finding(text(runs,
                    " runs of 2 to 6 rounds with m >= (T R sqrt L)^4: I_3 + I_4 sum to at most ",
                    brief(all.measured().value),
                    ". Then nothing is learned either: see THM-1/proof-regime."));
}

Verdict errors_have_no_floor(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(20, 100);
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(2000, 8000);
  const std::vector<std::uint64_t> horizons = {rounds / 4, rounds / 2, rounds};
  Curves sums;
  std::vector<double> regrets;
  for (std::uint64_t i = 0; i < seeds; ++i) {
    const ProofRun run = proof_run("linear:dim=4,arms=4,noise=bernoulli", "eenet:width=64", rounds,
                                   context.run_seed(i));
    regrets.push_back(run.regret);
    std::vector<double>& row = sums.emplace_back();
    for (const std::uint64_t t : horizons) {
      row.push_back(
          (sum_until(run.terms.optimal_error, t) + sum_until(run.terms.played_error, t)).value);
    }
  }
  // O(sqrt T) up to logarithms: half-way to a line decides.
  const Judgement exponent = judge_mean(log_slopes({horizons.begin(), horizons.end()}, sums),
                                        Relation::kAtMost, 0.75, Evidence::kAbove, context);
  return exponent.finding(text(
      "Bernoulli rewards, ", rounds, " rounds: I_2 + I_5 sum to ", brief(mean(last_of_each(sums))),
      " and grow like T^", brief(exponent.value()), ", while the regret is ", brief(mean(regrets)),
      ". E|f - r| has the floor 2 h (1 - h) however good f is, so "
      "no bound on regret below a line can come from these terms."));
}

}  // namespace

std::vector<Claim> decomposition_claims() {
  const Place place = {"Main Proof", "sec:the1p"};
  return {
      {.id = "PRF-DECOMP/every-round",
       .says = "The regret of a round is at most I_2 + I_3 + I_4 + I_5.",
       .place = place,
       .how = "Every round of several runs, with the counterfactual networks trained beside.",
       .audit = {AuditCode::kHolds, "12/12 runs"},
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check = regret_is_decomposed},
      {.id = "PRF-DECOMP/noise-floor",
       .says = "The sums of I_2 and I_5 are of order sqrt(T) if the networks learn well.",
       .place = place,
       .correction = "B-17: with noise E|f - r| stays above 2 h (1 - h) for the best f.",
       .how = "Their exponent in T with Bernoulli rewards, seeds as units, against 3/4.",
       .audit = {AuditCode::kContradicted, "675-695 of T=1000 while regret is 29-38"},
       .recorded = always(Status::kContradicted),
       .statistical = true,
       .cost = 1,
       .check = errors_have_no_floor,
       .notable = "With noisy rewards the terms that the proof bounds regret by are linear in T, "
                  "however well the networks learn."},
      {.id = "PRF-I1",
       .says = "The step marked I_1 uses that the played arm has the largest score.",
       .place = place,
       .correction = "B-27: the brace shows + f(x_i^) - f(x_i^).",
       .how = "f(x_i*) <= f(x_played) in every round of several runs.",
       .audit = {AuditCode::kHoldsCorrected, "shows +f-f=0"},
       .recorded = always(Status::kHolds),
       .difference =
           "The line is odd but right as printed: what it adds is 0, and the inequality is "
           "the one that is needed.",
       .cost = 1,
       .check = first_step_is_right},
      {.id = "PRF-I34/learning",
       .says = "I_3 and I_4 sum to O(1) over the rounds (here: where the networks learn).",
       .place = place,
       .correction = "B-10: the sum is O(sqrt(L) T R/m^(1/4)).",
       .how = "Two arms at radius 0.75: what the sum still gains a round in the second half, seeds "
              "as units.",
       .audit = {AuditCode::kHoldsCorrected, "sum is O(sqrt L T R/m^{1/4})"},
       .recorded = always(Status::kContradicted),
       .difference = "The printed O(1) fails wherever the ball is large enough to learn in; the "
                     "corrected statement, for m >= (T R sqrt L)^4, has an entry of its own.",
       .statistical = true,
       .cost = 1,
       .check = gaps_are_bounded},
      {.id = "PRF-I34/huge-width",
       .says = "The same for m >= (T R sqrt L)^4.",
       .place = place,
       .correction = "B-8, B-10: the width spelled out.",
       .how = "Runs of a few rounds, for which such widths can be had, with 2 for the constant.",
       .audit = {AuditCode::kHoldsCorrected, ""},
       .recorded = always(Status::kHoldsCorrected),
       .cost = 1,
       .check = gaps_are_bounded_for_huge_width}};
}

}  // namespace eenet::verify
