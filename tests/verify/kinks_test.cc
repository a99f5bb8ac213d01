#include "verify/kinks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace eenet::verify {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// f = 3 relu(w x) with w x = `pre_activation`, d = m = 1.
Point one_unit(double pre_activation) {
  return {{1, 1, 2}, {pre_activation, 3.0}, {1.0}};
}

TEST(Kinks, AUnitAtZeroIsUncertain) {
  EXPECT_THAT(activity(one_unit(0.0), kDouble).uncertain, ElementsAre(0));
  EXPECT_THAT(activity(one_unit(1.0), kDouble).uncertain, IsEmpty());
}

TEST(Kinks, ASumThatCancelsIsUncertainInTheCoarserArithmeticOnly) {
  const Point point{{2, 1, 2}, {1.0, -1.0 + 0x1p-30, 1.0}, {1.0, 1.0}};
  EXPECT_THAT(activity(point, kDouble).uncertain, IsEmpty());
  EXPECT_THAT(activity(point, kFloat).uncertain, ElementsAre(0));
}

TEST(Kinks, TheHullOfOneUnitIsSpannedByItsTwoSlopes) {
  const Hull hull = derivative_hull(one_unit(0.0), {0}, {0});
  EXPECT_EQ(hull.lower[0], 0.0);  // the unit off
  EXPECT_EQ(hull.upper[0], 3.0);  // the unit on
  EXPECT_EQ(hull.lower[1], 0.0);
  EXPECT_EQ(hull.upper[1], 0.0);  // its output is 0 either way
}

TEST(Kinks, WithoutFreeUnitsTheHullIsTheGradient) {
  const Hull hull = derivative_hull(one_unit(2.0), {1}, {});
  EXPECT_THAT(hull.lower, ElementsAre(3.0, 2.0));
  EXPECT_THAT(hull.upper, ElementsAre(3.0, 2.0));
}

std::vector<std::size_t> switching(const Point& a, const Point& b) {
  return switching_units(a, activity(a, kDouble), b, activity(b, kDouble), kDouble);
}

TEST(Kinks, AUnitOfOneSignAtBothEndsDoesNotSwitch) {
  EXPECT_THAT(switching(one_unit(1.0), one_unit(2.0)), IsEmpty());
  EXPECT_THAT(switching(one_unit(-1.0), one_unit(2.0)), ElementsAre(0));
}

// Above a unit that switches, another may switch there and back: layer 1 gives relu(t) and
// relu(-t), layer 2 has z = 2 relu(t) + 2 relu(-t) - 1/2 (through a third, constant input),
// positive at t = -1 and t = 1 and negative at t = 0.
TEST(Kinks, AUnitThatSwitchesTwiceIsFoundToo) {
  const auto at = [](double t) {
    return Point{{2, 3, 3},
                 {t, 0, -t, 0, 0, 0.5,         //
                  2, 2, -1, 0, 0, 1, 0, 0, 1,  //
                  1, 1, 1},
                 {1.0, 1.0}};
  };
  const Activity left = activity(at(-1.0), kDouble);
  const Activity right = activity(at(1.0), kDouble);
  EXPECT_EQ(left.active[3], 1);
  EXPECT_EQ(right.active[3], 1);
  EXPECT_EQ(activity(at(0.0), kDouble).active[3], 0);
  EXPECT_THAT(switching(at(-1.0), at(1.0)), testing::Contains(3U));
}

}  // namespace
}  // namespace eenet::verify
