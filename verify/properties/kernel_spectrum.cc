// Spectra of kernel matrices: their ends must hold what is known in other ways. [EENET, Regret
// Analysis, effective dimension, lambda_0 and S]
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/extreme_eigenvalues.h"
#include "theory/spectrum/log_determinant.h"
#include "theory/spectrum/prefix_log_determinants.h"
#include "theory/spectrum/spectrum_of.h"
#include "verify/generators/numbers.h"
#include "verify/plain/ntk.h"
#include "verify/properties/comparison.h"
#include "verify/properties/kernel.h"

namespace eenet::verify {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using theory::Measured;
using theory::Spectrum;
using theory::StoredKernel;
using Wide = long double;

constexpr Wide kWideUnit = 0x1p-64L;

// The number must be between the ends; `slack` is what it is not known to itself.
void require_within(const char* what, const Measured& measured, Wide exact, Wide slack,
                    Findings& findings) {
  const bool inside = static_cast<Wide>(measured.lower) <= exact + slack &&
                      exact - slack <= static_cast<Wide>(measured.upper);
  findings.require(inside, [&] {
    return text(what, " is between ", shown(measured.lower), " and ", shown(measured.upper),
                ", and is ", shown(static_cast<double>(exact)));
  });
}

// Proven ends must not be wider than what their analysis says they are.
void require_narrow(const char* what, const Measured& measured, double most, Findings& findings) {
  findings.require(measured.upper - measured.lower <= most, [&] {
    return text(what, " is between ", shown(measured.lower), " and ", shown(measured.upper),
                ", expected no further apart than ", most);
  });
}

void require_overlap(const char* what, const Measured& a, const Measured& b, Findings& findings) {
  findings.require(a.lower <= b.upper && b.lower <= a.upper, [&] {
    return text(what, " is between ", shown(a.lower), " and ", shown(a.upper),
                " by one way, between ", shown(b.lower), " and ", shown(b.upper), " by another");
  });
}

double lambda_of(const Case& one) {
  Rng rng = case_rng(one, "lambda");
  return std::ldexp(1.0 + rng.uniform(), static_cast<int>(rng.below(12)) - 8);
}

StoredKernel stored(const MatrixXd& points, const KernelCase& choice) {
  return StoredKernel(theory::InfiniteNtk(points, choice.depth, choice.convention));
}

// Of the distinct points, as `eenet theory spectrum` computes it.
Spectrum spectrum_of(const MatrixXd& points, const KernelCase& choice,
                     const std::optional<VectorXd>& rewards,
                     const theory::SpectrumSettings& settings) {
  return theory::spectrum_of(points, {choice.depth, choice.convention}, rewards, settings);
}

// What the twin's log det misses: its factor (n + 1) roundings per term, its entries as much as
// ours with 2^-64 for 2^-53, each eigenvalue of I + H / lambda at least 1.
Wide twin_slack(Wide n, Wide trace, Wide lambda, double entry_error) {
  const Wide factor = 2.0L * (n + 2.0L) * kWideUnit * (n + trace / lambda);
  const Wide entries = static_cast<Wide>(entry_error) * 0x1p-10L * trace / lambda;
  return n * (factor + entries);
}

void log_det_is_the_plain_one(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const double lambda = lambda_of(one);
  StoredKernel kernel = stored(points, choice);
  const auto n = static_cast<double>(points.cols());
  const Wide trace = plain::trace(points, choice.levels);
  const Wide exact = plain::log_det(points, choice.levels, lambda);
  const Wide slack = twin_slack(n, trace, lambda, kernel.entry_error());
  const Measured found = theory::log_determinant(kernel, lambda);
  const Measured whole =
      spectrum_of(points, choice, std::nullopt, {.lambda = lambda}).log_determinant;
  const std::vector<Measured> prefixes = theory::prefix_log_determinants(kernel, lambda);
  const Index half = (points.cols() + 1) / 2;
  require_within("log det", found, exact, slack, findings);
  require_within("log det of the distinct points, weighted", whole, exact, slack, findings);
  require_within("log det of all prefixes", prefixes.back(), exact, slack, findings);
  require_within("log det of the first half", prefixes[static_cast<std::size_t>(half - 1)],
                 plain::log_det(points.leftCols(half), choice.levels, lambda), slack, findings);
  require_within("effective dimension", theory::effective_dimension(found, n, lambda),
                 exact / std::log1p(static_cast<Wide>(n) / lambda),
                 slack / std::log1p(static_cast<Wide>(n) / lambda) + 8.0L * kWideUnit * exact,
                 findings);
  require_within("information gain", theory::information_gain(found), exact / 2.0L, slack,
                 findings);
}

void log_det_is_what_the_trace_allows(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const double lambda = lambda_of(one);
  StoredKernel kernel = stored(points, choice);
  const Measured found = theory::log_determinant(kernel, lambda);
  const Wide trace = plain::trace(points, choice.levels);
  const auto n = static_cast<Wide>(points.cols());
  const Wide most = n * std::log1p(trace / (n * lambda));
  const Wide least = std::log1p(trace / lambda);
  findings.require(static_cast<Wide>(found.lower) <= most * (1.0L + 0x1p-50L), [&] {
    return text("log det is at least ", shown(found.lower), ", and N log(1 + trace/(N lambda)) is ",
                shown(static_cast<double>(most)));
  });
  findings.require(static_cast<Wide>(found.upper) >= least * (1.0L - 0x1p-50L), [&] {
    return text("log det is at most ", shown(found.upper), ", and log(1 + trace/lambda) is ",
                shown(static_cast<double>(least)));
  });
}

// H of orthogonal unit vectors is (a - b) I + b 1 1^T: everything is known.
void orthogonal_contexts_are_solved_exactly(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const auto d = static_cast<Index>(one.dimension);
  Rng rng = case_rng(one, "orthogonal");
  const auto n =
      static_cast<Index>(1 + rng.below(static_cast<std::uint64_t>(std::min<Index>(d, 12))));
  MatrixXd points = MatrixXd::Zero(d, n);
  const std::vector<std::size_t> axes = permutation(rng, one.dimension);
  VectorXd rewards(n);
  for (Index i = 0; i < n; ++i) {
    points(static_cast<Index>(axes[static_cast<std::size_t>(i)]), i) =
        rng.below(2) == 0 ? 1.0 : -1.0;
    rewards[i] = rng.uniform();
  }
  const double lambda = lambda_of(one);
  const Spectrum found = spectrum_of(points, choice, rewards, {.lambda = lambda});

  const Wide a = (choice.levels + 2) / 2.0L;
  const Wide b = plain::unit_ntk(std::numbers::pi_v<Wide> / 2.0L, choice.levels).value;
  const auto size = static_cast<Wide>(n);
  const Wide top = a + (size - 1.0L) * b;
  const Wide log_det = (size - 1.0L) * std::log1p((a - b) / lambda) + std::log1p(top / lambda);
  Wide sum = 0.0L;
  Wide squares = 0.0L;
  for (const double reward : rewards) {
    sum += reward;
    squares += static_cast<Wide>(reward) * reward;
  }
  const Wide norm = std::sqrt(2.0L * (squares - b * sum * sum / top) / (a - b));
  // Sums of at most a dozen terms; only the last difference cancels, by less than 2^8.
  const Wide roundings = 64.0L * kWideUnit;
  require_within("lambda_min", found.smallest_eigenvalue, n == 1 ? a : a - b, roundings * a,
                 findings);
  require_within("lambda_max", found.largest_eigenvalue, top, roundings * top, findings);
  require_within("log det", found.log_determinant, log_det, roundings * log_det, findings);
  require_within("effective dimension", found.effective_dimension,
                 log_det / std::log1p(size / lambda),
                 roundings * log_det / std::log1p(size / lambda), findings);
  require_within("S", found.reward_norm->value, norm, 0x1p8L * roundings * norm + roundings,
                 findings);
  // H is far from singular here, so that the ends are a few entry errors and roundings apart.
  const theory::InfiniteNtk kernel(points, choice.depth, choice.convention);
  const double width =
      64.0 * static_cast<double>(n * n) * (kernel.entry_error() + static_cast<double>(n) * 0x1p-53);
  const auto largest = static_cast<double>(top);
  require_narrow("lambda_min", found.smallest_eigenvalue, width * largest, findings);
  require_narrow("lambda_max", found.largest_eigenvalue, width * largest, findings);
  require_narrow("log det", found.log_determinant,
                 width * largest / lambda + width * static_cast<double>(log_det), findings);
}

// n copies of one context: rank one, and log det = log(1 + n |x|^2 (M+2)/2 / lambda).
void repeated_contexts_are_merged_exactly(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  if (points.col(0).isZero(0.0)) return;
  const auto copies = static_cast<Index>(1 + one.rounds);
  const MatrixXd repeated = points.col(0).replicate(1, copies);
  const double lambda = lambda_of(one);
  VectorXd rewards = VectorXd::Constant(copies, 0.25);
  const Spectrum found = spectrum_of(repeated, choice, rewards, {.lambda = lambda});
  const Wide trace = plain::trace(repeated, choice.levels);
  const Wide log_det = std::log1p(trace / lambda);
  require_within("log det", found.log_determinant, log_det, 64.0L * kWideUnit * log_det, findings);
  require_within("lambda_max", found.largest_eigenvalue, trace, 64.0L * kWideUnit * trace,
                 findings);
  findings.require(found.smallest_eigenvalue.value == 0.0 &&
                       found.smallest_eigenvalue.basis == theory::Basis::kExact,
                   "lambda_min of repeated contexts is not exactly 0");
  findings.require(found.reward_norm->value.upper < kInfinity,
                   "S is infinite although equal contexts have equal rewards");
  require_within("effective dimension", found.effective_dimension,
                 log_det / std::log1p(static_cast<Wide>(copies) / lambda),
                 64.0L * kWideUnit * log_det / std::log1p(static_cast<Wide>(copies) / lambda),
                 findings);
  // A last bit makes another point.
  MatrixXd nearly = repeated;
  nearly(0, copies - 1) = std::nextafter(nearly(0, copies - 1), kInfinity);
  findings.require(theory::distinct_points(nearly).count() == 2,
                   "two contexts that differ in a bit are taken for one");
  rewards[copies - 1] = 0.5;
  findings.require(
      spectrum_of(repeated, choice, rewards, {.lambda = lambda}).reward_norm->value.lower ==
          kInfinity,
      "S is finite although equal contexts have different rewards");
}

void no_eigenvalue_is_negative(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  StoredKernel kernel = stored(points, choice);
  const theory::SmallestEigenvalue smallest = theory::smallest_eigenvalue(kernel);
  const Measured largest = theory::largest_eigenvalue(kernel);
  const Wide trace = plain::trace(points, choice.levels);
  const auto n = static_cast<Wide>(points.cols());
  findings.require(smallest.positive_semidefinite, "H is proven not to be positive semidefinite");
  findings.require(smallest.value.lower >= 0.0 &&
                       static_cast<Wide>(smallest.value.lower) <= trace / n * (1.0L + 0x1p-50L),
                   [&] {
                     return text("lambda_min is at least ", shown(smallest.value.lower),
                                 ", and the mean of all is ",
                                 shown(static_cast<double>(trace / n)));
                   });
  findings.require(static_cast<Wide>(largest.upper) >= trace / n * (1.0L - 0x1p-50L) &&
                       static_cast<Wide>(largest.lower) <= trace * (1.0L + 0x1p-50L),
                   [&] {
                     return text("lambda_max is between ", shown(largest.lower), " and ",
                                 shown(largest.upper), ", and the trace is ",
                                 shown(static_cast<double>(trace)));
                   });
}

void eigenvalues_interlace(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  if (points.cols() < 2) return;
  const double lambda = lambda_of(one);
  StoredKernel whole = stored(points, choice);
  StoredKernel less = stored(points.leftCols(points.cols() - 1), choice);
  const Measured smallest = theory::smallest_eigenvalue(whole).value;
  const Measured largest = theory::largest_eigenvalue(whole);
  const Measured log_det = theory::log_determinant(whole, lambda);
  findings.require(smallest.lower <= theory::smallest_eigenvalue(less).value.upper,
                   "lambda_min fell when a point was removed");
  findings.require(largest.upper >= theory::largest_eigenvalue(less).lower,
                   "lambda_max rose when a point was removed");
  findings.require(log_det.upper >= theory::log_determinant(less, lambda).lower,
                   "log det rose when a point was removed");
}

void dense_is_iterative(const Case& one, Findings& findings) {
  const KernelCase choice = kernel_case(one);
  const MatrixXd points = kernel_points(one);
  const double lambda = lambda_of(one);
  Rng rng = case_rng(one, "rank");
  const auto rank = static_cast<Index>(1 + rng.below(static_cast<std::uint64_t>(points.cols())));
  const Spectrum dense = spectrum_of(points, choice, std::nullopt,
                                     {.lambda = lambda, .method = theory::SpectrumMethod::kDense});
  const Spectrum iterative =
      spectrum_of(points, choice, std::nullopt,
                  {.lambda = lambda, .method = theory::SpectrumMethod::kIterative, .rank = rank});
  Measured proven = iterative.log_determinant;
  if (proven.certified) {
    proven.lower = proven.certified->lower;
    proven.upper = proven.certified->upper;
  }
  require_overlap("lambda_min", dense.smallest_eigenvalue, iterative.smallest_eigenvalue, findings);
  require_overlap("lambda_max", dense.largest_eigenvalue, iterative.largest_eigenvalue, findings);
  require_overlap("log det", dense.log_determinant, proven, findings);
}

// Random signs see the trace of a diagonal matrix exactly: what is left of the probes' interval is
// the two quadratures and rounding.
void probes_see_a_diagonal_matrix(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "diagonal");
  const auto n = static_cast<Index>(2 + rng.below(30));
  VectorXd entries(n);
  for (double& entry : entries) entry = 0.25 + rng.uniform();
  const StoredKernel kernel(entries.asDiagonal(), 0.0);
  const double lambda = lambda_of(one);
  const theory::PartialCholesky partial =
      theory::partial_cholesky(kernel, 1 + static_cast<Index>(rng.below(3)) % n, 0.0);
  const theory::StochasticLogDeterminant found =
      theory::stochastic_log_determinant(kernel, partial, lambda, {.seed = one.seed});
  Wide exact = 0.0L;
  for (const double entry : entries) exact += std::log1p(static_cast<Wide>(entry) / lambda);
  // Every step rounds a product, two with the factor, and the recurrence, relative to the norm of
  // I + H / lambda, n times in all: the interval is the probes' and does not count that.
  const auto roundings = static_cast<double>(found.steps * (n + 2 * partial.rank() + 16));
  const Wide norm = 1.0L + static_cast<Wide>(entries.maxCoeff()) / lambda;
  const Wide rounding = static_cast<Wide>(theory::gamma(roundings)) * static_cast<Wide>(n) * norm;
  require_within("log det by probes", found.value, exact, rounding, findings);
  require_within("log det by a partial factor", theory::log_determinant(kernel, partial, lambda),
                 exact, 64.0L * kWideUnit * exact, findings);
}

}  // namespace

std::vector<Property> kernel_spectrum_properties() {
  return {
      {"log det (I + H / lambda) is that of a plain factor in wider numbers, within its ends.",
       log_det_is_the_plain_one},
      {"log det is at most N log(1 + trace/(N lambda)), at least log(1 + trace/lambda).",
       log_det_is_what_the_trace_allows},
      {"Of orthogonal contexts every quantity is the closed form, within narrow ends.",
       orthogonal_contexts_are_solved_exactly},
      {"Repeated contexts are merged exactly.", repeated_contexts_are_merged_exactly},
      {"No eigenvalue of the kernel is negative, and their mean is between the extreme ones.",
       no_eigenvalue_is_negative},
      {"Removing a point moves the extreme eigenvalues inwards.", eigenvalues_interlace},
      {"The dense and the iterative method agree within their proven ends.", dense_is_iterative},
      {"Random probes see a diagonal matrix exactly.", probes_see_a_diagonal_matrix}};
}

}  // namespace eenet::verify
