// Where training goes, and how large a step may be.
#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "theory/measured/mean.h"
#include "theory/regret/preconditions.h"
#include "verify/claims/high_probability.h"
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
constexpr double kDepth = 2.0;

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
  const double enough =
      theory::width_for_trajectory(Measured::exact(1.0), kDepth, static_cast<double>(kHorizon))
          .value;
  return judge(stayed == runs)
      .measured(exponent)
      .seeds(seeds)
      .provided({{text("m >= (T R sqrt L)^4 = ", brief(enough)), widths.front() >= enough}})
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
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(500, 4000);
  constexpr double kConstant = 2.0;  // for the O(R) with R = 1
  double worst = 0.0;
  std::vector<double> middle;
  std::vector<double> end;
  const Draws draws = draws_of(context, [&](std::uint64_t seed) {
    const std::vector<double> distances =
        distances_of_run(kEnvironment, "eenet:R=1,width=256", rounds, seed);
    const double farthest = *std::max_element(distances.begin(), distances.end());
    worst = std::max(worst, farthest);
    middle.push_back(distances[distances.size() / 2]);
    end.push_back(distances.back());
    return from(farthest <= kConstant);
  });
  return judge_draws(draws, context)
      .finding(
          text("Noise-free, m = 256, R = 1, a distance of at most 2: ", text_of(draws, context),
               " The distance from the start is at most ", brief(worst), " in ", rounds,
               " rounds (median ", brief(median(middle)), " half-way, ", brief(median(end)),
               " at the end). But a ball of radius R, "
               "which the print has here, is not the one that the other lemmas allow."));
}

Verdict stays_for_huge_width(const Context& context) {
  // m >= (T R sqrt(L))^4 with R = 1 and L = 2: T = 2, 3, 4, 5, 6.
  double worst = 0.0;
  const Draws draws = draws_of(context, [&](std::uint64_t seed) {
    double farthest = 0.0;  // in radii
    for (const std::uint64_t rounds :
         context.by_effort<std::vector<std::uint64_t>>({2, 3, 4, 5, 6}, {2, 3, 4, 5, 6, 8, 10})) {
      const double width = std::ceil(std::pow(static_cast<double>(rounds) * std::sqrt(2.0), 4.0));
      for (const char* noise : {"none", "bernoulli"}) {
        const std::vector<double> distances = distances_of_run(
            text(kEnvironment, ",noise=", noise),
            text("eenet:R=1,width=", static_cast<std::uint64_t>(width)), rounds, seed);
        const double radius = std::pow(width, -0.25);
        farthest =
            std::max(farthest, *std::max_element(distances.begin(), distances.end()) / radius);
      }
    }
    worst = std::max(worst, farthest);
    return from(farthest <= 1.0);
  });
  return judge_draws(draws, context)
      .when_true(Status::kHoldsCorrected)
      .vacuous(true)
      .finding(text("Runs of 2 to ", context.by_effort(6, 10),
                    " rounds with m >= (T R sqrt L)^4, with and without noise, at a draw each: ",
                    text_of(draws, context), " The distance is at most ", brief(worst),
                    " times R/m^(1/4). For T = 1000 and R = 1 that width is 4e12."));
}

