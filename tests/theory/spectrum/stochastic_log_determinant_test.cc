#include "theory/spectrum/stochastic_log_determinant.h"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "tests/theory/kernel/plain_ntk.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_product.h"
#include "theory/kernel/stored_kernel.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/lanczos_quadrature.h"
#include "theory/spectrum/log_determinant.h"

namespace eenet::theory {
namespace {

bool full() {
  const char* set = std::getenv("EENET_FULL");  // NOLINT(concurrency-mt-unsafe)
  return set != nullptr && std::string(set) == "1";
}

// The Lanczos process for a diagonal matrix, fully reorthogonalised.
Tridiagonal lanczos(const Eigen::VectorXd& eigenvalues, Eigen::VectorXd v, int steps) {
  Tridiagonal t;
  Eigen::MatrixXd basis(v.size(), steps);
  for (int k = 0; k < steps; ++k) {
    basis.col(k) = v;
    Eigen::VectorXd next = eigenvalues.cwiseProduct(v);
    t.diagonal.push_back(next.dot(v));
    for (int again = 0; again < 2; ++again) {
      next -= basis.leftCols(k + 1) * (basis.leftCols(k + 1).transpose() * next);
    }
    t.off_diagonal.push_back(next.norm());
    v = next / next.norm();
  }
  return t;
}

TEST(LogQuadrature, BracketsTheExactFormAndCloses) {
  const Eigen::VectorXd eigenvalues = Eigen::VectorXd::LinSpaced(40, 1.0, 30.0);
  const Eigen::VectorXd v = Eigen::VectorXd::Constant(40, 1.0 / std::sqrt(40.0));
  const double exact = eigenvalues.array().log().sum() / 40.0;
  // Forty terms of a sum, and quadratures of at most fifteen nodes.
  const double rounding = 100 * kUnitRoundoff * exact;
  // The rate of the best polynomials of degree 2 m - 1 on [1, 30].
  const double rate = (std::sqrt(30.0) - 1.0) / (std::sqrt(30.0) + 1.0);
  for (const int steps : {1, 2, 4, 8, 14}) {
    const Interval form = log_quadrature(lanczos(eigenvalues, v, steps), 1.0 - 1e-9);
    EXPECT_LE(form.lower, exact + rounding) << steps;
    EXPECT_GE(form.upper, exact - rounding) << steps;
    EXPECT_LT(form.upper - form.lower,
              4.0 * std::log(30.0) * std::pow(rate, 2 * steps) / (1.0 - rate))
        << steps;
  }
  // A node among the eigenvalues is no lower end: the bracket has teeth.
  const Interval wrong = log_quadrature(lanczos(eigenvalues, v, 1), 14.0);
  EXPECT_GT(wrong.lower, exact);
}

TEST(LogQuadrature, OfAFinishedProcessIsExact) {
  const Tridiagonal t = {{5.0}, {0.0}, true};
  const Interval form = log_quadrature(t, 1.0);
  EXPECT_EQ(form.lower, std::log(5.0));
  EXPECT_EQ(form.upper, std::log(5.0));
}

TEST(StochasticLogDeterminant, HasNoWidthButRoundingForADiagonalMatrix) {
  // Random signs see the trace of a diagonal matrix exactly.
  const Eigen::VectorXd entries = Eigen::VectorXd::LinSpaced(60, 0.5, 3.0);
  StoredKernel kernel(entries.asDiagonal(), 0.0);
  const Measured dense = log_determinant(kernel, 1.0);
  const PartialCholesky partial = partial_cholesky(kernel, 5, 0.0);
  const StochasticLogDeterminant all = stochastic_log_determinant(kernel, partial, 1.0, {});
  const Measured found = all.value;
  EXPECT_LE(found.lower, dense.value);
  EXPECT_GE(found.upper, dense.value);
  // All probes see the same number: what is left is how far the two quadratures are apart, and
  // rounding: sixty logarithms in as many steps, and the perturbation that the header names.
  const double rounding = gamma(60.0 * (60.0 + all.steps)) * 60.0 * (1.0 + entries.maxCoeff());
  EXPECT_LE(found.upper - found.lower, all.truncation + 4.0 * rounding);
}

TEST(StochasticLogDeterminant, EndsWhereTheSpectrumRepeats) {
  StoredKernel kernel(2.0 * Eigen::MatrixXd::Identity(50, 50), 0.0);
  const PartialCholesky partial = partial_cholesky(kernel, 1, 0.0);
  const StochasticLogDeterminant found = stochastic_log_determinant(kernel, partial, 1.0, {});
  EXPECT_LE(found.steps, 3);
  EXPECT_LE(found.value.lower, 50.0 * std::log(3.0));
  EXPECT_GE(found.value.upper, 50.0 * std::log(3.0));
}

// Beside the identity such a matrix is rounded away, and the interval must allow for that.
TEST(StochasticLogDeterminant, HoldsTheTruthOfAMatrixThatTheIdentitySwallows) {
  for (const double norm : {1e-100, 1e-9, 1e-8, 1e-7}) {
    const InfiniteNtk kernel(norm * random_contexts(80, 5, 3), 2, NtkConvention::kCorrected);
    const PartialCholesky partial = partial_cholesky(kernel, 10, 0.0);
    const Measured found = stochastic_log_determinant(kernel, partial, 1.0, {}).value;
    const Interval truth =
        log_determinant_from_trace(exact_trace(diagonal(kernel), kernel.entry_error()), 80.0, 1.0);
    EXPECT_LE(found.lower, truth.lower) << norm;
    EXPECT_GE(found.upper, truth.upper) << norm;
  }
}

TEST(StochasticLogDeterminant, IsTheSameForTheSameSeed) {
  const PlainNtk kernel(random_contexts(100, 5, 3));
  const PartialCholesky partial = partial_cholesky(kernel, 10, 0.0);
  const Measured once = stochastic_log_determinant(kernel, partial, 1.0, {.seed = 4}).value;
  const Measured again = stochastic_log_determinant(kernel, partial, 1.0, {.seed = 4}).value;
  const Measured other = stochastic_log_determinant(kernel, partial, 1.0, {.seed = 5}).value;
  EXPECT_EQ(once.value, again.value);
  EXPECT_NE(once.value, other.value);
  EXPECT_EQ(once.basis, Basis::kStatistical);
  EXPECT_FALSE(once.certified.has_value());
}

struct Coverage {
  int hits = 0;
  int hits_of_half = 0;  // by intervals of half the width
};

Coverage coverage(Eigen::Index size, Eigen::Index rank, int repeats, double level) {
  const PlainNtk kernel(random_contexts(size, 5, 4));
  StoredKernel stored(kernel);
  const double truth = log_determinant(stored, 1.0).value;
  const PartialCholesky partial = partial_cholesky(stored, rank, 0.0);
  Coverage found;
  for (int i = 0; i < repeats; ++i) {
    const Measured estimate =
        stochastic_log_determinant(stored, partial, 1.0,
                                   {.level = level, .seed = static_cast<std::uint64_t>(i)})
            .value;
    if (estimate.lower <= truth && truth <= estimate.upper) ++found.hits;
    if (2.0 * std::abs(truth - estimate.value) <= (estimate.upper - estimate.lower) / 2.0) {
      ++found.hits_of_half;
    }
  }
  return found;
}

// The interval is a little wider than Student's by the truncation: it may cover more often, never
// less.
TEST(StochasticLogDeterminant, CoversTheTruthAsOftenAsItsLevelSays) {
  constexpr double kLevel = 0.9;
  constexpr double kError = 1e-6;  // the budget of checks of our own code
  const int repeats = full() ? 1000 : 400;
  const Coverage found =
      full() ? coverage(2000, 50, repeats, kLevel) : coverage(120, 10, repeats, kLevel);
  const double fewest = boost::math::quantile(boost::math::binomial(repeats, kLevel), kError);
  EXPECT_GE(found.hits, fewest);
  EXPECT_LT(found.hits_of_half, fewest);
  RecordProperty("covered", found.hits);
  RecordProperty("repeats", repeats);
}

TEST(StochasticLogDeterminant, RefusesWhatItCannotDo) {
  const PlainNtk kernel(random_contexts(30, 5, 5));
  const PartialCholesky partial = partial_cholesky(kernel, 5, 0.0);
  EXPECT_THROW(stochastic_log_determinant(kernel, partial, 1.0, {.probes = 19}),
               std::invalid_argument);
  EXPECT_THROW(stochastic_log_determinant(kernel, partial, 1.0, {.most_steps = 0}),
               std::invalid_argument);
  EXPECT_THROW(stochastic_log_determinant(kernel, partial, 1e-30, {}), std::invalid_argument);
  PartialCholesky unproven = partial;
  unproven.certified = false;
  EXPECT_THROW(stochastic_log_determinant(kernel, unproven, 1.0, {}), std::invalid_argument);
}

// Random signs see a diagonal matrix exactly, so that Student's interval is no reason to stop;
// going on, the process would take rounding errors for directions.
TEST(StochasticLogDeterminant, StopsWhereOnlyRoundingIsLeft) {
  Eigen::VectorXd entries(10);
  entries << 0.68, 0.53, 0.73, 0.33, 0.302, 0.3, 0.4, 0.54, 1.18, 0.92;
  const StoredKernel kernel(entries.asDiagonal(), 0.0);
  constexpr double kLambda = 0.0058;
  long double exact = 0.0L;
  for (const double entry : entries) exact += std::log1p(static_cast<long double>(entry) / kLambda);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    ProbeSettings probes;
    probes.seed = seed;
    const StochasticLogDeterminant found =
        stochastic_log_determinant(kernel, partial_cholesky(kernel, 3, 0.0), kLambda, probes);
    EXPECT_LE(found.steps, entries.size());
    EXPECT_LE(found.value.lower, exact) << seed;
    EXPECT_GE(found.value.upper, exact) << seed;
  }
}

}  // namespace
}  // namespace eenet::theory
