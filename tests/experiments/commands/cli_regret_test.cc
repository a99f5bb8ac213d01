// `eenet regret check`: curves of ours and of others, bounds, controls, the picture, bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class CliRegret : public Cli {
 protected:
  // Runs in two heaps, as an array (runs, rounds): 6 lose 1/2 in every round, 10 nothing.
  void write_heaps(std::uint64_t rounds) const {
    std::vector<double> numbers;
    for (int run = 0; run < 16; ++run) {
      for (std::uint64_t t = 1; t <= rounds; ++t) {
        numbers.push_back(run % 3 == 0 ? 0.5 * static_cast<double>(t) : 0.0);
      }
    }
    write_array("heaps.npy", "(16, " + std::to_string(rounds) + ")", numbers);
  }

  // 12 runs c sqrt(t) with c from 1 to 2.
  void write_roots(std::uint64_t rounds) const {
    std::vector<double> numbers;
    for (int run = 0; run < 12; ++run) {
      for (std::uint64_t t = 1; t <= rounds; ++t) {
        numbers.push_back((1.0 + run / 11.0) * std::sqrt(static_cast<double>(t)));
      }
    }
    write_array("roots.npy", "(12, " + std::to_string(rounds) + ")", numbers);
  }

  [[nodiscard]] json check(const std::string& arguments) const {
    return json_of("regret check --quiet --json " + arguments);
  }
};

TEST_F(CliRegret, TellsHeapsApart) {
  write_heaps(64);
  const json found = check("--curves heaps.npy --bound sqrt:C=2 --level 0.9");
  EXPECT_EQ(found.at("schema"), "eenet.regret/1");
  EXPECT_EQ(found.at("seeds"), 16);
  EXPECT_EQ(found.at("rounds"), 64);
  EXPECT_EQ(found.at("growth").at("outcome"), "linear");
  EXPECT_EQ(found.at("growth").at("exponent").at("value"), 1.0);
  EXPECT_LE(found.at("growth").at("p_value"), 0.05);
  EXPECT_GT(found.at("growth").at("power").at("line"), 0.0);
  ASSERT_EQ(found.at("kinds_of_run").size(), 2U);
  EXPECT_EQ(found.at("kinds_of_run").at(0).at("runs"), 10);
  EXPECT_EQ(found.at("kinds_of_run").at(1).at("runs"), 6);
  EXPECT_EQ(found.at("kinds_of_run").at(1).at("mean_final_regret"), 32.0);
  const json& promise = found.at("promise");
  EXPECT_EQ(promise.at("outcome"), "broken");
  EXPECT_EQ(promise.at("violations"), 6);
  EXPECT_EQ(promise.at("first_violation"), 17);  // t / 2 > 2 sqrt(t) from t = 17 on
  EXPECT_EQ(promise.at("delta"), 0.1);
  EXPECT_EQ(promise.at("share").at("value"), 0.375);
  EXPECT_THAT(found.at("controls"), IsEmpty());
  const Outcome text = eenet("regret check --curves heaps.npy");
  EXPECT_THAT(text.out, HasSubstr("6 lose 0.5 in every round"));
  EXPECT_THAT(text.out, HasSubstr("10 of 16 runs lose nothing at all"));
}

TEST_F(CliRegret, SaysWhatRootsKeep) {
  write_roots(64);
  const json found = check(
      "--curves roots.npy --bound sqrt:C=2.01 --bound sqrt:C=1.5 --bound linear-trivial --delta "
      "0.5");
  EXPECT_EQ(found.at("growth").at("outcome"), "sublinear");
  EXPECT_NEAR(found.at("growth").at("exponent").at("value").get<double>(), 0.5, 1e-12);
  EXPECT_EQ(found.at("kinds_of_run").size(), 1U);
  ASSERT_EQ(found.at("promises").size(), 3U);
  EXPECT_EQ(found.at("promises").at(0).at("outcome"), "kept");
  EXPECT_EQ(found.at("promises").at(0).at("violations"), 0);
  EXPECT_EQ(found.at("promises").at(1).at("violations"), 6);
  EXPECT_EQ(found.at("promises").at(1).at("outcome"), "not enough evidence");
  EXPECT_EQ(found.at("promises").at(2).at("violations"), 11);  // in round 1, all but the first run
  EXPECT_EQ(found.at("promises").at(2).at("at_last_round").at("violations"), 0);
}

