#include "verify/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "tests/verify/small_trace.h"

namespace eenet::verify {
namespace {

using Json = nlohmann::ordered_json;
using Edit = std::function<void(Json&)>;
constexpr std::size_t kEndLine = 7;  // header, six rounds, end

void expect_match(const ReplayReport& report, std::uint64_t rounds) {
  EXPECT_TRUE(report.matches()) << report.first_difference->field << " in round "
                                << report.first_difference->round;
  EXPECT_TRUE(report.complete);
  EXPECT_EQ(report.rounds, rounds);
}

// Changes one line of a fresh trace and replays it.
ReplayReport replay_edited(std::size_t line, const Edit& edit,
                           TraceDetail detail = TraceDetail::kFull) {
  const SmallTrace trace;
  trace.play_and_write(SmallTrace::header(detail));
  trace.edit(line, edit);
  return trace.replayed();
}

// The smallest edit that a number can have: its last bit.
Edit last_bit_of(const std::string& pointer) {
  return [pointer](Json& json) {
    Json& number = json.at(Json::json_pointer(pointer));
    number = std::nextafter(number.get<double>(), std::numeric_limits<double>::infinity());
  };
}

Edit set(const std::string& pointer, const Json& value) {
  return [pointer, value](Json& json) { json.at(Json::json_pointer(pointer)) = value; };
}

void expect_difference(const ReplayReport& report, std::uint64_t round, const std::string& field) {
  ASSERT_FALSE(report.matches()) << "the edit of " << field << " was not found";
  EXPECT_EQ(report.first_difference->round, round) << field;
  EXPECT_EQ(report.first_difference->field, field);
  EXPECT_NE(report.first_difference->recorded, report.first_difference->recomputed);
}

TEST(Replay, AcceptsWhatTheLibraryWrote) {
  const SmallTrace trace;
  for (const TraceDetail detail : {TraceDetail::kFull, TraceDetail::kDigest}) {
    trace.play_and_write(SmallTrace::header(detail));
    expect_match(trace.replayed(), 6);
    EXPECT_EQ(trace.replayed().announced, 6U);
    EXPECT_FALSE(trace.replayed().diverged);
  }
}

TEST(Replay, AcceptsEveryPolicy) {
  const SmallTrace trace;
  for (const char* method :
       {"eenet:width=3", "eenet-abs:width=3", "eenet-relu:width=3",
        "eenet:width=3,features=gradient", "eenet-released:hidden=30", "greedy:width=3",
        "neural-epsilon:width=3", "neural-epsilon-decay:width=3", "neural-ucb:width=3",
        "neural-ts:width=3,covariance=full", "linucb", "lints", "kernelucb", "kernelts", "ntk-ucb",
        "random", "optimal"}) {
    SCOPED_TRACE(method);
    TraceHeader header = SmallTrace::header();
    header.method = Spec::parse(method);
    trace.play_and_write(header);
    expect_match(trace.replayed(), 6);
  }
}

TEST(Replay, AcceptsGivenInitialParametersAndFindsAnEditOfThem) {
  const SmallTrace trace;
  TraceHeader header = SmallTrace::header();
  header.initial_parameters = {Eigen::VectorXd::LinSpaced(9, -1.0, 1.0),
                               Eigen::VectorXd::LinSpaced(9, 1.0, -0.5)};
  trace.play_and_write(header);
  expect_match(trace.replayed(), 6);
  trace.edit(0, last_bit_of("/initial_parameters/1/0"));
  EXPECT_FALSE(trace.replayed().matches());
}

TEST(Replay, TellsOfEveryRound) {
  const SmallTrace trace;
  trace.play_and_write(SmallTrace::header());
  std::vector<std::uint64_t> told;
  replay(trace.path(), {}, [&told](std::uint64_t done) { told.push_back(done); });
  EXPECT_THAT(told, testing::ElementsAre(1, 2, 3, 4, 5, 6));
}

TEST(Replay, AcceptsARunThatDiverged) {
  const SmallTrace trace;
  TraceHeader header = SmallTrace::header();
  header.method = Spec::parse("eenet:width=3,eta1=1e200");
  header.rounds = 50;
  for (const TraceDetail detail : {TraceDetail::kFull, TraceDetail::kDigest}) {
    header.detail = detail;
    trace.play_and_write(header);
    const ReplayReport report = trace.replayed();
    EXPECT_TRUE(report.diverged);
    EXPECT_LT(report.rounds, 50U);
    expect_match(report, trace.lines().size() - 2);
  }
}

TEST(Replay, FindsADivergenceThatIsDenied) {
  const SmallTrace trace;
  TraceHeader header = SmallTrace::header();
  header.method = Spec::parse("eenet:width=3,eta1=1e200");
  trace.play_and_write(header);
  const std::size_t last = trace.lines().size() - 1;
  trace.edit(last, set("/end/status", "completed"));
  expect_difference(trace.replayed(), last, "end.status");
}

TEST(Replay, FindsAnEditOfEveryFieldOfARound) {
  for (const std::size_t t : {1U, 4U, 6U}) {
    SCOPED_TRACE(t);
    expect_difference(replay_edited(t, last_bit_of("/contexts/1/0")), t, "contexts[1][0]");
    expect_difference(replay_edited(t, last_bit_of("/expected_rewards/1")), t,
                      "expected_rewards[1]");
    expect_difference(replay_edited(t, last_bit_of("/rewards/0")), t, "rewards[0]");
    expect_difference(replay_edited(t, last_bit_of("/f1/1")), t, "f1[1]");
    expect_difference(replay_edited(t, last_bit_of("/f2/0")), t, "f2[0]");
    expect_difference(
        replay_edited(t, [](Json& json) { json["arm"] = 1 - json["arm"].get<int>(); }), t, "arm");
    expect_difference(replay_edited(t, last_bit_of("/reward")), t, "reward");
    expect_difference(replay_edited(t, last_bit_of("/label")), t, "label");
    expect_difference(replay_edited(t, set("/digest", "0123456789abcdef")), t, "digest");
  }
}

TEST(Replay, FindsAnEditOfEveryFieldOfADigestTrace) {
  const TraceDetail detail = TraceDetail::kDigest;
  const Edit other_arm = [](Json& json) { json["arm"] = 1 - json["arm"].get<int>(); };
  expect_difference(replay_edited(3, other_arm, detail), 3, "arm");
  expect_difference(replay_edited(3, last_bit_of("/reward"), detail), 3, "reward");
  expect_difference(replay_edited(3, set("/digest", ""), detail), 3, "digest");
}

TEST(Replay, FindsANumberWithTheWrongSignOfZero) {
  const auto negative_zero = [](Json& json) {
    for (Json& reward : json["rewards"]) {
      if (reward == 0.0) reward = -0.0;
    }
  };
  const SmallTrace trace;
  trace.play_and_write(SmallTrace::header());
  std::size_t round = 1;
  while (Json::parse(trace.lines().at(round))["rewards"][0] != 0.0) ++round;
  expect_difference(replay_edited(round, negative_zero), round, "rewards[0]");
}

TEST(Replay, FindsAnEditOfTheEnd) {
  const auto edited = [](const Edit& edit) { return replay_edited(kEndLine, edit); };
  expect_difference(edited(set("/end/status", "diverged")), 7, "end.status");
  expect_difference(edited(last_bit_of("/end/regret")), 7, "end.regret");
  expect_difference(edited(last_bit_of("/end/realized_regret")), 7, "end.realized_regret");
  expect_difference(edited(set("/end/digest", "x")), 7, "end.digest");
  expect_difference(edited(last_bit_of("/end/parameters/0/8")), 7, "end.parameters[0][8]");
  expect_difference(edited(last_bit_of("/end/parameters/1/0")), 7, "end.parameters[1][0]");
  expect_difference(edited([](Json& json) { json["end"]["parameters"][1].push_back(0.5); }), 7,
                    "end.parameters[1].size");
  expect_difference(edited([](Json& json) { json["end"]["parameters"].push_back({0.5}); }), 7,
                    "end.parameters[2]");
}

TEST(Replay, FindsAnEditOfTheHeader) {
  const auto edited = [](const Edit& edit) { return replay_edited(0, edit); };
  expect_difference(edited(set("/dim", 3)), 0, "dim");
  expect_difference(edited(set("/arms", 3)), 0, "arms");
  expect_difference(edited(set("/environment/settings/dim", "3")), 0, "dim");
  expect_difference(edited(set("/environment/settings/arms", "1")), 0, "arms");
  expect_difference(edited(set("/seed", 7)), 1, "contexts[0][0]");
  expect_difference(edited(set("/environment/name", "quadratic")), 1, "expected_rewards[0]");
  expect_difference(edited(set("/environment/settings/noise", "none")), 1, "rewards[0]");
  expect_difference(edited(set("/method/settings/width", "4")), 1, "f1[0]");
  expect_difference(edited(set("/method/settings/k", "3")), 1, "f2[0]");
  expect_difference(edited(set("/method/name", "eenet-abs")), 1, "label");
  // The parameters after round 1 are in its digest; those after round 6 only if it is the last.
  expect_difference(edited(set("/method/settings/eta1", "0.2")), 1, "digest");
  expect_difference(edited(set("/method/settings/eta2", "0.2")), 1, "digest");
  expect_difference(edited(set("/rounds", 7)), 6, "digest");
}

TEST(Replay, FindsAFieldThatTheMethodDoesNotHave) {
  const SmallTrace trace;
  TraceHeader header = SmallTrace::header();
  header.method = Spec::parse("greedy:width=3");
  trace.play_and_write(header);
  trace.edit(2, [](Json& json) { json["label"] = 0.25; });
  expect_difference(trace.replayed(), 2, "label");
}

}  // namespace
}  // namespace eenet::verify
