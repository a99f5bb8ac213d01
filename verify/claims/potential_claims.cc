// Determinants and the elliptical potential, in the proof of the lemma about the kernel.
#include <Eigen/Dense>
#include <cmath>

#include "reference/require.h"
#include "theory/kernel/empirical_ntk.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"
#include "verify/claims/judge.h"
#include "verify/claims/psi.h"
#include "verify/claims/registry.h"
#include "verify/claims/runs.h"
#include "verify/claims/spectra.h"
#include "verify/claims/wording.h"

namespace eenet::verify {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using theory::Measured;

// G^T G over all arms of some rounds, and which of them were selected.
struct Arms {
  MatrixXd gram;                       // Tn x Tn
  std::vector<Eigen::Index> selected;  // T of them
};

Arms arms_with_gradients(const std::string& environment, std::uint64_t rounds, std::uint64_t seed,
                         Eigen::Index width) {
  const ArmsOfRounds all = arms_of_rounds(environment, rounds, seed);
  const Mlp net = initial_network_of({all.contexts.rows(), width, 2}, seed);
  Arms arms;
  arms.gram = theory::EmpiricalNtk(net, all.contexts).matrix();
  const Eigen::Index per_round = all.contexts.cols() / static_cast<Eigen::Index>(rounds);
  for (std::uint64_t t = 0; t < rounds; ++t) {
    arms.selected.push_back(per_round * static_cast<Eigen::Index>(t));
  }
  return arms;
}

double log_det_of_one_plus(const MatrixXd& gram) {
  const MatrixXd shifted = MatrixXd::Identity(gram.rows(), gram.cols()) + gram;
  const Eigen::LLT<MatrixXd> factor(shifted);
  double sum = 0.0;
  for (Eigen::Index i = 0; i < gram.rows(); ++i) sum += 2.0 * std::log(factor.matrixLLT()(i, i));
  return sum;
}

MatrixXd among(const MatrixXd& gram, const std::vector<Eigen::Index>& rows,
               const std::vector<Eigen::Index>& columns) {
  MatrixXd part(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(columns.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      part(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = gram(rows[i], columns[j]);
    }
  }
  return part;
}

// sum over all arms of |g|^2 in the norm of (I + G_S G_S^T)^-1, by Woodbury: k(x,x) - k_S (I +
// K_SS)^-1 k_S.
double potential(const Arms& arms, const std::vector<Eigen::Index>& in_matrix) {
  std::vector<Eigen::Index> all;
  for (Eigen::Index i = 0; i < arms.gram.rows(); ++i) all.push_back(i);
  const MatrixXd inner = among(arms.gram, in_matrix, in_matrix);
  const MatrixXd cross = among(arms.gram, in_matrix, all);
  const Eigen::LLT<MatrixXd> factor(MatrixXd::Identity(inner.rows(), inner.cols()) + inner);
  const MatrixXd solved = factor.solve(cross);
  double sum = 0.0;
  for (Eigen::Index i = 0; i < arms.gram.rows(); ++i) {
    sum += arms.gram(i, i) - cross.col(i).dot(solved.col(i));
  }
  return sum;
}

// What rounding can do to such sums: a backward stable factor of I + K moves them by at most
// c N u |I + K| |(I + K)^-1| trace, and |(I + K)^-1| <= 1; c = 16 covers the solves.
double rounding_of(const MatrixXd& gram) {
  const auto n = static_cast<double>(gram.rows());
  return 16.0 * n * 0x1p-53 * (1.0 + gram.trace()) * gram.trace();
}

Measured with_rounding(double value, const MatrixXd& gram) {
  const double error = rounding_of(gram);
  return Measured::certified_between(value, value - error, value + error);
}

Verdict potential_with_mixed_sets(const Context& context) {
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(30, 50);
  AllAtMost printed;
  std::string found;
  Answer corrected = Answer::kYes;
  for (const char* environment :
       {"linear:dim=10,arms=10", "linear:dim=20,arms=10,contexts=blocks"}) {
    const Arms arms = arms_with_gradients(environment, rounds, context.run_seed(0), 256);
    std::vector<Eigen::Index> all;
    for (Eigen::Index i = 0; i < arms.gram.rows(); ++i) all.push_back(i);
    const Measured sum = with_rounding(potential(arms, arms.selected), arms.gram);
    const Measured bound = with_rounding(
        2.0 * log_det_of_one_plus(among(arms.gram, arms.selected, arms.selected)), arms.gram);
    const Measured own = with_rounding(potential(arms, all), arms.gram);
    const Measured own_bound = with_rounding(log_det_of_one_plus(arms.gram), arms.gram);
    printed.add(sum, bound, sum.value / bound.value);
    corrected = both(corrected, is_at_most(own, own_bound));
    append_item(found, environment, ": ", brief(sum.value),
                " against 2 log "
                "det A_T = ",
                brief(bound.value), "; with A of all arms ", brief(own.value),
                " <= log det = ", brief(own_bound.value));
  }
  return printed.judge()
      .provided({{"the repaired inequality holds", corrected == Answer::kYes}})
      .finding(text("T = ", rounds,
                    ", n = 10, always the first arm selected: sum over all Tn "
                    "arms of |g|^2 in the norm of A_T^-1, ",
                    found, "."));
}

// Rewards 0 or 1 with equal probability, predictions f: all four sums by enumeration.
Verdict noise_disappears(const Context& /*context*/) {
  double expected = 0.0;
  double without_noise = 0.0;
  double variance = 0.0;
  for (int i = 0; i <= 8; ++i) {
    const double h = i / 8.0;
    const double f = 0.5;
    expected += h * (1.0 - f) * (1.0 - f) + (1.0 - h) * f * f;
    without_noise += (h - f) * (h - f);
    variance += h * (1.0 - h);
  }
  // multiples of 2^-8: no rounding anywhere
  return judge(Measured::exact(expected), Relation::kEqual, without_noise)
      .finding(text("Nine Bernoulli rewards with h = 0, 1/8, ..., 1 and the prediction 1/2: E "
                    "sum (r - f)^2 = ",
                    brief(expected), ", sum (h - f)^2 = ", brief(without_noise),
                    "; the difference is sum Var(r) = ", brief(variance),
                    ". Without noise, or with f chosen after the rewards, the sentence is "
                    "another."));
}

// One 0/1 pair of equal contexts per round: whatever f, (f - 0)^2 + (f - 1)^2 >= 1/2.
Verdict half_may_be_dropped(const Context& context) {
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(100, 1000);
  const ArmsOfRounds arms = arms_of_rounds("duplicates:dim=4", rounds, context.run_seed(0));
  const double at_least = psi_of_equal_pairs(arms.rewards);
  double half = 0.0;  // sum (r - f)^2 / 2 for the best function there is, f = 1/2
  for (const double reward : arms.rewards) half += (reward - 0.5) * (reward - 0.5) / 2.0;
  return judge(Measured::exact(at_least), Relation::kAtMost, half)
      .finding(text("One 0/1 pair of equal contexts in each of ", rounds,
                    " rounds: Psi >= ", brief(at_least),
                    " in every ball; the best function "
                    "has sum (r - f)^2/2 = ",
                    brief(half),
                    ", which the restated lemma says is "
                    "no smaller."));
}

Verdict norm_of_a_is_linear(const Context& context) {
  double worst = 0.0;
  std::string found;
  for (const Eigen::Index depth : {2, 3, 4}) {
    const MatrixXd points = unit_points(5, 100, context.run_seed(0));
    const Mlp net = initial_network_of({5, context.by_effort<Eigen::Index>(128, 512), depth},
                                       context.run_seed(0));
    const MatrixXd gram = theory::EmpiricalNtk(net, points).matrix();
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
    const double norm = 1.0 + solver.eigenvalues().maxCoeff();
    worst = std::max(worst, (norm - 1.0) / (100.0 * static_cast<double>(depth)));
    found += text(found.empty() ? "" : ", ", "L = ", depth, ": ", brief(norm));
  }
  return judge(computed(worst), Relation::kAtMost, 1.0)
      .finding(text("|A_T| for T = 100, ", found, ": 1 + c T L with c at most ", brief(worst),
                    ", so the constant 1 is enough."));
}

Verdict log_det_is_bounded(const Context& context) {
  const std::uint64_t rounds = context.by_effort<std::uint64_t>(20, 50);
  const ArmsOfRounds all = arms_of_rounds("linear:dim=10,arms=10", rounds, context.run_seed(0));
  const Arms arms = arms_with_gradients("linear:dim=10,arms=10", rounds, context.run_seed(0),
                                        context.by_effort<Eigen::Index>(1024, 4096));
  const MatrixXd limit = theory::kernel_matrix(theory::InfiniteNtk(all.contexts, 2));
  const double selected = log_det_of_one_plus(among(arms.gram, arms.selected, arms.selected));
  const double everything = log_det_of_one_plus(limit);
  const MatrixXd inverse = (MatrixXd::Identity(limit.rows(), limit.cols()) + limit).inverse();
  const double norm = inverse.norm();
  const auto t = static_cast<double>(rounds);
  const Measured left = with_rounding(selected, arms.gram);
  const Measured right = with_rounding(everything + 1.0, limit);
  return judge(left, Relation::kAtMost, right)
      .when_true(as_printed_if(norm <= std::sqrt(t)))
      .finding(text("T = ", rounds, ", n = 10: log det A_T = ", brief(selected),
                    " <= d~ log(1 + Tn) + 1 = ", brief(everything + 1.0),
                    ". On the way |(I+H)^-1|_F is ", brief(norm),
                    ", said to be at most sqrt(T) = ", brief(std::sqrt(t)),
                    "; sqrt(Tn) = ", brief(std::sqrt(10.0 * t)), " is right."));
}

}  // namespace

std::vector<Claim> potential_claims() {
  return {
      {.id = "LEM-detazero-1",
       .says = "|A_T| <= 1 + O(TL).",
       .place = {"Connections with Neural Tangent Kernel", "lemma:detazero"},
       .how = "The largest eigenvalue of gradient Gram matrices at depth 2, 3 and 4, T = 100, over "
              "1 + T L.",
       .audit = {AuditCode::kHolds, "T=100: 41.4-43.5"},
       .recorded = always(Status::kHolds),
       .check = norm_of_a_is_linear},
      {.id = "LEM-detazero-2",
       .says = "log det A_T <= d~ log(1 + Tn) + 1.",
       .place = {"Connections with Neural Tangent Kernel", "lemma:detazero"},
       .correction = "B-22: a log is missing, G^T G is meant, and |(I+H)^-1|_F <= sqrt(Tn).",
       .how = "Both sides on one set of contexts, and the step in between.",
       .audit = {AuditCode::kHoldsCorrected, "missing log, G^T G, sqrt(Tn)"},
       .recorded = always(Status::kHoldsCorrected),
       .check = log_det_is_bounded},
      {.id = "PRF-STK-NOISE",
       .says = "E sum (r - f(x; theta'))^2 = sum (h - f(x; theta'))^2.",
       .place = {"Connections with Neural Tangent Kernel", "lemma:upperboundofStk"},
       .correction = "B-17: plus sum Var(r), for theta' independent of the rewards.",
       .how = "Bernoulli rewards by enumeration, without rounding.",
       .audit = {AuditCode::kContradicted, "+ sum Var(r)"},
       .recorded = always(Status::kContradicted),
       .check = noise_disappears},
      {.id = "PRF-STK-POT",
       .says = "The sum of |g|^2 in the norm of A_T^-1 over all Tn arms is at most 2 log det A_T.",
       .place = {"Connections with Neural Tangent Kernel", "lemma:upperboundofStk"},
       .correction = "B-18: A_T holds the T selected arms only; with A of all Tn arms it is right.",
       .how = "Both sides for independent and for block arms, the first arm always selected, with "
              "the rounding of the factorisation in the ends.",
       .audit = {AuditCode::kContradicted, "B-18"},
       .recorded = always(Status::kContradicted),
       .cost = 1,
       .check = potential_with_mixed_sets},
      {.id = "PRF-STK-HALF",
       .says = "Psi <= sum E (r - f)^2 / 2.",
       .place = {"Connections with Neural Tangent Kernel", "lemma:upperboundofStk"},
       .correction = "B-21: without the 1/2.",
       .how = "Pairs of equal contexts that pay 0 and 1: Psi is known from below in every ball.",
       .audit = {AuditCode::kContradicted, "factor 1/2 wrong direction"},
       .recorded = always(Status::kContradicted),
       .check = half_may_be_dropped}};
}

}  // namespace eenet::verify
