// Where training goes, and how large a step may be.
#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "theory/measured/mean.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using Eigen::VectorXd;
using theory::Measured;

// How far both networks are from their start after every round: the larger distance.
std::vector<double> distances_of_run(const std::string& environment, const std::string& method,
                                     std::uint64_t rounds, std::uint64_t seed) {
  const auto arms = environment_of(environment, seed);
  const auto policy = policy_of(method, *arms, seed);
  const std::vector<VectorXd> start = policy->parameters();
  std::vector<double> distances;
  play(*arms, *policy, rounds, [&](const PlayedRound&) {
    const std::vector<VectorXd> now = policy->parameters();
    distances.push_back(std::max((now[0] - start[0]).norm(), (now[1] - start[1]).norm()));
    return true;
  });
  return distances;
}

const char* const kEnvironment = "linear:dim=4,arms=4";

Verdict stays_in_the_needed_ball(const Context& context) {
  const auto widths =
      context.by_effort<std::vector<double>>({64, 256, 1024}, {64, 256, 1024, 4096});
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(6, 20);
  constexpr std::uint64_t kHorizon = 300;
  std::uint64_t stayed = 0;
  const Curves exits =
      curves_per_seed(context, seeds, widths, [&](std::uint64_t seed, double width) {
        const std::vector<double> distances = distances_of_run(
            kEnvironment, text("eenet:R=1,width=", static_cast<std::uint64_t>(width)), kHorizon,
            seed);
        const double radius = std::pow(width, -0.25);
        const auto out = std::find_if(distances.begin(), distances.end(),
                                      [radius](double distance) { return distance > radius; });
        stayed += out == distances.end() ? 1U : 0U;
        return static_cast<double>(out - distances.begin()) + 1.0;
      });
  const std::uint64_t runs = seeds * widths.size();
  const Measured exponent = theory::student_mean(log_slopes(widths, exits), 0.99);
  return judge(stayed == runs)
      .measured(exponent)
      .seeds(seeds)
      .finding(text("R = 1: ", stayed, " of ", runs,
                    " runs stay in the ball of radius "
                    "R/m^(1/4) for ",
                    kHorizon,
                    " rounds. They leave it after a number of rounds "
                    "that goes like m^",
                    brief(exponent.value), " (median ", brief(median(last_of_each(exits))),
                    " at m = ", brief(widths.back()), ")."));
}

Verdict stays_in_the_printed_ball(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(6, 20);
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(500, 4000);
  constexpr double kConstant = 2.0;  // for the O(R) with R = 1
  double worst = 0.0;
  std::vector<double> middle;
  std::vector<double> end;
  for (std::uint64_t i = 0; i < seeds; ++i) {
    const std::vector<double> distances =
        distances_of_run(kEnvironment, "eenet:R=1,width=256", rounds, context.run_seed(i));
    worst = std::max(worst, *std::max_element(distances.begin(), distances.end()));
    middle.push_back(distances[distances.size() / 2]);
    end.push_back(distances.back());
  }
  return judge(computed(worst), Relation::kAtMost, kConstant)
      .seeds(seeds)
      .finding(text("Noise-free, m = 256, R = 1: the distance from the start is at most ",
                    brief(worst), " in ", rounds, " rounds (median ", brief(median(middle)),
                    " half-way, ", brief(median(end)),
                    " at the end). But a ball of radius R, "
                    "which the print has here, is not the one that the other lemmas allow."));
}

Verdict stays_for_huge_width(const Context& context) {
  // m >= (T R sqrt(L))^4 with R = 1 and L = 2: T = 2, 3, 4, 5, 6.
  double worst = 0.0;
  std::uint64_t runs = 0;
  for (const std::uint64_t rounds :
       context.by_effort<std::vector<std::uint64_t>>({2, 3, 4, 5, 6}, {2, 3, 4, 5, 6, 8, 10})) {
    const double width = std::ceil(std::pow(static_cast<double>(rounds) * std::sqrt(2.0), 4.0));
    for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(10, 40); ++i) {
      for (const char* noise : {"none", "bernoulli"}) {
        const std::vector<double> distances =
            distances_of_run(text(kEnvironment, ",noise=", noise),
                             text("eenet:R=1,width=", static_cast<std::uint64_t>(width)), rounds,
                             context.run_seed(i));
        const double radius = std::pow(width, -0.25);
        worst = std::max(worst, *std::max_element(distances.begin(), distances.end()) / radius);
        ++runs;
      }
    }
  }
  return judge(computed(worst), Relation::kAtMost, 1.0)
      .when_true(Status::kHoldsCorrected)
      .finding(text(runs, " runs with m >= (T R sqrt L)^4: the distance is at most ", brief(worst),
                    " times R/m^(1/4). For T = 1000 and R = 1 that width is 4e12."));
}

