#include "verify/regret/growth_controls.h"

#include <gtest/gtest.h>

#include "reference/interaction.h"
#include "reference/registry.h"
#include "verify/regret/control_policies.h"

namespace eenet::verify {
namespace {

using theory::Answer;
using theory::Growth;
using theory::GrowthReport;
using theory::RegretAtDoublings;

using MakePolicy = std::function<std::unique_ptr<Policy>(const Environment&, std::uint64_t seed)>;

std::vector<RegretAtDoublings> runs_of(const std::string& environment, std::uint64_t rounds,
                                       const MakePolicy& make) {
  std::vector<RegretAtDoublings> runs;
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    const auto made =
        make_environment(complete_environment_spec(Spec::parse(environment)), {seed, false, {}});
    const auto policy = make(*made, seed);
    std::vector<double> curve;
    play(*made, *policy, rounds, [&](const PlayedRound& played) {
      curve.push_back(played.regret.pseudo);
      return true;
    });
    runs.push_back(theory::at_doublings(curve));
  }
  return runs;
}

MakePolicy registered(const std::string& method) {
  return [method](const Environment& environment, std::uint64_t seed) {
    return make_policy(complete_policy_spec(Spec::parse(method)), environment, {seed, {}});
  };
}

Growth growth_of(const std::string& environment, const std::string& method, std::uint64_t rounds) {
  return theory::judge_growth(runs_of(environment, rounds, registered(method))).growth;
}

constexpr const char* kLinearBandit = "linear:dim=4,arms=4";

TEST(GrowthControls, ComeOutAsTheyMust) {
  for (const char* environment : {kLinearBandit, "two-arms", "cosine:dim=4,arms=3"}) {
    for (const GrowthControl& control : growth_controls()) {
      const ControlOutcome outcome =
          judge_control(control, runs_of(environment, 2000, control.make), {});
      EXPECT_EQ(outcome.as_it_must, Answer::kYes)
          << control.name << " in " << environment << " is " << outcome.outcome;
    }
  }
}

// A judge that takes a learner for a control, or one that always says "linear", is noticed.
TEST(GrowthControls, AreSeenToFail) {
  const auto learner = runs_of(kLinearBandit, 4000, registered("greedy:width=16"));
  const auto random = runs_of(kLinearBandit, 400, registered("random"));
  for (const GrowthControl& control : growth_controls()) {
    EXPECT_EQ(judge_control(control, learner, {}).as_it_must, Answer::kNo) << control.name;
    if (control.loses_nothing) {
      EXPECT_EQ(judge_control(control, random, {}).as_it_must, Answer::kNo);
    }
  }
}

TEST(GrowthControls, OfAFewSeedsAreOpen) {
  auto few = runs_of(kLinearBandit, 400, registered("random"));
  few.resize(4);
  EXPECT_EQ(judge_control(growth_controls().front(), few, {}).as_it_must, Answer::kUnknown);
}

TEST(ControlPolicies, ExploreForEver) {
  const MakePolicy explores = [](const Environment& environment, std::uint64_t seed) {
    return epsilon_greedy(registered("greedy:width=16")(environment, seed), 0.1, seed);
  };
  EXPECT_EQ(theory::judge_growth(runs_of(kLinearBandit, 4000, explores)).growth, Growth::kLinear);
}

TEST(ControlPolicies, FrozenKeepsItsParameters) {
  const auto environment =
      make_environment(complete_environment_spec(Spec::parse(kLinearBandit)), {1, false, {}});
  const auto start = registered("eenet:width=8")(*environment, 1)->parameters();
  const auto policy = frozen(registered("eenet:width=8")(*environment, 1));
  play(*environment, *policy, 20);
  const auto end = policy->parameters();
  ASSERT_EQ(end.size(), start.size());
  for (std::size_t i = 0; i < start.size(); ++i) EXPECT_EQ(end[i], start[i]);
}

// Without exploration about half of the seeds lock in on the worse of two arms. [erratum E-3]
TEST(GrowthOfMethods, ThatLockInIsALine) {
  EXPECT_EQ(growth_of("two-arms", "eenet:width=16", 1000), Growth::kLinear);
}

TEST(GrowthOfMethods, ThatConvergeIsSublinear) {
  EXPECT_EQ(growth_of(kLinearBandit, "greedy:width=16", 4000), Growth::kSublinear);
  EXPECT_EQ(growth_of(kLinearBandit, "eenet:width=16", 4000), Growth::kSublinear);
  EXPECT_EQ(growth_of(kLinearBandit, "optimal", 400), Growth::kSublinear);
}

}  // namespace
}  // namespace eenet::verify
