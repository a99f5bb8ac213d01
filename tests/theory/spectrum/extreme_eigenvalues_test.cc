#include "theory/spectrum/extreme_eigenvalues.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/theory/measured/exact_matrix.h"
#include "theory/kernel/kernel_product.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/extreme_vectors.h"

namespace eenet::theory {
namespace {

// What rounding and the entries' errors can hide of an eigenvalue, by the a-priori bounds.
double resolution(const StoredKernel& kernel) {
  return kernel.allowance(1.0, 0.0) + kernel.entry_error() * kernel.trace_bound();
}

struct Ends {
  SmallestEigenvalue smallest;
  Measured largest;
};

Ends ends_of(StoredKernel& kernel) {
  return {smallest_eigenvalue(kernel), largest_eigenvalue(kernel)};
}

void expect_good_ends(const WideMatrix& exact, StoredKernel& kernel) {
  const std::vector<Wide> eigenvalues = exact_eigenvalues(exact);
  const Ends ends = ends_of(kernel);
  EXPECT_TRUE(ends.smallest.positive_semidefinite);
  expect_certified(ends.smallest.value, eigenvalues.front());
  expect_certified(ends.largest, eigenvalues.back());
  // The first shift is two allowances below, the factor costs a third, the quotient's ends are
  // at most two entry errors apart; the largest eigenvalue's shifted diagonal is larger. A few
  // last places of the ends themselves show for one to three points.
  const double scale = resolution(kernel);
  EXPECT_LE(ends.smallest.value.upper - ends.smallest.value.lower,
            4.0 * scale + 16 * kUnitRoundoff * ends.smallest.value.upper);
  const double largest_scale =
      kernel.allowance(-1.0, ends.largest.upper) + kernel.entry_error() * kernel.trace_bound();
  EXPECT_LE(ends.largest.upper - ends.largest.lower,
            4.0 * largest_scale + 32 * kUnitRoundoff * ends.largest.upper);
}

TEST(ExtremeEigenvalues, EncloseTheExactOnesOfRandomMatrices) {
  for (std::uint64_t i = 0; i < 30; ++i) {
    const auto size = static_cast<Eigen::Index>(1 + i);
    const WideMatrix exact = random_gram(size, 2 * size, 0.0, i);
    StoredKernel kernel(rounded(exact));
    SCOPED_TRACE(size);
    expect_good_ends(exact, kernel);
  }
}

TEST(ExtremeEigenvalues, EncloseThemWhereTheVectorsComeFromLanczos) {
  const WideMatrix exact = random_gram(80, 100, 0.0, 7);
  StoredKernel kernel(rounded(exact));
  expect_good_ends(exact, kernel);
}

TEST(ExtremeEigenvalues, AllowForTheErrorsOfTheEntries) {
  constexpr double kError = 1e-6;
  int missed_without = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const WideMatrix exact = random_gram(12, 24, 0.0, 100 + i);
    StoredKernel kernel(perturbed(exact, kError, i), kError);
    expect_good_ends(exact, kernel);
    // Believing the entries to the last bit gives false ends.
    StoredKernel believed(perturbed(exact, kError, i), kUnitRoundoff);
    const Measured naive = smallest_eigenvalue(believed).value;
    const Wide truth = exact_eigenvalues(exact).front();
    if (truth < Wide(naive.lower) || truth > Wide(naive.upper)) ++missed_without;
  }
  EXPECT_GT(missed_without, 10);
}

TEST(ExtremeEigenvalues, OfADiagonalMatrixAreOnIt) {
  const Eigen::VectorXd entries = Eigen::VectorXd::LinSpaced(100, 0.25, 25.0);
  StoredKernel kernel(entries.asDiagonal(), 0.0);
  const Ends ends = ends_of(kernel);
  expect_certified(ends.smallest.value, Wide(0.25));
  expect_certified(ends.largest, Wide(25.0));
}

TEST(ExtremeEigenvalues, OfASingularMatrixSayHowLittleIsKnown) {
  for (const Eigen::Index size : {2, 20, 90}) {
    const WideMatrix exact = random_gram(size, (size + 1) / 2, 0.0, 3);
    StoredKernel kernel(rounded(exact));
    const Measured smallest = smallest_eigenvalue(kernel).value;
    EXPECT_EQ(smallest.lower, 0.0);
    EXPECT_GE(smallest.upper, 0.0);
    EXPECT_LE(smallest.upper, resolution(kernel));
  }
}

TEST(ExtremeEigenvalues, OfAZeroMatrixAreZero) {
  StoredKernel kernel(Eigen::MatrixXd::Zero(3, 3));
  const Ends ends = ends_of(kernel);
  EXPECT_EQ(ends.smallest.value.lower, 0.0);
  EXPECT_EQ(ends.largest.lower, 0.0);
  EXPECT_LE(ends.largest.upper, 1e-290);  // nothing but the allowance for underflow
}

TEST(ExtremeEigenvalues, ProveThatAMatrixIsNoKernel) {
  for (const Eigen::Index size : {16, 128}) {  // powers of two: every entry is exact
    const double part = 2.125 / static_cast<double>(size);
    StoredKernel kernel(
        2.0 * Eigen::MatrixXd::Identity(size, size) - Eigen::MatrixXd::Constant(size, size, part),
        0.0);
    const SmallestEigenvalue smallest = smallest_eigenvalue(kernel);
    EXPECT_FALSE(smallest.positive_semidefinite);
    expect_certified(smallest.value, Wide(-0.125));
  }
}

TEST(ExtremeEigenvalues, ByProductsAloneEncloseTheLargest) {
  for (const Eigen::Index size : {1, 5, 80}) {
    const WideMatrix exact = random_gram(size, size, 0.0, 11);
    const StoredKernel kernel(rounded(exact));
    const Wide truth = exact_eigenvalues(exact).back();
    // Close to the eigenvector, far from it, and nothing at all: the ends hold for any.
    expect_certified(largest_eigenvalue(kernel, largest_eigenvector(kernel).vector), truth);
    expect_certified(largest_eigenvalue(kernel, Eigen::VectorXd::Unit(size, 0)), truth);
    expect_certified(largest_eigenvalue(kernel, Eigen::VectorXd::Zero(size)), truth);
  }
}

// One vector of positive entries: the quotient is the eigenvalue, and so is every ratio.
TEST(ExtremeEigenvalues, ByProductsAloneAreCloseForPositiveEntries) {
  const Eigen::Index size = 100;
  const StoredKernel kernel(Eigen::MatrixXd::Ones(size, size) +
                            Eigen::MatrixXd(Eigen::MatrixXd::Identity(size, size)));
  // Not the eigenvector itself: a ratio is 1 + (the sum of all entries) / (its own).
  const Eigen::VectorXd near = Eigen::VectorXd::LinSpaced(size, 1.0, 1.0 + 0x1p-10);
  const Measured largest = largest_eigenvalue(kernel, near);
  expect_certified(largest, Wide(101));
  // Entries differ by a part of 2^-10 at most, and rounding adds less than that to 101.
  EXPECT_LE(largest.upper, 1.0 + 100.0 * (1.0 + 0x1p-10) + 0x1p-10);
}

TEST(Certificate, RefusesAShiftAboveTheSmallestEigenvalue) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const WideMatrix exact = random_gram(20, 40, 0.0, 200 + i);
    StoredKernel kernel(rounded(exact));
    const double smallest = static_cast<double>(exact_eigenvalues(exact).front());
    const double clearly = 4.0 * resolution(kernel);
    EXPECT_FALSE(kernel.factor(1.0, -(smallest + clearly)).succeeded);
    EXPECT_TRUE(kernel.factor(1.0, -(smallest - clearly)).succeeded);
  }
}

