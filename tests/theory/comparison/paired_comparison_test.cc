#include "theory/comparison/paired_comparison.h"

#include <gtest/gtest.h>

#include <limits>

namespace eenet::theory {
namespace {

// n pairs whose first side is lower by `lead`, give or take a little.
PairedComparison with_lead(std::size_t pairs, double lead, double error) {
  std::vector<double> first;
  std::vector<double> second;
  for (std::size_t i = 0; i < pairs; ++i) {
    const double stream = 100.0 * static_cast<double>(i % 7);  // what is common to both
    first.push_back(stream + (i % 2 == 0 ? 1.0 : -1.0));
    second.push_back(stream + lead);
  }
  return compare_paired(first, second, error);
}

TEST(PairedComparison, SeesADifferenceThatIsSmallBesideTheStreams) {
  const PairedComparison less = with_lead(30, 3.0, 1e-4);
  EXPECT_EQ(less.outcome, PairedOutcome::kLess);
  EXPECT_EQ(less.pairs, 30);
  EXPECT_DOUBLE_EQ(less.difference->value, -3.0);
  EXPECT_LT(less.difference->upper, 0.0);
  EXPECT_EQ(with_lead(30, -3.0, 1e-4).outcome, PairedOutcome::kMore);
  EXPECT_EQ(with_lead(30, 0.01, 1e-4).outcome, PairedOutcome::kUndecided);
}

TEST(PairedComparison, FewPairsThatAllAgreeDecideNothing) {
  EXPECT_EQ(with_lead(8, 1e6, 1e-3).p_value, 0x1p-7);
  EXPECT_EQ(with_lead(8, 1e6, 1e-3).outcome, PairedOutcome::kUndecided);
  EXPECT_EQ(with_lead(12, 1e6, 1e-3).outcome, PairedOutcome::kLess);
}

TEST(PairedComparison, PairsAreLeftOutWhereARunIsMissingAndNothingIsSaidWhereOneFailed) {
  const double missing = std::numeric_limits<double>::quiet_NaN();
  const double failed = std::numeric_limits<double>::infinity();
  EXPECT_EQ(compare_paired({1, 2, missing}, {4, 6, 7}, 0.1).pairs, 2);
  EXPECT_FALSE(compare_paired({1, 2, failed}, {4, 6, 7}, 0.1).difference);
  EXPECT_FALSE(compare_paired({1}, {2}, 0.1).difference);
}

TEST(PairedComparison, EqualRunsAreNoDifference) {
  EXPECT_EQ(compare_paired({1, 2, 3}, {1, 2, 3}, 0.1).p_value, 1.0);
  EXPECT_THROW(compare_paired({1}, {1, 2}, 0.1), std::invalid_argument);
  EXPECT_THROW(compare_paired({1, 2}, {1, 2}, 0.0), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::theory
