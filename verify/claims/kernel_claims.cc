// The neural tangent kernel: its recursion, its index, and when its matrix is positive definite.
#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>

#include "reference/require.h"
#include "theory/kernel/limit_distances.h"
#include "theory/measured/mean.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/spectra.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using Eigen::MatrixXd;
using theory::Measured;

theory::LimitDistances distances_to_limits(const Context& context, Eigen::Index depth) {
  const auto widths =
      depth == 2 ? context.by_effort<std::vector<double>>({64, 256, 1024, 4096},
                                                          {64, 256, 1024, 4096, 16384})
                 : context.by_effort<std::vector<double>>({32, 128, 512}, {32, 128, 512, 1024});
  std::vector<std::uint64_t> seeds(context.by_effort<std::size_t>(60, 120));
  for (std::size_t i = 0; i < seeds.size(); ++i) seeds[i] = context.run_seed(i);
  return theory::limit_distances(unit_points(3, 5, context.run_seed(0)), depth, widths, seeds);
}

// A distance that goes to 0 has a negative exponent; one that does not go to 0 has none.
Verdict index_of_the_recursion(const Context& context) {
  const theory::LimitDistances distances = distances_to_limits(context, 2);
  const theory::LimitDistances deeper = distances_to_limits(context, 3);
  const double level = 1.0 - context.false_alarm / 4.0;  // of four intervals
  const std::vector<double> slopes = log_slopes(distances.widths, distances.corrected);
  const Measured corrected = theory::student_mean(slopes, level);
  const Measured deeper_corrected =
      theory::student_mean(log_slopes(deeper.widths, deeper.corrected), level);
  const Measured printed = theory::student_mean(last_of_each(distances.printed), level);
  const Measured below = theory::student_mean(last_of_each(distances.corrected), level);
  // The printed limit is off by (1 + 1/2 ...) on every diagonal entry: 1/2 each at least.
  const bool converges = corrected.upper < 0.0 && deeper_corrected.upper < 0.0;
  const bool printed_does_not = printed.lower > below.upper;
  return judge(converges)
      .measured(corrected)
      .bound(-0.5)
      .when_true(printed_does_not ? Status::kHoldsCorrected : Status::kInconclusive)
      .when_false(Status::kInconclusive)
      .p_value(mean_below_p_value(slopes, 0.0))
      .seeds(distances.corrected.size())
      .decided_by("more seeds or larger widths")
      .finding(text(
          "Five points in R^3, depth 2: the distance |G^T G - H|_F to (H^(L-1) + Sigma^(L-1))/2 "
          "falls like m^",
          brief(corrected.value), " and is ", brief(below.value), " at m = ",
          brief(distances.widths.back()), "; to the printed (H^L + Sigma^L)/2 it stays ",
          brief(printed.value), ". Depth 3: exponent ", brief(deeper_corrected.value),
          ". The printed formula is the limit of a network with one layer more."));
}

Verdict gradient_gram_converges(const Context& context) {
  const theory::LimitDistances distances = distances_to_limits(context, 2);
  // The lemma needs m ~ eps^-4, that is an exponent of -1/4 or faster.
  const Judgement exponent = judge_mean(log_slopes(distances.widths, distances.corrected),
                                        Relation::kAtMost, -0.25, Evidence::kBelow, context)
                                 .decided_by("more seeds or larger widths");
  return exponent.finding(text(
      "|G^T G - H|_F falls like m^", brief(exponent.value()), " (mean ",
      brief(mean(last_of_each(distances.corrected))), " at m = ", brief(distances.widths.back()),
      "), faster than the m^(-1/4) that the lemma asks for. G G^T is p x p and H is Tn x Tn, so "
      "that G^T G is meant."));
}

