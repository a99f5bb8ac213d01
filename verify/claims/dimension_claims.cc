// Effective dimension, S, and the comparisons that are made with them.
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"
#include "theory/regret/bounds.h"
#include "verify/claims/judge.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/spectra.h"
#include "verify/claims/statistics.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using theory::Measured;
using theory::NtkConvention;
using WideMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using WideVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

struct SmallProblem {
  MatrixXd points;
  VectorXd rewards;
  WideMatrix kernel;
};

SmallProblem small_problem(const Context& context) {
  SmallProblem problem;
  problem.points = unit_points(4, 12, context.run_seed(0));
  problem.rewards = ((problem.points.row(0).transpose().array() + 1.0) / 2.0).matrix();
  problem.kernel =
      theory::kernel_matrix(theory::InfiniteNtk(problem.points, 2)).cast<long double>();
  return problem;
}

Verdict within_ends(const Measured& measured, double direct, std::string finding) {
  return judge(measured, Relation::kEqual, direct).finding(std::move(finding));
}

Verdict s_is_defined(const Context& context) {
  const SmallProblem problem = small_problem(context);
  const theory::Spectrum found =
      kernel_spectrum(problem.points, 2, NtkConvention::kCorrected, problem.rewards);
  const WideVector h = problem.rewards.cast<long double>();
  const auto direct = static_cast<double>(std::sqrt(2.0L * h.dot(problem.kernel.ldlt().solve(h))));
  return within_ends(
      found.reward_norm->value, direct,
      text("S of 12 contexts in certified ends: ", brief(found.reward_norm->value.value),
           "; directly, in extended precision: ", brief(direct), "."));
}

Verdict effective_dimension_is_defined(const Context& context) {
  const SmallProblem problem = small_problem(context);
  const theory::Spectrum found = kernel_spectrum(problem.points, 2);
  const Eigen::SelfAdjointEigenSolver<WideMatrix> solver(problem.kernel, Eigen::EigenvaluesOnly);
  long double log_det = 0.0L;
  for (Eigen::Index i = 0; i < 12; ++i) log_det += std::log1p(solver.eigenvalues()[i]);
  const auto direct = static_cast<double>(log_det / std::log1p(12.0L));
  return within_ends(
      found.effective_dimension, direct,
      text("d~ of 12 contexts in certified ends: ", brief(found.effective_dimension.value),
           "; from eigenvalues in extended "
           "precision: ",
           brief(direct), "."));
}

Verdict norm_of_h_is_linear(const Context& /*context*/) {
  // The worst case is h = 1 on all T n arms; the exponent of |h|_2^2 = T n in T follows from two
  // horizons, in whole numbers and so exactly.
  const auto square = [](double rounds) { return rounds * 10.0; };
  const double squared = std::log(square(1e6) / square(1e3)) / std::log(1e3);
  const double exponent = squared / 2.0;
  return judge(squared == 1.0 || exponent == 1.0)
      .measured(computed(exponent))
      .bound(1.0)
      .when_true(as_printed_if(exponent == 1.0))
      .finding(text("With h = 1 everywhere, the largest there is, |h|_2 = sqrt(Tn): exponent ",
                    brief(exponent), " in T. The square has exponent ", brief(squared), "."));
}

// S^2 of the first `size` of `most` points.
double s_squared(std::uint64_t seed, bool structured, Eigen::Index size, Eigen::Index most) {
  const MatrixXd points = unit_points(5, most, seed);
  Rng rng(seed, "claims/rewards");
  VectorXd h(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    h[k] = structured ? (1.0 + points(0, k)) / 2.0 : rng.uniform();
  }
  const double s = kernel_spectrum(points.leftCols(size), 2, NtkConvention::kCorrected, h)
                       .reward_norm->value.value;
  return s * s;
}

Verdict s_squared_grows(const Context& context) {
  const auto sizes = context.by_effort<std::vector<double>>({50, 100, 200}, {50, 100, 200, 400});
  const std::uint64_t seeds = context.by_effort<std::uint64_t>(8, 16);
  const auto curves = [&](bool structured) {
    return curves_per_seed(context, seeds, sizes, [&](std::uint64_t seed, double size) {
      return s_squared(seed, structured, static_cast<Eigen::Index>(size),
                       static_cast<Eigen::Index>(sizes.back()));
    });
  };
  const Curves free = curves(false);
  const Curves linear = curves(true);
  const Judgement exponent =
      judge_mean(log_slopes(sizes, free), Relation::kAtLeast, 1.0, Evidence::kAbove, context);
  return exponent.finding(
      text("d = 5, h independent at every point: S^2 grows like N^", brief(exponent.value()),
           "; median ", brief(median(last_of_each(free))), " at N = ", brief(sizes.back()),
           ". With h linear in x it does not: exponent ", brief(mean(log_slopes(sizes, linear))),
           ", median ", brief(median(last_of_each(linear))), "."));
}

