// Theorem 1, and what is said of it.
#include <algorithm>
#include <cmath>

#include "reference/mlp.h"
#include "reference/require.h"
#include "theory/regret/preconditions.h"
#include "verify/claims/judge.h"
#include "verify/claims/psi.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/spectra.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using theory::Measured;

constexpr double kLayers = 2.0;

// log10 of a width that the proof needs, so that the text can say 10^x.
double exponent_of_ten(const Measured& width) {
  return std::log10(width.value);
}

Verdict width_is_polynomial(const Context& /*context*/) {
  const auto for_lemmas = [](double r) {
    return exponent_of_ten(theory::width_for_lemmas(Measured::exact(r), kLayers));
  };
  std::vector<double> trajectory;
  for (const double rounds : {1e2, 1e3, 1e4}) {
    trajectory.push_back(
        exponent_of_ten(theory::width_for_trajectory(Measured::exact(1.0), kLayers, rounds)));
  }
  // The degree in T of a polynomial, from two horizons: what is asked for is finite and grows so.
  const double degree = (trajectory[2] - trajectory[0]) / 2.0;
  return judge(std::isfinite(degree) && std::isfinite(for_lemmas(1.0)))
      .measured(computed(degree))
      .vacuous(true)
      .finding(text("With every hidden constant 1, L = 2, R = 1: the lemmas' range asks for m >= "
                    "10^",
                    brief(for_lemmas(1.0)), " (10^", brief(for_lemmas(10.0)),
                    " for R = 10), the trajectory and I_3, I_4 for m >= (T R sqrt L)^4 = 10^",
                    brief(trajectory),
                    " for T = 100, 1000, 10000. Such widths are enough, because the theorem then "
                    "says less than the trivial bound (THM-1/proof-regime). The experiments have "
                    "m = 100."));
}

// The radius of the ball in the definition of Psi.
double radius_at(double r, const Measured& width) {
  return r / std::pow(width.value, 0.25);
}

Verdict radius_is_free(const Context& /*context*/) {
  constexpr double kHorizon = 1000.0;
  const auto needed = [](double r) {
    return theory::width_for_trajectory(Measured::exact(r), kLayers, kHorizon);
  };
  // At one width that is enough for both, a larger R has a larger ball.
  const double gain = radius_at(kHorizon, needed(kHorizon)) / radius_at(1.0, needed(kHorizon));
  // At the smallest width that each R needs, the largest ball it can have, R cancels out.
  const double one = radius_at(1.0, needed(1.0));
  const double linear = radius_at(kHorizon, needed(kHorizon));
  return judge(Measured::exact(gain), Relation::kAbove, 1.0)
      .finding(text("T = 1000. At the width that R = T needs, the ball of R = T is ", brief(gain),
                    " times that of R = 1. But the largest ball of any R, at the smallest width m "
                    "= (T R sqrt L)^4 that the proof's steps leave it, has radius 1/(T sqrt L) = ",
                    brief(one), " (R = 1) and ", brief(linear),
                    " (R = T): the class never becomes broader than that, and Psi stays near sum "
                    "r^2 (THM-1/proof-regime)."));
}

Verdict contexts_are_free(const Context& context) {
  // Repetition is allowed: the bound needs no inverse. Unit norm is not free: f is homogeneous.
  double worst = 0.0;
  for (std::uint64_t i = 0; i < context.by_effort<std::uint64_t>(5, 50); ++i) {
    const Mlp net = initial_network_of({5, 128, 2}, context.run_seed(i));
    const Eigen::VectorXd x = unit_points(5, 1, context.run_seed(i)).col(0);
    const Eigen::VectorXd longer = 10.0 * x;
    worst = std::max(worst, gradient(net, longer).norm() / gradient(net, x).norm());
  }
  const RunOutcome repeated = play_run("two-arms", "eenet:width=20", 100, context.run_seed(0));
  return judge(repeated.status == RunStatus::kCompleted)
      .finding(text("Runs with repeated arms are defined and finish. Unit norm, which the analysis "
                    "assumes before, is no matter of taste: a context ten times as long has a "
                    "gradient ",
                    brief(worst),
                    " times as long, and the lemmas' O(1) and O(sqrt L) rest on |x| = 1. The "
                    "inputs phi of f2 depend on rewards, so a union over Tn fixed inputs does not "
                    "cover them (E-15)."));
}

