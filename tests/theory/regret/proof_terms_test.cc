#include "theory/regret/proof_terms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/interaction.h"
#include "reference/registry.h"
#include "tests/theory/traced.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {
namespace {

using testing::HasSubstr;

Interval term(const RunningSum& sum, std::size_t t) {
  return t == 0 ? sum[0] : sum[t] - sum[t - 1];
}

TEST(RegretSums, AreThoseOfTheRun) {
  const Trace trace = traced("cosine:dim=3,arms=4,noise=bernoulli", "random", 200);
  const RegretSums sums = regret_sums(trace);
  ASSERT_EQ(sums.rounds(), 200U);
  const Measured regret = sum_until(sums.regret, 200);
  EXPECT_LE(regret.lower, *trace.end->regret);
  EXPECT_GE(regret.upper, *trace.end->regret);
  // 200 sums below 128, each of which moves both ends by a unit in the last place at most.
  EXPECT_LE(regret.upper - regret.lower, 200.0 * 2.0 * 0x1p-46);
  EXPECT_EQ(regret.basis, Basis::kCertified);
  EXPECT_GT(std::abs(*trace.end->realized_regret - *trace.end->regret), 1.0);
  double optimal = 0.0;
  for (const TraceRound& round : trace.rounds) optimal += round.expected_rewards->maxCoeff();
  EXPECT_NEAR(sum_until(sums.optimal_reward, 200).value, optimal, 1e-12);
  EXPECT_THROW(sum_until(sums.regret, 0), std::invalid_argument);
  EXPECT_THROW(sum_until(sums.regret, 201), std::invalid_argument);
}

TEST(RegretSums, AskForAFullTrace) {
  Trace trace = traced("linear:dim=3,arms=2", "random", 5);
  trace.rounds[3].expected_rewards.reset();
  try {
    regret_sums(trace);
    FAIL() << "took a trace without expected rewards";
  } catch (const std::invalid_argument& refused) {
    EXPECT_THAT(refused.what(), HasSubstr("round 4 has no expected_rewards"));
  }
  EXPECT_THROW(regret_sums(Trace{}), std::invalid_argument);
}

// The proof's inequality, round by round and with no tolerance. [claim PRF-DECOMP]
TEST(ProofTerms, BoundRegretInEveryRound) {
  for (const char* noise : {"none", "bernoulli", "bounded"}) {
    for (const char* method :
         {"eenet:width=16", "eenet:width=12,depth=3,features=lle", "eenet-abs:width=8",
          "eenet:width=16,schedule=replay,steps=20", "greedy:width=16"}) {
      const Trace trace = traced(std::string("cosine:dim=3,arms=4,noise=") + noise, method, 60);
      const RegretSums sums = regret_sums(trace);
      const ProofTerms terms = measure_run(trace, {}).terms;
      for (std::size_t t = 0; t < 60; ++t) {
        const Interval all = term(terms.optimal_error, t) + term(terms.exploration_distance, t) +
                             term(terms.exploitation_distance, t) + term(terms.played_error, t);
        EXPECT_LE(term(sums.regret, t).lower, all.upper) << method << " " << noise << " " << t;
      }
    }
  }
}

// measure_run sums what a counterfactual returns round by round.
TEST(ProofTerms, AreTheSumsOfTheRounds) {
  const Trace trace = traced("cosine:dim=3,arms=4,noise=bernoulli", "eenet:width=12", 40);
  const auto environment = make_environment(trace.header, {});
  const auto policy = make_policy(trace.header, *environment);
  Counterfactual counterfactual(RewardLaw::of(trace.header.environment),
                                make_policy(trace.header, *environment));
  ProofTerms terms;
  RunningSum regret;
  RunningSum bound;
  double range = 0.0;
  play(*environment, *policy, 40, [&](const PlayedRound& played) {
    const ProofRound round = counterfactual.learn(played);
    append(terms, round);
    append(regret, round.regret);
    append(bound, round.sum());
    range = std::max(range, round.range);
    return true;
  });
  const ProofTerms measured = measure_run(trace, {}).terms;
  const auto expect_same = [](const RunningSum& got, const RunningSum& expected) {
    ASSERT_EQ(got.size(), expected.size());
    for (std::size_t t = 0; t < got.size(); ++t) {
      EXPECT_EQ(got[t].lower, expected[t].lower) << t;
      EXPECT_EQ(got[t].upper, expected[t].upper) << t;
    }
  };
  expect_same(terms.optimal_error, measured.optimal_error);
  expect_same(terms.exploration_distance, measured.exploration_distance);
  expect_same(terms.exploitation_distance, measured.exploitation_distance);
  expect_same(terms.played_error, measured.played_error);
  expect_same(terms.played_loss, measured.played_loss);
  expect_same(terms.optimal_loss, measured.optimal_loss);
  expect_same(regret, regret_sums(trace).regret);
  EXPECT_EQ(measured.range.back(), range);
  EXPECT_LE(bound.back().lower,
            terms.optimal_error.back().upper + terms.exploration_distance.back().upper +
                terms.exploitation_distance.back().upper + terms.played_error.back().upper);
  EXPECT_GE(bound.back().upper,
            terms.optimal_error.back().lower + terms.exploration_distance.back().lower +
                terms.exploitation_distance.back().lower + terms.played_error.back().lower);
}

// With one arm the counterfactual networks are the networks.
TEST(ProofTerms, OfASingleArmHaveNoDistance) {
  const Trace trace = traced("linear:dim=3,arms=1,noise=bernoulli", "eenet:width=16", 50);
  const ProofTerms terms = measure_run(trace, {}).terms;
  EXPECT_LE(terms.exploration_distance.back().upper, 1e-300);
  EXPECT_LE(terms.exploitation_distance.back().upper, 1e-300);
  EXPECT_EQ(terms.optimal_error.back().upper, terms.played_error.back().upper);
  EXPECT_EQ(terms.optimal_loss.back().upper, terms.played_loss.back().upper);
  EXPECT_GT(terms.played_error.back().lower, 1.0);
}

// Two arms: a run that locks in on the bad one never sees the other, and the counterfactual one
// sees nothing else. The whole loss sits in the distances. [errata E-3, E-10]
TEST(ProofTerms, OfALockedRunSitInTheDistances) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Trace trace = traced("two-arms", "eenet:width=64,R=2.5456", 400, seed);
    const RegretSums sums = regret_sums(trace);
    if (sums.regret.back().lower < 199.0) continue;
    const ProofTerms terms = measure_run(trace, {}).terms;
    EXPECT_LE(terms.optimal_error.back().upper + terms.played_error.back().upper, 20.0);
    EXPECT_GE(terms.exploration_distance.back().lower + terms.exploitation_distance.back().lower,
              180.0);
    return;
  }
  FAIL() << "no seed locked in";
}