// Why there is an allowance: a factorisation succeeds although the shift is above the
// smallest eigenvalue of the very matrix it was given.
TEST(Certificate, WouldBeFalseWithoutTheAllowanceForRounding) {
  int falsely_accepted = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    const Eigen::MatrixXd matrix = rounded(random_gram(25, 30, 0.0, 300 + i));
    const Wide smallest = exact_eigenvalues(matrix.cast<Wide>()).front();
    StoredKernel kernel(matrix, 0.0);
    for (int step = 1; step <= 8; ++step) {
      const double shift = static_cast<double>(smallest) * (1.0 + step * 0x1p-52);
      const Factorisation factor = kernel.factor(1.0, -shift);
      if (!factor.succeeded || Wide(shift) <= smallest) continue;
      ++falsely_accepted;
      EXPECT_LE(Wide(shift) - Wide(factor.allowance), smallest);
    }
  }
  EXPECT_GT(falsely_accepted, 0);
}

TEST(RayleighQuotient, EnclosesTheExactOneOfAnyVector) {
  for (std::uint64_t i = 0; i < 20; ++i) {
    const WideMatrix exact = random_gram(30, 10, 0.0, 400 + i);
    const StoredKernel kernel(rounded(exact));
    const Eigen::VectorXd x = rounded(random_gram(30, 2, 0.0, 500 + i)).col(0);
    const WideVector wide = x.cast<Wide>();
    const Wide quotient = wide.dot(WideVector(exact * wide)) / wide.squaredNorm();
    const Interval ends = rayleigh_quotient(kernel, x);
    EXPECT_LE(Wide(ends.lower), quotient);
    EXPECT_GE(Wide(ends.upper), quotient);
  }
}