Verdict attack_is_allowed(const Context& context) {
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(400, 4000);
  const ArmsOfRounds arms = arms_of_rounds("duplicates:dim=4", rounds, context.run_seed(0));
  const double psi = psi_of_equal_pairs(arms.rewards);  // exact: all terms are 1/4
  const auto t = static_cast<double>(rounds);
  const double bound = 2.0 * std::sqrt(psi * t);
  const RunOutcome outcome =
      play_run("duplicates:dim=4", "eenet:width=50", rounds, context.run_seed(0));
  return judge(outcome.status == RunStatus::kCompleted)
      .finding(text("Theorem 1 assumes nothing that a pair of equal contexts breaks, and runs with "
                    "such pairs are defined. What they cost its bound: a pair that pays 0 and 1 "
                    "adds 1/2 to Psi, which is little. A pair in every one of ",
                    rounds, " rounds makes Psi >= ", brief(psi),
                    " in every ball and the first term of the bound ", brief(bound),
                    " >= T; EE-Net's regret is then ", brief(outcome.regret.pseudo),
                    ", a coin's. (For the printed Psi; the proof's own sums the played arms.)"));
}

}  // namespace

std::vector<Claim> theorem_claims() {
  return {
      {.id = "THM-1-M",
       .kind = EvidenceKind::kDerived,
       .says = "m >= Omega(poly(T, L, R, n, log(1/delta))) is enough.",
       .place = {"Regret Analysis", "theo1"},
       .correction = "E-8 lists what the steps of the proof ask for.",
       .how = "Every constraint of the proof with constants 1.",
       .recorded = vacuously(Status::kHolds),
       .check = width_is_polynomial},
      {.id = "CLM-RFREE",
       .kind = EvidenceKind::kDerived,
       .says = "R may be O(T), which gives broader function classes.",
       .place = {"Regret Analysis", "sec:analysis"},
       .how = "The radius R/m^(1/4) for R = 1 and R = T: at one width, and at the smallest width "
              "that each R needs, where R cancels out.",
       .recorded = always(Status::kHolds),
       .check = radius_is_free},
      {.id = "RMK-CTX",
       .kind = EvidenceKind::kDerived,
       .says = "The theorem assumes nothing about contexts; arms may be repeated.",
       .place = {"Regret Analysis", "Context assumption"},
       .correction = "E-15: beside unit norm (assum:2), and uniformity over data-dependent inputs "
                     "of f2.",
       .how = "A run with repeated arms; gradients of longer contexts as a remark.",
       .recorded = always(Status::kHolds),
       .check = contexts_are_free},
      {.id = "RMK-ATTACK",
       .kind = EvidenceKind::kDerived,
       .says = "Two identical contexts with different rewards break an assumption of NeuralUCB's "
               "bounds and none of this one's.",
       .place = {"Regret Analysis", "Context assumption"},
       .how =
           "A pair of equal contexts that pay 0 and 1 in every round: a run, and as a remark Psi "
           "from below by the sum of squares within pairs, exact and whatever the ball.",
       .recorded = always(Status::kHolds),
       .check = attack_is_allowed},
      {.id = "CLM-MILD",
       .kind = EvidenceKind::kDerived,
       .says = "The regret bound holds under mild assumptions of over-parameterised networks.",
       .place = {"Introduction", "contributions"},
       .how = "'Mild' is not defined; the widths are those of THM-1-M.",
       .recorded = always(Status::kNotTestable),
       .check =
           [](const Context&) {
             return not_testable(
                 "'mild' defines nothing to measure; THM-1-M has the widths that the proof's steps "
                 "ask for, 10^12 and more at T = 1000");
           }},
      {.id = "CLM-INTERPRET",
       .kind = EvidenceKind::kDerived,
       .says = "The complexity term Psi is easier to interpret than S.",
       .place = {"Regret Analysis", "sec:analysis"},
       .how = "Nothing measurable is said.",
       .recorded = always(Status::kNotTestable),
       .check =
           [](const Context&) {
             return not_testable("a preference; what Psi and S are is in docs/theory.md");
           }},
      {.id = "CLM-OTHERS-R",
       .kind = EvidenceKind::kQuoted,
       .says = "Other bounds with such a term are O~(sqrt(T)) + O(R).",
       .place = {"Regret Analysis", "sec:analysis"},
       .how = "A citation.",
       .recorded = always(Status::kNotTestable),
       .check =
           [](const Context&) {
             return not_testable("a statement about the results of other papers");
           }},
      {.id = "RMK-WORKFLOW",
       .kind = EvidenceKind::kDerived,
       .says = "The proof differs from that of NeuralUCB: it needs no distance to ridge regression "
               "and kernel.",
       .place = {"Regret Analysis", "Proof workflow"},
       .how = "A remark about proofs.",
       .recorded = always(Status::kNotTestable),
       .check = [](const Context&) {
         return not_testable("a comparison of two proofs, not a statement");
       }}};
}

}  // namespace eenet::verify