TEST_F(CliRegret, IsTheSameForRunsTracesTablesAndPlay) {
  const std::string what = "--env linear:dim=4,arms=3 --method greedy:width=8 --rounds 64 --seeds ";
  ASSERT_EQ(eenet("run --quiet --trace digest --out a " + what + "1..5").code, 0);
  ASSERT_EQ(eenet("run --quiet --trace full --out b " + what + "6..10").code, 0);
  std::string traces;
  for (int seed = 1; seed <= 10; ++seed) {
    traces +=
        " " + std::string(seed <= 5 ? "a" : "b") + "/trace-" + std::to_string(seed) + ".jsonl";
  }
  const std::string bound = " --bound sqrt:C=1";
  const json played = check(what + "1..10" + bound);
  const json folders = check("--runs a b" + bound);
  const json traced = check("--trace" + traces + bound);
  for (const char* key : {"growth", "promise", "kinds_of_run", "regret", "environment", "method"}) {
    EXPECT_EQ(folders.at(key), played.at(key)) << key;
    EXPECT_EQ(traced.at(key), played.at(key)) << key;
  }
  // One table of both, without their heads' knowledge of seeds and names.
  std::string table = text_in("a/regret.csv");
  const std::string more = text_in("b/regret.csv");
  write_text("all.csv", table + more.substr(more.find('\n') + 1));
  EXPECT_EQ(check("--csv all.csv" + bound).at("growth"), played.at("growth"));
  const json realised = check("--runs a b --realised");
  EXPECT_EQ(realised.at("realised"), true);
  EXPECT_EQ(check("--csv all.csv --realised").at("growth"), realised.at("growth"));
  EXPECT_EQ(check("--trace" + traces + " --realised").at("growth"), realised.at("growth"));
}

TEST_F(CliRegret, ComparesEveryRoundOfLongRuns) {
  // 2500 rounds are recorded at every third, and at halves of T.
  ASSERT_EQ(eenet("run --quiet --out long --env two-arms --method random --rounds 2500 --seeds "
                  "1..8")
                .code,
            0);
  const json found = check("--runs long --bound linear-trivial --bound sqrt:C=1 --delta 0.5");
  EXPECT_EQ(found.at("rounds"), 2500);
  EXPECT_LT(found.at("recorded_rounds"), 1000);
  EXPECT_EQ(found.at("growth").at("outcome"), "linear");
  EXPECT_EQ(found.at("promises").at(0).at("possible_violations"), 0);
  EXPECT_EQ(found.at("promises").at(1).at("violations"), 8);
}

TEST_F(CliRegret, AddsUpWhatIsGivenPerRound) {
  std::string wide;
  for (int run = 0; run < 9; ++run) {
    for (int t = 1; t <= 16; ++t) wide += (t == 1 ? "" : ",") + std::string(run == 0 ? "2" : "1");
    wide += "\n";
  }
  write_text("wide.csv", wide);
  std::string bound;
  for (int t = 1; t <= 20; ++t) bound += std::to_string(t + 10) + "\n";  // longer than the runs
  write_text("bound.csv", bound);
  const json found = check("--csv wide.csv --per-round --bound bound.csv");
  EXPECT_EQ(found.at("growth").at("outcome"), "linear");
  EXPECT_EQ(found.at("promise").at("violations"), 1);
  EXPECT_EQ(found.at("promise").at("first_violation"), 11);  // 2 t > t + 10
}

TEST_F(CliRegret, HoldsTheTheoremAgainstEachRun) {
  const std::string what = "--env linear:dim=3,arms=2 --method eenet:width=8 --rounds 16 ";
  const json played =
      check(what + "--seeds 1..3 --bound online-loss --bound theorem --bound linear-trivial");
  ASSERT_GE(played.at("promises").size(), 4U);
  EXPECT_EQ(played.at("promises").at(0).at("bound"), "THM-1/online-loss");
  EXPECT_EQ(played.at("promises").at(0).at("held"), "in every round");
  EXPECT_THAT(played.at("promises").at(1).at("bound"), StartsWith("THM-1/"));
  EXPECT_THAT(played.at("promises").at(1).at("failing_hypotheses"), Not(IsEmpty()));
  for (const json& promise : played.at("promises")) EXPECT_EQ(promise.at("violations"), 0);
  ASSERT_EQ(eenet("run --quiet --trace full --out t --seeds 1..3 " + what).code, 0);
  const json traced = check(
      "--trace t/trace-1.jsonl t/trace-2.jsonl t/trace-3.jsonl --bound online-loss --bound theorem "
      "--bound linear-trivial");
  EXPECT_EQ(traced.at("promises"), played.at("promises"));
}