// What the bounds of theory/regret/bounds.h need, with 1 for log T and for all constants.
theory::KernelQuantities without_logarithms(double d, double s, std::uint64_t rounds) {
  return {Measured::exact(d), Measured::exact(s), rounds, Measured::exact(1.0)};
}

// EE-Net's bound over another one.
double ratio_to(theory::RegretBound (*other)(const theory::KernelQuantities&),
                const theory::KernelQuantities& kernel) {
  return theory::eenet_through_kernel(kernel).value.value / other(kernel).value.value;
}

// Contexts on an arc that shrinks: lambda_min goes to 0, and S of a constant h does not grow.
Verdict s_follows_the_smallest_eigenvalue(const Context& context) {
  const Eigen::Index count = context.by_effort<Eigen::Index>(30, 100);
  std::vector<double> smallest;
  std::vector<double> norms;
  bool definite = true;
  bool bounded = true;
  for (const double length : {1.0, 1e-2, 1e-4}) {
    const MatrixXd points = points_on_arc(count, length);
    const VectorXd h = VectorXd::Constant(count, 0.9);
    const theory::Spectrum found = kernel_spectrum(points, 2, NtkConvention::kCorrected, h);
    const Measured& s = found.reward_norm->value;
    definite = definite && found.smallest_eigenvalue.lower > 0.0;
    // |h| sqrt(2/lambda_min), from the ends that make it smallest.
    bounded = bounded && s.lower <= std::sqrt(2.0 / found.smallest_eigenvalue.lower) * h.norm();
    smallest.push_back(found.smallest_eigenvalue.value);
    norms.push_back(s.upper);
  }
  return judge(bounded)
      .provided({{"the kernel matrix is positive definite", definite}})
      .finding(text(count, " contexts on arcs of length 1, 0.01, 0.0001, h = 0.9: lambda_min ",
                    brief(smallest), ", S at most ", brief(norms),
                    ": S <= |h| sqrt(2/lambda_min), but it need not grow as lambda_min falls."));
}

Verdict neural_ucb_bound_is_printed(const Context& /*context*/) {
  // Its own derivation: T rounds lose at most 2 gamma |g|_(A^-1) each, gamma = sqrt(log det) + S,
  // and sum |g|^2 <= 2 log det; so (sqrt(d) + S) sqrt(2 T d), whatever S is: sqrt(2)
  // times EE-Net's bound through the kernel.
  constexpr std::uint64_t kRoundsOfExample = 10'000;
  constexpr double kDimension = 10.0;
  double smallest = 1e300;
  double largest = 0.0;
  double corrected = 0.0;
  for (const double s : {1.0, 10.0, 100.0, 1000.0, 10000.0}) {
    const theory::KernelQuantities kernel = without_logarithms(kDimension, s, kRoundsOfExample);
    const double ratio = std::sqrt(2.0) * ratio_to(theory::neural_ucb_printed, kernel);
    smallest = std::min(smallest, ratio);
    largest = std::max(largest, ratio);
    corrected =
        std::max(corrected, std::sqrt(2.0) * ratio_to(theory::neural_ucb_corrected, kernel));
  }
  // Equal order: the ratio stays within a constant (2 is (a + b)/sqrt(a^2 + b^2) times sqrt 2).
  const bool printed_order = largest <= 2.0;
  return judge(corrected <= 2.0)
      .measured(computed(largest))
      .bound(2.0)
      .when_true(as_printed_if(printed_order))
      .finding(text("d~ = 10, T = 10000, S from 1 to 10000: the bound that the elliptical "
                    "argument gives is ",
                    brief(smallest), " to ", brief(largest), " times the printed one and at most ",
                    brief(corrected),
                    " times the one with S^2 T. The cited papers were not read again."));
}