// 2 E[s(a) s(b)] for standard normals of correlation cos(theta): in polar coordinates the radius
// integrates to a constant, and an angle is left. Both activations are positive between
// theta - pi/2 and pi/2. Gauss' rule with n = 15 points errs by
//
//   length^(2n+1) (n!)^4 / ((2n+1) ((2n)!)^3) max |f^(2n)|,
//
// [M. Abramowitz, I. Stegun, Handbook of Mathematical Functions, 25.4.30] and derivative 30 of
// cos(2 angle - theta) + cos(theta) is at most 2^30: at most pi^31 2^30 (15!)^4 / (31 (30!)^3),
// less than 2^-80.
double expectation(double theta, bool derivative) {
  const double from_angle = theta - std::numbers::pi / 2.0;
  const double to_angle = std::numbers::pi / 2.0;
  const auto integrand = [theta, derivative](double angle) {
    return derivative ? 1.0 : 2.0 * std::cos(angle) * std::cos(angle - theta);
  };
  const double integral =
      boost::math::quadrature::gauss<double, 15>::integrate(integrand, from_angle, to_angle);
  return integral / std::numbers::pi;
}

// What rounding does to Sigma^1 and to H^1, in units of 2^-53, with a libm that errs by at most one
// unit in the last place. An angle of the rule is below 1.6 and has 5 roundings, which move the
// integrand by 2 * 8; its own are 4 for each cosine, 2 for the difference of angles and 2 products:
// 12 on a value of at most 2, so 24. The sum has 10 roundings and rounded weights, on a value of at
// most 2: 22. As a mean over at most pi, divided by pi with two roundings of at most 1: 64 in all
// for Sigma^1. H^1 adds cos(theta) times another one: 16 + 4 + 1, and a sum of at most 2: at
// most 88. The angle pi - theta of an obtuse pair is rounded, which moves Sigma^1 by 4 and H^1 by
// 8, and the closed forms have their own error relative to values of at most 2.
double rounding_of_level_1() {
  return (88.0 + 8.0) * 0x1p-53 + 2.0 * theory::ntk_entry_error(1);
}

Verdict closed_forms_are_the_expectations(const Context& context) {
  double worst = 0.0;
  const int angles = context.by_effort(50, 500);
  for (int i = 1; i < angles; ++i) {
    const double theta = std::numbers::pi * i / angles;
    theory::Angle angle;
    angle.obtuse = theta > std::numbers::pi / 2.0;
    angle.from_pole = angle.obtuse ? std::numbers::pi - theta : theta;
    const theory::NtkLevel level = theory::first_ntk_level(angle);
    const double sigma = expectation(theta, false);
    const double h = std::cos(theta) * expectation(theta, true) + sigma;
    worst = std::max({worst, std::abs(level.sigma - sigma), std::abs(level.h - h)});
  }
  return judge(computed(worst), Relation::kAtMost, rounding_of_level_1())
      .finding(text("Sigma^1 and H^1 by the arc-cosine formulas against the printed "
                    "expectations by quadrature at ",
                    angles - 1, " angles: largest difference ", brief(worst), "."));
}

Verdict smallest_eigenvalue_is_positive(const Context& context) {
  const Eigen::Index points = context.by_effort<Eigen::Index>(200, 1000);
  std::string finding;
  bool positive = true;
  Measured least = Measured::exact(1e9);
  for (const Eigen::Index dim : {3, 20}) {
    const theory::Spectrum found =
        kernel_spectrum(unit_points(dim, points, context.run_seed(0)), 2);
    positive = positive && found.smallest_eigenvalue.lower > 0.0;
    if (found.smallest_eigenvalue.value < least.value) least = found.smallest_eigenvalue;
    append_item(finding, "d = ", dim, ": ", brief(found.smallest_eigenvalue.value));
  }
  return judge(positive).measured(least).bound(0.0).finding(
      text("Smallest eigenvalue over ", points,
           " independent unit contexts, certified above 0: ", finding, "."));
}

Verdict fixed_arms_break_it(const Context& context) {
  const ArmsOfRounds arms = arms_of_rounds("two-arms", 20, context.run_seed(0));
  const theory::Spectrum found = kernel_spectrum(arms.contexts, 2);
  return judge(found.smallest_eigenvalue, Relation::kAtMost, 0.0)
      .finding(text("Two arms shown in 20 rounds: 40 contexts, ", found.distinct_points,
                    " distinct, smallest eigenvalue ", brief(found.smallest_eigenvalue.value),
                    "."));
}

