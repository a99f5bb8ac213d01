#include "verify/traces/trace_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

#include "reference/registry.h"
#include "tests/verify/small_trace.h"
#include "verify/traces/consistency.h"
#include "verify/traces/method.h"

namespace eenet::verify {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Trace played(const std::string& environment, const std::string& method, std::uint64_t rounds,
             TraceDetail detail = TraceDetail::kFull) {
  TraceHeader header;
  header.producer = "eenet test";
  header.environment = complete_environment_spec(Spec::parse(environment));
  header.method = complete_policy_spec(Spec::parse(method));
  header.rounds = rounds;
  header.seed = 3;
  header.detail = detail;
  return recorded_run(header);
}

// As somebody else's: an environment of their own, and the parameters that it started from.
Trace foreign(const std::string& method, std::uint64_t rounds) {
  Trace trace = played("linear:dim=3,arms=4,noise=bernoulli", method, rounds);
  const auto environment = make_environment(trace.header, {});
  trace.header.initial_parameters = make_policy(trace.header, *environment)->parameters();
  trace.header.producer = "theirs 1.0";
  trace.header.environment = {"their-shop", {{"shelves", "7"}}};
  return trace;
}

TraceCheck checked(const Trace& trace, const Arithmetic& arithmetic = kDouble) {
  return check_trace(trace, {}, arithmetic, {});
}

const TraceLevel& level_of(const TraceCheck& check, const std::string& name) {
  for (const TraceLevel& level : check.levels) {
    if (level.level == name) return level;
  }
  ADD_FAILURE() << "no level " << name;
  return check.levels.front();
}

void expect_agrees(const TraceCheck& check) {
  EXPECT_EQ(check.verdict, TraceVerdict::kAgrees)
      << (check.first_divergence() ? check.first_divergence()->sentence : "nothing was checked");
}

// The first failure of the level, in this round and field.
void expect_failure(const TraceCheck& check, const std::string& level, std::uint64_t round,
                    const std::string& field) {
  EXPECT_EQ(check.verdict, TraceVerdict::kDisagrees);
  const std::optional<TraceDivergence>& first = level_of(check, level).first;
  ASSERT_TRUE(first) << level << " found nothing, expected " << field;
  EXPECT_EQ(first->round, round);
  EXPECT_EQ(first->field, field);
  EXPECT_THAT(first->sentence, HasSubstr(field));
}

TEST(TraceCheck, AgreesWithOurOwnRuns) {
  for (const std::string method :
       {"eenet:width=8,features=gradient", "eenet-abs:width=8", "eenet-relu:width=8,depth=3",
        "greedy:width=8", "eenet:width=8,features=block-mean,block=7",
        "eenet:width=6,features=lle,k=2,neighbours=3,landmarks=30"}) {
    SCOPED_TRACE(method);
    const Trace trace = foreign(method, 24);
    const TraceCheck check = checked(trace);
    expect_agrees(check);
    EXPECT_EQ(check.rerun.rounds, 24U);
    EXPECT_FALSE(check.rerun.first_bits) << check.rerun.first_bits->field;
    EXPECT_THAT(check.warnings, IsEmpty());
    for (const TraceCheckCount& count : level_of(check, "consistency").checks) {
      EXPECT_EQ(count.failures + count.acceptable, 0U) << count.name;
    }
  }
}

TEST(TraceCheck, ReplaysWhatItsHeaderGives) {
  const SmallTrace small;
  small.play_and_write(SmallTrace::header());
  const Trace trace = read_trace(small.path());
  const TraceCheck check = check_trace(trace, small.path(), kDouble, {});
  expect_agrees(check);
  EXPECT_EQ(level_of(check, "replay").cases(), 6U);
  EXPECT_GT(level_of(check, "rerun").cases(), 0U);
}

// One bit of a score: the replay sees it, the rerun says that rounding explains it.
TEST(TraceCheck, AcceptsOtherBitsThatRoundingExplains) {
  const SmallTrace small;
  small.play_and_write(SmallTrace::header());
  small.edit(3, [](nlohmann::ordered_json& line) {
    line["f1"][0] = std::nextafter(line["f1"][0].get<double>(), 1.0);
    line.erase("digest");
  });
  const TraceCheck check = check_trace(read_trace(small.path()), small.path(), kDouble, {});
  expect_agrees(check);
  EXPECT_EQ(level_of(check, "replay").acceptable(), 1U);
  ASSERT_TRUE(check.rerun.first_bits);
  EXPECT_EQ(check.rerun.first_bits->round, 3U);
  EXPECT_EQ(check.rerun.first_bits->field, "f1[0]");
  EXPECT_TRUE(check.rerun.first_bits->within_rounding);
}

// All numbers of the run are known to many digits: no rounding makes it diverge.
TEST(TraceCheck, DoesNotAcceptAnEndThatRoundingDoesNotExplain) {
  const SmallTrace small;
  const std::uint64_t rounds = SmallTrace::header().rounds;
  small.play_and_write(SmallTrace::header());
  small.edit(rounds + 1, [rounds](nlohmann::ordered_json& line) {
    line["end"] = {{"status", "diverged"}, {"rounds", rounds}};
  });
  const TraceCheck check = check_trace(read_trace(small.path()), small.path(), kDouble, {});
  expect_failure(check, "replay", rounds + 1, "end.status");
}

TEST(TraceCheck, DoesNotAcceptOtherContextsOfANamedEnvironment) {
  const SmallTrace small;
  small.play_and_write(SmallTrace::header());
  small.edit(2, [](nlohmann::ordered_json& line) {
    line["contexts"][0][0] = std::nextafter(line["contexts"][0][0].get<double>(), 1.0);
  });
  const TraceCheck check = check_trace(read_trace(small.path()), small.path(), kDouble, {});
  expect_failure(check, "replay", 2, "contexts[0][0]");
  EXPECT_THAT(level_of(check, "replay").first->sentence, HasSubstr("a name of its own"));
}

TEST(TraceCheck, FindsEveryWrongField) {
  const std::string method = "eenet:width=8,features=gradient";
  const auto broken = [&](const std::function<void(Trace&)>& fault) {
    Trace trace = foreign(method, 8);
    fault(trace);
    return checked(trace);
  };
  expect_failure(broken([](Trace& trace) { trace.rounds[4].reward += 0.25; }), "consistency", 5,
                 "reward");
  expect_failure(broken([](Trace& trace) {
                   TraceRound& round = trace.rounds[3];
                   round.arm = (round.arm + 1) % 4;
                   round.reward = (*round.rewards)[round.arm];
                   round.label.reset();
                 }),
                 "consistency", 4, "arm");
  expect_failure(broken([](Trace& trace) { *trace.rounds[5].label += 1e-12; }), "consistency", 6,
                 "label");
  expect_failure(broken([](Trace& trace) { *trace.end->regret += 1e-9; }), "consistency", 9,
                 "end.regret");
  expect_failure(broken([](Trace& trace) { *trace.end->realized_regret -= 1.0; }), "consistency", 9,
                 "end.realized_regret");
  expect_failure(broken([](Trace& trace) { trace.rounds[2].digest = "0123456789abcdef"; }),
                 "consistency", 3, "digest");
  expect_failure(broken([](Trace& trace) { trace.rounds[2].digest = "no digest"; }), "consistency",
                 3, "digest");
  expect_failure(broken([](Trace& trace) { trace.end->digest = "0123456789abcdef"; }),
                 "consistency", 9, "end.digest");
  expect_failure(broken([](Trace& trace) { (*trace.rounds[6].exploitation_scores)[2] += 1e-10; }),
                 "rerun", 7, "f1[2]");
  expect_failure(broken([](Trace& trace) { (*trace.rounds[6].exploration_scores)[1] += 1e-10; }),
                 "rerun", 7, "f2[1]");
  expect_failure(broken([](Trace& trace) { trace.end->parameters[1][3] += 1e-10; }), "rerun", 9,
                 "end.parameters[1][3]");
  expect_failure(broken([](Trace& trace) { trace.end->parameters[0].conservativeResize(5); }),
                 "rerun", 9, "end.parameters[0].size");
  expect_failure(broken([](Trace& trace) { trace.header.initial_parameters[0][0] += 0.5; }),
                 "rerun", 1, "f1[1]");  // arm 0 does not reach the unit
  expect_failure(broken([](Trace& trace) { trace.header.initial_parameters.pop_back(); }), "rerun",
                 0, "header");
}

// The digest is chained: contexts that it is not made of are found, where no parameters enter.
// |r - f1| rounds by more than 2 there, and the label of max(r - f1, 0) does not round at all.
TEST(TraceCheck, DoesNotForgiveARectifiedLabelForTheSizeOfItsGain) {
  Trace trace = foreign("eenet-relu:width=8,features=gradient", 8);
  TraceRound& round = trace.rounds[5];
  (*round.exploitation_scores)[round.arm] = 1e17;
  round.label = 0.0;
  const auto labels = [&trace] {
    const TraceLevel level = level_of(checked(trace), "consistency");
    return std::ranges::find(level.checks, "label", &TraceCheckCount::name)->failures;
  };
  EXPECT_EQ(labels(), 0U);
  round.label = 1.0;
  EXPECT_EQ(labels(), 1U);
}

TEST(TraceCheck, RecomputesTheDigestFromTheRoundBefore) {
  Trace trace = foreign("eenet:width=8", 8);
  trace.header.method.name = "not-known-here";  // no rerun
  (*trace.rounds[4].contexts)(0, 0) += 1e-9;
  expect_failure(checked(trace), "consistency", 5, "digest");
  Trace last = foreign("eenet:width=8", 8);
  last.header.method.name = "not-known-here";
  last.end->parameters[0][0] += 1e-9;  // enters the digest of the last round
  expect_failure(checked(last), "consistency", 8, "digest");
}

TEST(TraceCheck, AcceptsAnArmWithinTheRoundingOfTheSum) {
  Trace trace = foreign("eenet:width=8", 2);
  trace.header.method.name = "not-known-here";
  TraceRound& round = trace.rounds[0];
  const Eigen::Index other = (round.arm + 1) % 4;
  const auto set = [&](double f1, double f2) {
    (*round.exploitation_scores)[other] = f1;
    (*round.exploration_scores)[other] = f2;
    round.digest.reset();
    trace.rounds[1].digest.reset();
    trace.end->digest.reset();
  };
  const double largest =
      (*round.exploitation_scores)[round.arm] + (*round.exploration_scores)[round.arm];
  set(std::nextafter(largest, 10.0), 0.0);
  TraceCheck check = checked(trace);
  expect_agrees(check);
  EXPECT_EQ(level_of(check, "consistency").acceptable(), 1U);
  set(largest + 1e-10, 0.0);
  expect_failure(checked(trace), "consistency", 1, "arm");
  expect_agrees(checked(trace, kFloat));
}

TEST(TraceCheck, TakesAnyBestArmForRealisedRegret) {
  Trace trace = played("two-arms:noise=bernoulli", "eenet:width=4", 6);
  for (TraceRound& round : trace.rounds) round.expected_rewards->setConstant(0.5);
  trace.end->regret = 0.0;
  trace.header.environment.name = "theirs";
  double lowest = 0.0;
  for (const TraceRound& round : trace.rounds) {
    lowest += round.rewards->minCoeff() - (*round.rewards)[round.arm];
  }
  trace.end->realized_regret = lowest;
  expect_agrees(checked(trace));
  trace.end->realized_regret = lowest - 0.5;
  expect_failure(checked(trace), "consistency", 7, "end.realized_regret");
}

TEST(TraceCheck, SaysWhatItLacks) {
  const auto reason = [](const std::function<void(Trace&)>& change) {
    Trace trace = foreign("eenet:width=8", 4);
    change(trace);
    const TraceCheck check = checked(trace);
    EXPECT_EQ(level_of(check, "rerun").cases(), 0U);
    EXPECT_EQ(level_of(check, "rerun").skipped(), 1U);
    return level_of(check, "rerun").checks[0].skip_reason;
  };
  EXPECT_EQ(reason([](Trace& trace) { trace.rounds[2].contexts.reset(); }),
            "round 3 has no contexts");
  EXPECT_EQ(reason([](Trace& trace) { trace.header.initial_parameters.clear(); }),
            "the header has no initial_parameters");
  EXPECT_EQ(reason([](Trace& trace) { trace.header.method.given.erase("eta1"); }),
            "method.settings has no eta1, expected every setting of eenet");
  EXPECT_EQ(reason([](Trace& trace) { trace.header.method.name = "mine"; }),
            "method mine is not one of this program");
  EXPECT_THAT(reason([](Trace& trace) { trace.header.method.given["layers"] = "3"; }),
              HasSubstr("layers"));
  Trace nothing = foreign("eenet:width=8", 4);
  nothing.rounds.resize(1);
  nothing.rounds[0] = {};
  nothing.rounds[0].t = 1;
  nothing.end.reset();
  const TraceCheck check = checked(nothing);
  EXPECT_EQ(check.verdict, TraceVerdict::kIncomplete);
  EXPECT_THAT(check.warnings, testing::ElementsAre(HasSubstr("cut short after round 1 of 4")));
}

TEST(TraceCheck, WarnsOfWhatThePaperAssumes) {
  Trace trace = foreign("eenet:width=8", 4);
  trace.rounds[1].contexts->col(2) *= 2.0;
  (*trace.rounds[2].rewards)[0] = 1.5;
  const std::vector<std::string> sentences = broken_assumptions(trace);
  ASSERT_EQ(sentences.size(), 2U);
  EXPECT_THAT(sentences[0], HasSubstr("round 2: contexts[2] has norm 2"));
  EXPECT_THAT(sentences[1], HasSubstr("round 3: rewards holds 1.5"));
}

TEST(TraceCheck, PlaysTheRecordedArm) {
  Trace trace = foreign("eenet:width=8,features=gradient", 12);
  // Another tie rule in round 3: the run goes on from there with the arm that it played.
  const auto environment =
      make_environment({"linear", {{"dim", "3"}, {"arms", "4"}}}, {1, false, {}});
  const auto policy = make_policy(trace.header.method, *environment,
                                  {trace.header.seed, trace.header.initial_parameters});
  Choice choice;
  for (TraceRound& round : trace.rounds) {
    policy->choose(round.t, *round.contexts, choice);
    round.exploitation_scores = choice.exploitation_scores;
    round.exploration_scores = choice.exploration_scores;
    round.arm = round.t == 3 ? (choice.arm + 1) % 4 : choice.arm;
    const Eigen::MatrixXd alone = round.contexts->col(round.arm);
    policy->choose(round.t, alone, choice);
    round.reward = (*round.rewards)[round.arm];
    round.label = policy->learn(round.reward);
    round.digest.reset();
  }
  trace.end.reset();
  const TraceCheck check = checked(trace);
  expect_failure(check, "consistency", 3, "arm");
  EXPECT_EQ(level_of(check, "consistency").failures(), 1U);
  EXPECT_EQ(level_of(check, "rerun").failures(), 0U);
  EXPECT_FALSE(check.rerun.first_bits);
}

}  // namespace
}  // namespace eenet::verify