TEST_F(CliRegret, PlaysControlsBesideTheRuns) {
  const std::string what = "--env two-arms --method eenet:width=16 --rounds 400 --seeds 1..20";
  const json found = check(what + " --controls");
  ASSERT_EQ(found.at("controls").size(), 4U);
  for (const json& control : found.at("controls")) {
    EXPECT_EQ(control.at("as_it_must"), "yes") << control;
  }
  EXPECT_EQ(found.at("controls").at(0).at("outcome"), "linear");
  EXPECT_EQ(found.at("controls").at(1).at("outcome"), "zero");
  // None of them is a method to run.
  EXPECT_THAT(eenet("run --list").out, Not(HasSubstr("frozen")));
}

TEST_F(CliRegret, SaysThatNothingGrows) {
  const json found = check("--env two-arms --method optimal --rounds 64 --seeds 1..10");
  EXPECT_EQ(found.at("finding"),
            "Regret of these runs has stopped growing: all 10 runs lose nothing at all.");
  EXPECT_EQ(found.at("growth").at("exponent").at("value"), "-inf");
  EXPECT_TRUE(found.at("growth").at("power").is_null());
}

// Rounds that grow easier make `random` slow down: growth says nothing there, and that is noticed.
TEST_F(CliRegret, ExitsWithOneWhereAControlFails) {
  std::vector<double> contexts;
  std::vector<double> rewards;
  for (int t = 0; t < 64; ++t) {
    contexts.insert(contexts.end(), {1.0, 0.0, 0.0, 1.0});
    rewards.insert(rewards.end(), {0.5, t < 16 ? 0.0 : 0.5});
  }
  write_array("x.npy", "(64, 2, 2)", contexts);
  write_array("r.npy", "(64, 2)", rewards);
  const Outcome found = eenet(
      "regret check --quiet --env arrays:contexts=x.npy,rewards=r.npy --rounds 64 --seeds 1..12 "
      "--method random --controls");
  EXPECT_EQ(found.code, 1);
  EXPECT_THAT(found.out, HasSubstr("no"));
}

TEST_F(CliRegret, DrawsAPicture) {
  write_heaps(64);
  ASSERT_EQ(eenet("regret check --quiet --curves heaps.npy --bound sqrt:C=2 --plot p.svg").code, 0);
  const std::string svg = text_in("p.svg");
  EXPECT_THAT(svg, StartsWith("<svg"));
  for (const char* label : {">6 of 16 runs<", ">10 of 16 runs<", ">sqrt:C=2<", ">like t<",
                            ">like √t<", ">t, the trivial bound<", ">rounds t<"}) {
    EXPECT_THAT(svg, HasSubstr(label));
  }
}

TEST_F(CliRegret, IsInconclusiveWithAFewRuns) {
  write_array("few.npy", "(2, 8)", {1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(eenet("regret check --curves few.npy").code, 0);
  EXPECT_EQ(eenet("regret check --curves few.npy --strict").code, 4);
  write_heaps(64);
  EXPECT_EQ(eenet("regret check --curves heaps.npy --level 0.9 --strict").code, 0);
  EXPECT_EQ(
      eenet("regret check --curves heaps.npy --level 0.9 --strict --bound linear-trivial").code, 4);
}

TEST_F(CliRegret, ReadsTracesOfOthers) {
  // Without scores, contexts, labels and digests; with the expected rewards that regret needs.
  for (int seed = 1; seed <= 2; ++seed) {
    const std::string header =
        R"({"schema":"eenet.trace/1","producer":"another program","environment":{"name":"shop",)"
        R"("settings":{}},"method":{"name":"thompson","settings":{}},"rounds":8,"seed":)" +
        std::to_string(seed) + R"(,"dim":2,"arms":2,"detail":"full"})";
    std::string trace = header + "\n";
    for (int t = 1; t <= 8; ++t) {
      trace += R"({"t":)" + std::to_string(t) +
               R"(,"arm":1,"reward":0.25,"expected_rewards":[0.75,0.25]})" + "\n";
    }
    write_text("other-" + std::to_string(seed) + ".jsonl", trace);
  }
  const Outcome found = eenet("regret check --trace other-1.jsonl other-2.jsonl");
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr("runs of thompson in shop, 8 rounds"));
  EXPECT_THAT(found.out, HasSubstr("lose 0.5 in every round"));
  EXPECT_THAT(found.err, HasSubstr("cut short"));  // it has no end
  expect_refusal(eenet("regret check --trace other-1.jsonl other-2.jsonl --realised --quiet"),
                 {"round 1", "rewards of all arms", "shop", "not known"});
  expect_refusal(eenet("regret check --trace other-1.jsonl other-1.jsonl --quiet"),
                 {"seed 1", "twice"});
  expect_refusal(eenet("regret check --trace other-1.jsonl other-2.jsonl --quiet --controls"),
                 {"--controls", "not known"});
}

}  // namespace
}  // namespace eenet::experiments
