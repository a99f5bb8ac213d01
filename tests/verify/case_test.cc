#include "verify/case.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>

#include "reference/rng.h"

namespace eenet::verify {
namespace {

std::uint64_t word(std::uint64_t i) {
  return Rng(7, "test/case", i).word();
}

TEST(Case, IsAPureFunctionOfItsWord) {
  EXPECT_EQ(draw_case(5), draw_case(5));
  EXPECT_FALSE(draw_case(5) == draw_case(6));
}

TEST(Case, DrawsEverySizeAndKind) {
  constexpr int kDraws = 20'000;
  std::map<Kind, int> kinds;
  std::set<std::uint64_t> depths;
  int small = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const Case one = draw_case(word(i));
    EXPECT_GE(one.parameter_count(), 2U);
    EXPECT_LE(one.parameter_count(), 2000U);
    ++kinds[one.kind];
    depths.insert(one.depth);
    if (one.parameter_count() <= 63) ++small;  // 63 = sqrt(2 * 2000): the middle of the logarithms
  }
  EXPECT_EQ(depths.size(), 4U);
  EXPECT_EQ(kinds.size(), kAllKinds.size());
  // A third are ordinary. Six standard deviations of a binomial count: one false alarm in 10^8.
  const double deviation = std::sqrt(kDraws * (1.0 / 3.0) * (2.0 / 3.0));
  EXPECT_NEAR(kinds[Kind::kOrdinary], kDraws / 3.0, 6.0 * deviation);
  // p is drawn log-uniformly and only rounded down to what the shape allows: half are small, or
  // more.
  EXPECT_GE(small, kDraws / 2.0 - 6.0 * std::sqrt(kDraws * 0.25));
}

TEST(Case, ShrinksToSomethingSmallerAndEnds) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Case one = draw_case(word(i));
    int steps = 0;
    for (std::vector<Case> smaller = smaller_cases(one); !smaller.empty();
         smaller = smaller_cases(one)) {
      for (const Case& candidate : smaller) EXPECT_FALSE(candidate == one);
      one = smaller.back();  // the least ambitious: the longest way down
      ASSERT_LT(++steps, 100'000);
    }
    EXPECT_EQ(one, Case());
  }
}

TEST(Case, ReadsWhatItWrites) {
  for (std::uint64_t i = 0; i < 500; ++i) {
    const Case one = draw_case(word(i));
    EXPECT_EQ(parse_case(to_text(one)), one);
  }
  EXPECT_EQ(to_text(Case{2, 3, 1, 1, 1, Kind::kNearKink, 0, 7}), "2.3.1.1.1.near-kink.0.7");
}

TEST(Case, RefusesWhatIsNone) {
  for (const char* text :
       {"", "2.3", "1.3.1.1.1.ordinary.0.7", "2.0.1.1.1.ordinary.0.7", "2.3.1.1.1.odd.0.7",
        "2.3.1.1.1.ordinary.53.7", "2.3.1.1.1.ordinary.0.-1", "2.3.1.1.1.ordinary.0.7.8",
        "2.3.1.1.1.ordinary.0.99999999999999999999", "2.3x.1.1.1.ordinary.0.7",
        "9.1000.1.1.1.ordinary.0.7", "2.1.99998.100000.1.ordinary.0.7",
        "2.3.1.100000.100000.ordinary.0.7"}) {
    EXPECT_THROW(parse_case(text), std::invalid_argument) << text;
  }
}

}  // namespace
}  // namespace eenet::verify