Verdict at_least_as_good(const Context& context) {
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(50, 200);
  const ArmsOfRounds arms = arms_of_rounds("linear:dim=5,arms=4", rounds, context.run_seed(0));
  const theory::Spectrum found =
      kernel_spectrum(arms.contexts, 2, NtkConvention::kCorrected, arms.expected_rewards);
  const double d = found.effective_dimension.value;
  const double s = found.reward_norm->value.value;
  const theory::KernelQuantities kernel = without_logarithms(d, s, rounds);
  const double to_corrected = ratio_to(theory::neural_ucb_corrected, kernel);
  const double here = ratio_to(theory::neural_ucb_printed, kernel);
  // The same for a reward function that is large in the kernel's norm.
  const double large_s = ratio_to(theory::neural_ucb_printed, without_logarithms(d, 100.0, rounds));
  const double worst = std::max(large_s, here);
  const bool same_order = to_corrected <= std::sqrt(2.0) && to_corrected >= 1.0;
  return judge(same_order)
      .measured(computed(worst))
      .bound(1.0)
      .when_true(as_printed_if(worst <= 1.0))
      .finding(text("Without logarithms, linear h, T = ", rounds, ", n = 4: d~ = ", brief(d),
                    ", S = ", brief(s), ". EE-Net's bound through the kernel is ", brief(here),
                    " times NeuralUCB's as printed (", brief(large_s), " times at S = 100), and ",
                    brief(to_corrected),
                    " times the corrected one (always between 1 and sqrt 2): the same "
                    "order, never better."));
}

}  // namespace

std::vector<Claim> dimension_claims() {
  return {
      {.id = "EQ-NUCB",
       .kind = EvidenceKind::kDerived,
       .says = "NeuralUCB and NeuralTS have regret O(sqrt(d~ T log T + S^2)) O(sqrt(d~ log T)).",
       .place = {"Regret Analysis", "eq:baselinebound"},
       .correction = "E-11: S^2 T in place of S^2.",
       .how = "The printed expression against what the elliptical argument gives, as S grows.",
       .recorded = always(Status::kHoldsCorrected),
       .check = neural_ucb_bound_is_printed},
      {.id = "DEF-S",
       .kind = EvidenceKind::kDefinition,
       .says = "S = sqrt(2 h^T H^-1 h).",
       .place = {"Regret Analysis", "eq:baselinebound"},
       .how = "Certified ends against a direct solution in extended precision.",
       .recorded = always(Status::kHolds),
       .check = s_is_defined},
      {.id = "DEF-DEFF",
       .kind = EvidenceKind::kDefinition,
       .says = "d~ = log det(I + H/lambda) / log(1 + Tn/lambda).",
       .place = {"Regret Analysis", "eq:baselinebound"},
       .how = "Certified ends against eigenvalues in extended precision.",
       .recorded = always(Status::kHolds),
       .check = effective_dimension_is_defined},
      {.id = "CLM-HNORM",
       .kind = EvidenceKind::kDerived,
       .says = "In the worst case |h|_2 = Theta(T).",
       .place = {"Regret Analysis", "sec:analysis"},
       .correction = "E-9: |h|_2 <= sqrt(Tn); the square is Theta(Tn).",
       .how = "The exponent of |h|_2 in T for h = 1.",
       .recorded = always(Status::kHoldsCorrected),
       .check = norm_of_h_is_linear},
      {.id = "CLM-S2LIN",
       .kind = EvidenceKind::kMeasured,
       .says = "S^2 can in general grow linearly with T.",
       .place = {"Regret Analysis", "sec:analysis"},
       .how = "The exponent of S^2 in the number of points, seeds as units, h independent at every "
              "point; h linear in x beside it.",
       .recorded = always(Status::kHolds),
       .statistical = true,
       .cost = 1,
       .check = s_squared_grows},
      {.id = "CLM-ATLEAST/bounds",
       .kind = EvidenceKind::kDerived,
       .says = "The bound through the kernel is at least as good as those of NeuralUCB.",
       .place = {"Connection to Neural Tangent Kernel", "lemma:upperboundofStk"},
       .correction = "E-11: of the same order as the corrected one, worse than the printed one.",
       .how = "Ratio of the bounds at the effective dimension and S of real contexts.",
       .recorded = always(Status::kHoldsCorrected),
       .check = at_least_as_good},
      {.id = "CLM-S-LAMBDA",
       .kind = EvidenceKind::kDerived,
       .says = "S depends on the smallest eigenvalue of H and on h.",
       .place = {"Regret Analysis", "sec:analysis"},
       .how = "Certified S and lambda_min for contexts on shrinking arcs and constant h.",
       .recorded = always(Status::kHolds),
       .cost = 1,
       .check = s_follows_the_smallest_eigenvalue},
      {.id = "LIT-LIN",
       .kind = EvidenceKind::kQuoted,
       .says = "Linear contextual bandits have regret O(d sqrt T log T) and O(sqrt(dT) log T).",
       .place = {"Regret Analysis", "sec:analysis"},
       .how = "Citations.",
       .recorded = always(Status::kNotTestable),
       .check = [](const Context&) {
         return not_testable("statements about the results of other papers");
       }}};
}

}  // namespace eenet::verify