TEST(StoredKernel, RefusesWhatIsNoKernelMatrix) {
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(2, 2);
  Eigen::MatrixXd wrong = identity;
  EXPECT_THROW(StoredKernel(Eigen::MatrixXd(2, 3)), std::invalid_argument);
  EXPECT_THROW(StoredKernel(Eigen::MatrixXd(0, 0)), std::invalid_argument);
  wrong(0, 0) = -1.0;
  EXPECT_THROW(StoredKernel{wrong}, std::invalid_argument);
  wrong = identity;
  wrong(0, 1) = 0.5;
  EXPECT_THROW(StoredKernel{wrong}, std::invalid_argument) << "not symmetric";
  wrong(1, 0) = 0.5;
  EXPECT_NO_THROW(StoredKernel{wrong});
  wrong(0, 1) = wrong(1, 0) = 1.5;
  EXPECT_THROW(StoredKernel{wrong}, std::invalid_argument) << "larger than the diagonal allows";
  wrong(0, 1) = wrong(1, 0) = std::nan("");
  EXPECT_THROW(StoredKernel{wrong}, std::invalid_argument);
  EXPECT_THROW(StoredKernel(identity, 0.5), std::invalid_argument);
}

TEST(StoredKernel, KeepsItsEntriesWhateverIsFactored) {
  const Eigen::MatrixXd matrix = rounded(random_gram(300, 20, 0.5, 9));
  StoredKernel kernel(matrix);
  ASSERT_TRUE(kernel.factor(1.0, 1.0).succeeded);
  Eigen::MatrixXd out(300, 300);
  kernel.block(0, 0, out);
  EXPECT_EQ(out, matrix);
  const Eigen::VectorXd once = kernel.factor_diagonal();
  ASSERT_FALSE(kernel.factor(-1.0, 0.0).succeeded);
  ASSERT_TRUE(kernel.factor(1.0, 1.0).succeeded);
  EXPECT_EQ(kernel.factor_diagonal(), once);
  const StoredKernel copy(static_cast<const Kernel&>(kernel));
  copy.block(0, 0, out);
  EXPECT_EQ(out, matrix);
}

}  // namespace
}  // namespace eenet::theory
