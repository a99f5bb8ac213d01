#include "theory/spectrum/prefix_log_determinants.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/theory/measured/exact_matrix.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/log_determinant.h"

namespace eenet::theory {
namespace {

TEST(PrefixLogDeterminants, EncloseTheExactOnesOfEveryLeadingBlock) {
  for (const double lambda : {0.01, 1.0}) {
    const WideMatrix exact = random_gram(30, 20, 0.0, 1400);
    StoredKernel kernel(rounded(exact));
    const std::vector<Measured> all = prefix_log_determinants(kernel, lambda);
    ASSERT_EQ(all.size(), 30U);
    for (Eigen::Index n = 1; n <= 30; ++n) {
      const Measured& found = all[static_cast<std::size_t>(n - 1)];
      const Wide truth = exact_log_det(exact.topLeftCorner(n, n), Wide(lambda));
      EXPECT_EQ(found.basis, Basis::kCertified);
      EXPECT_LE(Wide(found.lower), truth) << n;
      EXPECT_GE(Wide(found.upper), truth) << n;
      // As wide as from a factorisation of the leading block alone, but for the last places
      // of n logarithms.
      StoredKernel leading(rounded(exact.topLeftCorner(n, n)));
      const Measured alone = log_determinant(leading, lambda);
      const double places = 16.0 * static_cast<double>(n) * kUnitRoundoff * (1.0 + alone.upper);
      EXPECT_LE(found.upper - found.lower, alone.upper - alone.lower + places) << n;
    }
  }
}

// Larger than a tile of Eigen's factorisation, whose leading block must still be a factor.
TEST(PrefixLogDeterminants, AreThoseOfBlocksFactoredAlone) {
  const Eigen::MatrixXd matrix = rounded(random_gram(300, 40, 0.0, 1401));
  StoredKernel kernel(matrix);
  const std::vector<Measured> all = prefix_log_determinants(kernel, 0.5);
  for (const Eigen::Index n : {1, 7, 8, 128, 129, 200, 300}) {
    StoredKernel leading(matrix.topLeftCorner(n, n));
    const Measured alone = log_determinant(leading, 0.5);
    EXPECT_LE(all[static_cast<std::size_t>(n - 1)].lower, alone.upper) << n;
    EXPECT_GE(all[static_cast<std::size_t>(n - 1)].upper, alone.lower) << n;
  }
}

TEST(PrefixLogDeterminants, FallBackToTheTraceWhereTheFactorIsNoProof) {
  // lambda far below what rounding can hide: the ends are those that the trace allows.
  StoredKernel kernel(Eigen::MatrixXd::Ones(4, 4));
  const std::vector<Measured> all = prefix_log_determinants(kernel, 1e-30);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double exact = std::log1p(static_cast<double>(i + 1) * 1e30);
    EXPECT_LE(all[i].lower, exact);
    EXPECT_GE(all[i].upper, exact);
  }
  EXPECT_THROW(prefix_log_determinants(kernel, 0.0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