Verdict learning_rate_is_stable(const Context& context) {
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(8, 40);
  const auto diverging = [&](const std::string& method, std::uint64_t rounds) {
    std::uint64_t diverged = 0;
    for (std::uint64_t i = 0; i < seeds; ++i) {
      const RunOutcome outcome =
          play_run(text(kEnvironment, ",noise=bernoulli"), method, rounds, context.run_seed(i));
      diverged += outcome.status == RunStatus::kDiverged ? 1U : 0U;
    }
    return diverged;
  };
  // Inside the theorem m >= (T R sqrt L)^4 makes the rate at most 1/(T^2 L), whatever R is.
  std::uint64_t inside = 0;
  double largest = 0.0;
  for (const double r : {0.5, 1.0, 2.0}) {
    for (const double rounds : {2.0, 3.0}) {
      const double width =
          std::ceil(theory::width_for_trajectory(Measured::exact(r), kDepth, rounds).upper);
      inside += diverging(text("eenet:R=", brief(r), ",width=", static_cast<std::uint64_t>(width)),
                          static_cast<std::uint64_t>(rounds));
      largest = std::max(largest, r * r / std::sqrt(width) * rounds * rounds * kDepth);
    }
  }
  const std::uint64_t outside = diverging("eenet:R=4,width=256", 1000);
  return judge_none(inside).vacuous(true).finding(
      text("At m >= (T R sqrt L)^4 the rate R^2/sqrt(m) is at most 1/(T^2 L) (here ",
           brief(largest), " times it), and ", inside,
           " runs diverge. Outside that regime the same formula needs a cap: at m = 256, "
           "R = 4, ",
           outside, " of ", seeds,
           " runs with Bernoulli rewards diverge, though R^2 (L+1)/(2 sqrt m) = 1.5 is "
           "below 2."));
}

}  // namespace

std::vector<Claim> trajectory_claims() {
  const Place place = {"Bounds for Generic Neural Networks", "lemma:usertrajectoryball"};
  return {
      {.id = "LEM-trajectoryball/needed-radius",
       .kind = EvidenceKind::kMeasured,
       .says = "Both networks stay in B(theta0, R), the ball of radius R/m^(1/4), for all rounds.",
       .place = place,
       .correction = "E-8: only for m >= (T R sqrt L)^4.",
       .how = "Runs with R = 1 at several widths: the first round outside the ball.",
       .recorded = always(Status::kInconclusive),
       .cost = 1,
       .check = stays_in_the_needed_ball},
      {.id = "LEM-trajectoryball/huge-width",
       .kind = EvidenceKind::kMeasured,
       .says = "The same for m >= (T R sqrt L)^4.",
       .place = place,
       .correction = "E-4, E-8: radius R/m^(1/4), and the width spelled out.",
       .how = "Runs of a few rounds, for which such widths can be had; the share of draws that "
              "fail against delta.",
       .recorded = vacuously(Status::kHoldsCorrected),
       .statistical = true,
       .cost = 1,
       .check = stays_for_huge_width},
      {.id = "LEM-trajectoryball/printed-radius",
       .kind = EvidenceKind::kMeasured,
       .says = "|theta_t - theta0| <= O(R) for all t, with the radius as printed there.",
       .place = place,
       .correction = "E-4: the other lemmas need R/m^(1/4).",
       .how = "Noise-free runs at m = 256, R = 1, with 2 for the constant; the share of draws "
              "that fail against delta.",
       .recorded = always(Status::kHolds),
       .statistical = true,
       .cost = 1,
       .check = stays_in_the_printed_ball},
      {.id = "PRF-INDUCTION",
       .kind = EvidenceKind::kPrinted,
       .says = "The lemma on the trajectory is proven by induction.",
       .place = place,
       .correction = "E-8: as written the step assumes theta_1 to theta_T in the ball and bounds "
                     "theta_T; it goes through from t to t + 1, for m >= (T R sqrt L)^4.",
       .how = "The order of the proof's lines; the statement that the repaired order gives is "
              "LEM-trajectoryball/huge-width.",
       .recorded = always(Status::kHoldsCorrected),
       .check =
           [](const Context&) {
             return judge(true)
                 .when_true(Status::kHoldsCorrected)
                 .finding(
                     "The proof's first line takes theta_1, ..., theta_T in the ball for "
                     "granted to bound the gradients in all T rounds, and its last line says "
                     "that theta_T is in it. From t to t + 1 the same lines prove it.");
           }},
      {.id = "THM-1-ETA",
       .kind = EvidenceKind::kMeasured,
       .says = "eta_1 = eta_2 = R^2/sqrt(m), for any R > 0.",
       .place = {"Regret Analysis", "theo1"},
       .how = "Runs at the width that the proof's steps need, for three R: how many diverge; and "
              "outside that regime, as a remark (E-32).",
       .recorded = vacuously(Status::kHolds),
       .cost = 1,
       .check = learning_rate_is_stable}};
}

}  // namespace eenet::verify