// Azuma with differences in an interval of length 1 [erratum E-6: the range needs no constant];
// 1e-9 may go wrong.
TEST(ProofTerms, ExpectWhatHappensOnAverage) {
  constexpr double kRounds = 2000.0;
  const Trace trace = traced("cosine:dim=3,arms=3,noise=bernoulli", "eenet:width=20", 2000);
  const ProofTerms terms = measure_run(trace, {}).terms;
  double realised = 0.0;
  for (const TraceRound& round : trace.rounds) {
    const double f =
        (*round.exploitation_scores)[round.arm] + (*round.exploration_scores)[round.arm];
    realised += std::abs(f - round.reward);
  }
  EXPECT_NEAR(terms.played_error.back().lower, realised, std::sqrt(kRounds * std::log(2e9) / 2.0));
}

TEST(ProofTerms, HaveTheLossOfTheTrace) {
  const Trace trace = traced("quadratic:dim=3,arms=3,noise=bounded", "eenet:width=20", 100);
  const ProofTerms terms = measure_run(trace, {}).terms;
  double loss = 0.0;
  double range = 0.0;
  for (const TraceRound& round : trace.rounds) {
    const double f2 = (*round.exploration_scores)[round.arm];
    loss += (f2 - *round.label) * (f2 - *round.label);
    const double f = (*round.exploitation_scores)[round.arm] + f2;
    range = std::max({range, std::abs(f), std::abs(1.0 - f)});
  }
  EXPECT_NEAR(terms.played_loss.back().lower, loss, 1e-12);
  EXPECT_GE(terms.range.back(), range);  // the counterfactual networks count as well
}

