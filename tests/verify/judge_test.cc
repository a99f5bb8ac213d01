// From a comparison to a verdict: statuses, preconditions, what is shown.
#include "verify/claims/judge.h"

#include <gtest/gtest.h>

#include "theory/measured/mean.h"
#include "theory/regret/violations.h"
#include "verify/claims/statistics.h"

namespace eenet::verify {
namespace {

using theory::Measured;

Status status_of_comparison(const Measured& measured, Relation relation, double bound) {
  return judge(measured, relation, bound).finding("").status;
}

TEST(Judge, ComparesByTheRelation) {
  const Measured two = Measured::exact(2.0);
  EXPECT_EQ(status_of_comparison(two, Relation::kBelow, 2.0), Status::kContradicted);
  EXPECT_EQ(status_of_comparison(two, Relation::kBelow, 3.0), Status::kHolds);
  EXPECT_EQ(status_of_comparison(two, Relation::kAtMost, 2.0), Status::kHolds);
  EXPECT_EQ(status_of_comparison(two, Relation::kAtMost, 1.0), Status::kContradicted);
  EXPECT_EQ(status_of_comparison(two, Relation::kEqual, 2.0), Status::kHolds);
  EXPECT_EQ(status_of_comparison(two, Relation::kEqual, 2.5), Status::kContradicted);
  EXPECT_EQ(status_of_comparison(two, Relation::kAtLeast, 2.0), Status::kHolds);
  EXPECT_EQ(status_of_comparison(two, Relation::kAtLeast, 3.0), Status::kContradicted);
  EXPECT_EQ(status_of_comparison(two, Relation::kAbove, 2.0), Status::kContradicted);
  EXPECT_EQ(status_of_comparison(two, Relation::kAbove, 1.0), Status::kHolds);
}

TEST(Judge, LeavesOpenWhatTheEndsLeaveOpen) {
  const Measured wide = Measured::certified_between(2.0, 1.0, 3.0);
  for (const Relation relation :
       {Relation::kBelow, Relation::kAtMost, Relation::kAtLeast, Relation::kAbove}) {
    EXPECT_EQ(status_of_comparison(wide, relation, 2.5), Status::kInconclusive);
  }
  EXPECT_EQ(status_of_comparison(wide, Relation::kEqual, 2.5), Status::kHolds);
  EXPECT_EQ(status_of_comparison(wide, Relation::kEqual, 3.5), Status::kContradicted);
}

TEST(Judge, ShowsWhatWasCompared) {
  const Verdict verdict =
      judge(Measured::exact(2.0), Relation::kAtMost, 3.0).seeds(4).p_value(0.5).finding("found");
  EXPECT_EQ(verdict.measured.value().value, 2.0);
  EXPECT_EQ(verdict.bound.value().value, 3.0);
  EXPECT_EQ(verdict.seeds, 4U);
  EXPECT_EQ(verdict.p_value, 0.5);
  EXPECT_EQ(verdict.finding, "found");
  EXPECT_EQ(verdict.decides, "");
}

TEST(Judge, UsesTheStatusesThatAreNamed) {
  const auto status = [](bool truth) {
    return judge(truth)
        .when_true(as_printed_if(false))
        .when_false(Status::kInconclusive)
        .finding("")
        .status;
  };
  EXPECT_EQ(status(true), Status::kHoldsCorrected);
  EXPECT_EQ(status(false), Status::kInconclusive);
  EXPECT_EQ(as_printed_if(true), Status::kHolds);
}

TEST(Judge, SaysWhatWouldDecide) {
  const std::vector<Precondition> conditions = {{"it is met", true}, {"it is not", false}};
  const Verdict by_precondition = judge(true).provided(conditions).finding("");
  EXPECT_EQ(by_precondition.status, Status::kInconclusive);
  EXPECT_EQ(by_precondition.decides, "it is not");
  EXPECT_EQ(judge(true).provided(conditions).decided_by("more").finding("").decides, "more");
  EXPECT_EQ(judge(Answer::kUnknown).decided_by("more").finding("").decides, "more");
  EXPECT_EQ(judge(true).decided_by("more").finding("").decides, "");
}

TEST(Judge, TakesSeedsAsTheUnitsOfAMean) {
  Context context;
  context.false_alarm = 0.01;
  const std::vector<double> samples = {1.0, 1.1, 0.9, 1.05, 0.95};
  const Measured mean = theory::student_mean(samples, 0.99);
  const Verdict above =
      judge_mean(samples, Relation::kAtMost, 0.5, Evidence::kAbove, context).finding("");
  EXPECT_EQ(above.status, Status::kContradicted);
  EXPECT_EQ(above.measured.value().lower, mean.lower);
  EXPECT_EQ(above.measured.value().upper, mean.upper);
  EXPECT_EQ(above.seeds, samples.size());
  EXPECT_EQ(above.p_value, mean_above_p_value(samples, 0.5));
  const Verdict open =
      judge_mean(samples, Relation::kAtMost, 1.0, Evidence::kBelow, context).finding("");
  EXPECT_EQ(open.status, Status::kInconclusive);
  EXPECT_EQ(open.decides, context.more_seeds());
  EXPECT_EQ(open.p_value, mean_below_p_value(samples, 1.0));
  EXPECT_EQ(judge_mean(samples, Relation::kEqual, 1.0, Evidence::kEitherSide, context)
                .finding("")
                .p_value,
            mean_differs_p_value(samples, 1.0));
}

TEST(Judge, HoldsAShareOfSeedsAgainstWhatIsAllowed) {
  Context context;
  context.false_alarm = 0.01;
  const Verdict half = judge_share(30, 60, 0.1, context).finding("");
  EXPECT_EQ(half.status, Status::kContradicted);
  EXPECT_EQ(half.measured.value().lower, theory::event_probability(30, 60, 0.99).lower);
  EXPECT_EQ(half.p_value, theory::excess_p_value(30, 60, 0.1));
  EXPECT_EQ(half.seeds, 60U);
  EXPECT_EQ(judge_share(0, 60, 0.1, context).finding("").status, Status::kHolds);
  EXPECT_EQ(judge_share(6, 60, 0.1, context).finding("").decides, context.more_seeds());
}

TEST(Judge, NeedsEveryComparisonAndShowsTheTightest) {
  AllAtMost all;
  all.add(Measured::exact(1.0), Measured::exact(5.0), -4.0);
  all.add(Measured::exact(3.0), Measured::exact(4.0), -1.0);
  all.add(Measured::exact(2.0), Measured::exact(9.0), -7.0);
  const Verdict holds = all.judge().finding("");
  EXPECT_EQ(holds.status, Status::kHolds);
  EXPECT_EQ(holds.measured.value().value, 3.0);
  EXPECT_EQ(holds.bound.value().value, 4.0);
  all.add(Measured::exact(2.0), Measured::exact(1.0), -9.0);
  EXPECT_EQ(all.answer(), Answer::kNo);
  EXPECT_EQ(all.judge().finding("").status, Status::kContradicted);
}

TEST(Judge, CountsWhatNeverHappens) {
  EXPECT_EQ(judge_none(0).finding("").status, Status::kHolds);
  const Verdict once = judge_none(1).finding("");
  EXPECT_EQ(once.status, Status::kContradicted);
  EXPECT_EQ(once.measured.value().value, 1.0);
}

TEST(Curves, HaveOneRowPerSeedAndTheirLastNumbers) {
  Context context;
  context.seed = 3;
  const Curves curves = curves_per_seed(context, 2, {10.0, 20.0}, [](std::uint64_t seed, double x) {
    return static_cast<double>(seed) + x;
  });
  const double first = static_cast<double>(context.run_seed(0));
  const double second = static_cast<double>(context.run_seed(1));
  EXPECT_EQ(curves, (Curves{{first + 10.0, first + 20.0}, {second + 10.0, second + 20.0}}));
  EXPECT_EQ(last_of_each(curves), (std::vector<double>{first + 20.0, second + 20.0}));
  EXPECT_EQ(mean({1.0, 2.0, 6.0}), 3.0);
  EXPECT_THROW(mean({}), std::invalid_argument);
}

TEST(EveryMeanPositive, NeedsAllAndShowsTheSmallest) {
  const Context context{.false_alarm = 0.02};
  const std::vector<double> clear = {1.0, 1.1, 0.9, 1.05, 0.95};
  const std::vector<double> smaller = {0.5, 0.6, 0.4, 0.55, 0.45};
  const std::vector<double> below = {-0.5, -0.6, -0.4, -0.55, -0.45};
  EveryMeanPositive both_are(context, 2);
  EXPECT_EQ(both_are.add(clear).lower, theory::student_mean(clear, 0.99).lower);
  both_are.add(smaller);
  const Verdict holds = both_are.judge().finding("");
  EXPECT_EQ(holds.status, Status::kHolds);
  EXPECT_EQ(holds.measured.value().value, 0.5);
  EXPECT_EQ(holds.p_value, 2.0 * mean_differs_p_value(smaller, 0.0));
  both_are.add(below);
  EXPECT_EQ(both_are.judge().finding("").status, Status::kContradicted);
}

TEST(EveryMeanPositive, LeavesOpenWhatOneSampleLeavesOpen) {
  EveryMeanPositive open({.false_alarm = 0.02}, 2);
  open.add({1.0, 1.1, 0.9});
  open.add({1.0, -1.1, 0.9});
  EXPECT_EQ(open.judge().finding("").status, Status::kInconclusive);
}

}  // namespace
}  // namespace eenet::verify