Verdict learning_rate_is_stable(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(8, 40);
  std::uint64_t diverged = 0;
  std::string found;
  // R^2 (L+1)/(2 sqrt m) < 2, the condition for a quadratic, holds for both: 0.09 and 1.5.
  for (const char* method : {"eenet:R=1,width=256", "eenet:R=4,width=256"}) {
    std::uint64_t here = 0;
    for (std::uint64_t i = 0; i < seeds; ++i) {
      const RunOutcome outcome =
          play_run("linear:dim=4,arms=4,noise=bernoulli", method, 1000, context.run_seed(i));
      here += outcome.status == RunStatus::kDiverged ? 1U : 0U;
    }
    append_item(found, method, ": ", here, " of ", seeds);
    diverged += here;
  }
  return judge_none(diverged)
      .when_false(Status::kHoldsCorrected)
      .seeds(seeds)
      .finding(
          text("Runs that end in infinite numbers within 1000 rounds, Bernoulli rewards: ", found,
               ". So eta = R^2/sqrt(m) needs a cap, and eta (L+1)/2 < 2 is not "
               "enough."));
}

}  // namespace

std::vector<Claim> trajectory_claims() {
  const Place place = {"Bounds for Generic Neural Networks", "lemma:usertrajectoryball"};
  return {
      {.id = "LEM-trajectoryball/needed-radius",
       .says = "Both networks stay in B(theta0, R), the ball of radius R/m^(1/4), for all rounds.",
       .place = place,
       .correction = "B-8: only for m >= (T R sqrt L)^4.",
       .how = "Runs with R = 1 at several widths: the first round outside the ball.",
       .audit = {AuditCode::kHoldsCorrected,
                 "needs R/m^{1/4} and m>=(T R sqrt L)^4; measured exit"},
       .recorded = always(Status::kContradicted),
       .difference = "At every width that can be run the trajectory leaves the ball; the corrected "
                     "statement has an entry of its own.",
       .cost = 1,
       .check = stays_in_the_needed_ball},
      {.id = "LEM-trajectoryball/huge-width",
       .says = "The same for m >= (T R sqrt L)^4.",
       .place = place,
       .correction = "B-4, B-8: radius R/m^(1/4), and the width spelled out.",
       .how = "Runs of a few rounds, for which such widths can be had.",
       .audit = {AuditCode::kHoldsCorrected, ""},
       .recorded = always(Status::kHoldsCorrected),
       .cost = 1,
       .check = stays_for_huge_width},
      {.id = "LEM-trajectoryball/printed-radius",
       .says = "|theta_t - theta0| <= O(R) for all t, with the radius as printed there.",
       .place = place,
       .correction = "B-4: the other lemmas need R/m^(1/4).",
       .how = "Noise-free runs at m = 256, R = 1, with 2 for the constant.",
       .audit = {AuditCode::kHoldsCorrected, "measured .94-3.3"},
       .recorded = always(Status::kHolds),
       .difference = "As printed, with a plain radius R, the runs of this check satisfy it; it is "
                     "not the radius that the rest of the proof needs.",
       .cost = 1,
       .check = stays_in_the_printed_ball},
      {.id = "THM-1-ETA",
       .says = "eta_1 = eta_2 = R^2/sqrt(m), for any R > 0.",
       .place = {"Regret Analysis", "theo1"},
       .correction = "B-32: the rate needs an upper cap.",
       .how = "Runs at m = 256 with R = 1 and R = 4: how many diverge.",
       .audit = {AuditCode::kHoldsCorrected, "R^2<4 sqrt m/(L+1) necessary but not sufficient"},
       .recorded = always(Status::kHoldsCorrected),
       .cost = 1,
       .check = learning_rate_is_stable}};
}

}  // namespace eenet::verify