Verdict definite_means_not_repeated(const Context& context) {
  MatrixXd points = unit_points(4, 30, context.run_seed(0));
  const Measured before = kernel_spectrum(points, 2).smallest_eigenvalue;
  points.col(29) = points.col(0);
  const Measured after = kernel_spectrum(points, 2).smallest_eigenvalue;
  const ArmsOfRounds arms = arms_of_rounds("antipodal:dim=3,pairs=4", 1, context.run_seed(0));
  const Measured depth_2 = kernel_spectrum(arms.contexts, 2).smallest_eigenvalue;
  const Measured depth_3 = kernel_spectrum(arms.contexts, 3).smallest_eigenvalue;
  return judge(before.lower > 0.0 && after.upper <= 0.0)
      .measured(after)
      .bound(0.0)
      .finding(text("30 distinct contexts: smallest eigenvalue ", brief(before.value),
                    "; one of them repeated: ", brief(after.value),
                    ". Distinct contexts are not enough, which the paper does not say either: four "
                    "antipodal pairs in R^3 have a smallest eigenvalue of at most ",
                    brief(depth_2.upper), " at depth 2 and of ", brief(depth_3.value),
                    " at depth 3 (E-12)."));
}

}  // namespace

std::vector<Claim> kernel_claims() {
  return {
      {.id = "DEF-NTK",
       .kind = EvidenceKind::kMeasured,
       .says = "The kernel matrix is (H^L + Sigma^L)/2 of the recursion that starts at index 0.",
       .place = {"Connection to Neural Tangent Kernel", "def:NTK"},
       .correction = "E-2: the gradients of a network with L weight matrices converge to "
                     "(H^(L-1) + Sigma^(L-1))/2.",
       .how = "Distance of finite-width kernels from both formulas as the width grows, seeds as "
              "units.",
       .recorded = always(Status::kHoldsCorrected),
       .statistical = true,
       .cost = 1,
       .check = index_of_the_recursion},
      {.id = "DEF-SIGMA",
       .kind = EvidenceKind::kDerived,
       .says = "Sigma^l = 2 E[s(a) s(b)], H^l = 2 H^(l-1) E[s'(a) s'(b)] + Sigma^l.",
       .place = {"Connection to Neural Tangent Kernel", "def:NTK"},
       .how = "The arc-cosine closed forms against the expectations by quadrature.",
       .recorded = always(Status::kHolds),
       .check = closed_forms_are_the_expectations},
      {.id = "ASM-NTK/random-contexts",
       .kind = EvidenceKind::kDerived,
       .says = "The kernel matrix of the contexts is positive definite.",
       .place = {"Connection to Neural Tangent Kernel", "assum:ntk"},
       .how = "Certified smallest eigenvalue over independent unit contexts in R^3 and R^20.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check = smallest_eigenvalue_is_positive},
      {.id = "ASM-NTK/fixed-arms",
       .kind = EvidenceKind::kDerived,
       .says = "It excludes bandits whose arms come back.",
       .place = {"Connection to Neural Tangent Kernel", "assum:ntk"},
       .how = "The matrix over 20 rounds of two fixed arms.",
       .recorded = always(Status::kHolds),
       .check = fixed_arms_break_it},
      {.id = "CLM-PD-REPEAT",
       .kind = EvidenceKind::kDerived,
       .says = "A positive definite kernel matrix implies that no context is repeated.",
       .place = {"Connection to Neural Tangent Kernel", "assum:ntk"},
       .how = "Distinct contexts, then one of them repeated; and, as a remark, distinct contexts "
              "whose matrix is singular.",
       .recorded = always(Status::kHolds),
       .check = definite_means_not_repeated},
      {.id = "LEM-boundgradientandNTK",
       .kind = EvidenceKind::kMeasured,
       .says = "|G G^T - H|_F <= eps once m is of the order (Tn/eps)^4.",
       .place = {"Connections with Neural Tangent Kernel", "lemma:boundgradientandNTK"},
       .correction = "E-2, E-22: with the H of E-2, and G^T G, which has the size of H.",
       .how = "The exponent with which the distance falls in m, seeds as units, against the -1/4 "
              "that the lemma needs.",
       .recorded = always(Status::kHolds),
       .statistical = true,
       .cost = 1,
       .check = gradient_gram_converges}};
}

}  // namespace eenet::verify
