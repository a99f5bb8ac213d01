#include "verify/error_budget.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace eenet::verify {
namespace {

TEST(ErrorBudget, IsSplitByWeightAndKeepsALedger) {
  ErrorBudget budget({{"THM-1"}, {"CLM-SQRT-T", 2.0}, {"PRF-AZUMA"}}, 0.01);
  EXPECT_DOUBLE_EQ(budget.spend("CLM-SQRT-T", 5), 0.001);
  EXPECT_DOUBLE_EQ(budget.spend("THM-1"), 0.0025);
  ASSERT_EQ(budget.ledger().size(), 2U);
  EXPECT_EQ(budget.ledger()[0].claim, "CLM-SQRT-T");
  EXPECT_EQ(budget.ledger()[0].looks, 5U);
  EXPECT_DOUBLE_EQ(budget.ledger()[0].allotted, 0.005);
  EXPECT_DOUBLE_EQ(budget.spent(), 0.0075);
  EXPECT_LE(budget.spent(), budget.total());
}

TEST(ErrorBudget, CannotBeSpentTwice) {
  ErrorBudget budget({{"THM-1"}});
  EXPECT_EQ(budget.total(), kVerdictBudget);
  EXPECT_THROW(budget.spend("THM-1", 0), std::invalid_argument);
  EXPECT_EQ(budget.spend("THM-1"), 0.01);
  EXPECT_THROW(budget.spend("THM-1"), std::invalid_argument);
  EXPECT_THROW(budget.spend("THM-2"), std::invalid_argument);
  EXPECT_EQ(budget.ledger().size(), 1U);
}

TEST(ErrorBudget, RefusesWhatIsNoBudget) {
  EXPECT_THROW(ErrorBudget({}), std::invalid_argument);
  EXPECT_THROW(ErrorBudget({{"THM-1"}}, 1.0), std::invalid_argument);
  EXPECT_THROW(ErrorBudget({{"THM-1", 0.0}}), std::invalid_argument);
  EXPECT_THROW(ErrorBudget({{"THM-1"}, {"THM-1"}}), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::verify