TEST(ProofTerms, RefuseATraceThatIsNotWhatHappens) {
  const Trace good = traced("linear:dim=3,arms=3", "eenet:width=8", 10);
  Trace other_arm = good;
  other_arm.rounds[6].arm = (other_arm.rounds[6].arm + 1) % 3;
  Trace other_score = good;
  (*other_score.rounds[2].exploration_scores)[1] += 1e-9;
  for (const Trace& bad : {other_arm, other_score}) {
    try {
      measure_run(bad, {});
      FAIL() << "took a changed trace";
    } catch (const std::invalid_argument& refused) {
      EXPECT_THAT(refused.what(), HasSubstr("is not what its header gives"));
    }
  }
  EXPECT_FALSE(has_proof_terms(traced("linear:dim=3,arms=3", "random", 5).header));
  EXPECT_THROW(measure_run(traced("linear:dim=3,arms=3", "random", 5), {}), std::invalid_argument);
}

TEST(RunFacts, AreThoseOfTheHeaderAndTheSteps) {
  const Trace trace = traced("linear:dim=3,arms=2", "eenet:width=16,R=0.8", 1);
  const RunFacts facts = measure_run(trace, {}).facts;
  EXPECT_EQ(facts.rounds, 1U);
  EXPECT_EQ(facts.width, 16U);
  EXPECT_EQ(facts.depth, 2U);
  EXPECT_DOUBLE_EQ(facts.exploitation_rate, 0.8 * 0.8 / 4.0);
  EXPECT_DOUBLE_EQ(facts.exploration_rate, 0.8 * 0.8 / 4.0);
  EXPECT_TRUE(facts.is_algorithm_1);
  EXPECT_TRUE(facts.has_fixed_features);
  // One step: |theta_1 - theta_0|^2 = eta error^2 (eta |grad f|^2), for both networks.
  const TraceRound& round = trace.rounds[0];
  const double f1 = (*round.exploitation_scores)[round.arm];
  const double f2 = (*round.exploration_scores)[round.arm];
  const double eta = facts.exploitation_rate;
  const auto step = [&](double error, const Measured& size) {
    return std::abs(error) * std::sqrt(eta * size.value);
  };
  EXPECT_NEAR(facts.exploitation_distance->value, step(f1 - round.reward, *facts.exploitation_step),
              1e-14);
  EXPECT_NEAR(facts.exploration_distance->value, step(f2 - *round.label, *facts.exploration_step),
              1e-14);
}

TEST(RunFacts, TellMethodsApart) {
  const auto facts_of = [](const char* method) {
    return measure_run(traced("linear:dim=3,arms=2", method, 3), {}).facts;
  };
  EXPECT_FALSE(facts_of("eenet-relu:width=4").is_algorithm_1);
  EXPECT_FALSE(facts_of("eenet:width=4,schedule=replay").is_algorithm_1);
  EXPECT_FALSE(facts_of("eenet:width=4,schedule=replay").exploitation_step.has_value());
  EXPECT_FALSE(facts_of("eenet:width=4,features=lle").has_fixed_features);
  EXPECT_FALSE(facts_of("greedy:width=4").exploration_distance.has_value());
  EXPECT_DOUBLE_EQ(facts_of("eenet:width=4,eta1=0.3,eta2=0.2").exploration_rate, 0.2);
}

}  // namespace
}  // namespace eenet::theory
