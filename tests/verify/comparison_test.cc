#include "verify/properties/comparison.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/floating_point.h"

namespace eenet::verify {
namespace {

Outcome compared(const plain::Numbers& got, const plain::Numbers& expected) {
  Findings findings;
  require_same("v", got, expected, findings);
  return findings.worst().outcome;
}

TEST(RequireSame, AcceptsTheSameBitsOnly) {
  EXPECT_EQ(compared({1.0, -0.0}, {1.0, -0.0}), Outcome::kAgree);
  EXPECT_EQ(compared({1.0, 0.0}, {1.0, -0.0}), Outcome::kDisagree);
  EXPECT_EQ(compared({1.0, 0.5}, {1.0, std::nextafter(0.5, 1.0)}), Outcome::kDisagree);
  EXPECT_EQ(compared({1.0}, {1.0, 2.0}), Outcome::kDisagree);
  EXPECT_EQ(compared({kNaN}, {1.0}), Outcome::kDisagree);
}

TEST(RequireSame, TellsTheFirstDifference) {
  Findings findings;
  require_same("theta", plain::Numbers{1.0, 2.0, 3.0}, {1.0, 2.5, 3.5}, findings);
  EXPECT_EQ(findings.worst().detail, "theta[1] is 2, expected 2.5");
}

TEST(WorstEntry, RemembersTheLargestPartOfABound) {
  WorstEntry worst;
  worst.see(0, 1.0, 1.5L, 1.0L);
  worst.see(1, 1.0, 1.875L, 1.0L);
  worst.see(2, 1.0, 2.0L, 8.0L);
  Findings findings;
  worst.tell("v", findings);
  EXPECT_EQ(findings.worst().outcome, Outcome::kAgree);
  EXPECT_EQ(findings.worst().ratio, 0.875);
}

TEST(WorstEntry, RejectsWhatIsOutOfBounds) {
  for (const double got : {2.25, -0.25, kNaN, std::numeric_limits<double>::infinity()}) {
    WorstEntry worst;
    worst.see(0, 1.0, 1.0L, 1.0L);
    worst.see(7, got, 1.0L, 1.0L);
    worst.see(8, 1.0, 1.0L, 1.0L);
    Findings findings;
    worst.tell("v", findings);
    EXPECT_EQ(findings.worst().outcome, Outcome::kDisagree) << got;
    EXPECT_EQ(findings.worst().detail.substr(0, 5), "v[7] ") << got;
  }
}

TEST(WorstEntry, RejectsAnyErrorWhereTheBoundIsZero) {
  WorstEntry worst;
  worst.see(0, 0x1p-1074, 0.0L, 0.0L);
  Findings findings;
  worst.tell("v", findings);
  EXPECT_EQ(findings.worst().outcome, Outcome::kDisagree);
}

TEST(WorstEntry, SaysNothingOfNothing) {
  Findings findings;
  WorstEntry().tell("v", findings);
  EXPECT_EQ(findings.worst().outcome, Outcome::kDiscarded);
}

}  // namespace
}  // namespace eenet::verify
