#include "theory/measured/doublings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace eenet::theory {
namespace {

using testing::ElementsAre;

TEST(Doublings, EndWithTheLastNumberOnce) {
  EXPECT_THAT(doublings(1U), ElementsAre(1U));
  EXPECT_THAT(doublings(8U), ElementsAre(1U, 2U, 4U, 8U));
  EXPECT_THAT(doublings(9U), ElementsAre(1U, 2U, 4U, 8U, 9U));
}

}  // namespace
}  // namespace eenet::theory
