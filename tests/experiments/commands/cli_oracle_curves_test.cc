// `eenet oracle curves`: curves that agree, negative controls, too little evidence, bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class CliOracleCurves : public Cli {
 protected:
  // Runs of a method in a small environment, with other seeds than the reference's.
  void play(const std::string& method, const std::string& seeds, const std::string& out) const {
    ASSERT_EQ(eenet("run --quiet --env " + kEnvironment + " --method " + method +
                    " --rounds 160 --seeds " + seeds + " --out " + out)
                  .code,
              0);
  }

  [[nodiscard]] Outcome compared(const std::string& folder, const std::string& more = "") const {
    return eenet("oracle curves --quiet --json --csv " + folder + "/regret.csv --env " +
                 kEnvironment + " --method eenet:width=16 --seeds 1..20 " + more);
  }

  const std::string kEnvironment = "linear:dim=4,arms=4";
};

TEST_F(CliOracleCurves, DoesNotTellTheReferenceFromItself) {
  play("eenet:width=16", "101..120", "same");
  const Outcome outcome = compared("same", "--margin 1");
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  const json found = json::parse(outcome.out);
  EXPECT_EQ(found.at("schema"), "eenet.curves/1");
  EXPECT_EQ(found.at("outcome"), "agrees");
  EXPECT_EQ(found.at("rounds"), 160);
  EXPECT_EQ(found.at("decided_at"), 160);
  EXPECT_EQ(found.at("judged").at("runs"), 20);
  EXPECT_EQ(found.at("reference").at("method").get<std::string>().substr(0, 5), "eenet");
  ASSERT_EQ(found.at("looks").size(), 4U);
  EXPECT_EQ(found.at("looks").at(0).at("round"), 20);
  EXPECT_TRUE(found.at("looks").at(0).at("exact").get<bool>());
  EXPECT_TRUE(found.at("noticed").at("worse").is_number());
  // With a margin that so few runs cannot fill, the same curves say too little.
  const Outcome narrow = compared("same", "--margin 0.01 --strict");
  EXPECT_EQ(narrow.code, 4);
  EXPECT_EQ(json::parse(narrow.out).at("outcome"), "not enough evidence");
}

TEST_F(CliOracleCurves, CallsARandomPolicyWorse) {
  play("random", "101..120", "random");
  const Outcome outcome = compared("random");
  EXPECT_EQ(outcome.code, 1);
  const json found = json::parse(outcome.out);
  EXPECT_EQ(found.at("outcome"), "worse");
  EXPECT_THAT(found.at("finding").get<std::string>(), HasSubstr("Worse than the reference"));
}

// Sixty runs over 400 rounds show a learning rate that is off by a factor of 4.
TEST_F(CliOracleCurves, SeesALearningRateThatIsOffByAFactorOfFour) {
  for (const auto& [rate, expected] : {std::pair("0.025", "worse"), std::pair("0.4", "better")}) {
    const std::string out = std::string("rate") + rate;
    const Outcome played =
        eenet("run --quiet --env " + kEnvironment + " --method eenet:width=16,eta1=" + rate +
              ",eta2=" + rate + " --rounds 400 --seeds 1001..1060 --out " + out);
    ASSERT_EQ(played.code, 0);
    const Outcome outcome =
        eenet("oracle curves --quiet --json --csv " + out + "/regret.csv --env " + kEnvironment +
              " --method eenet:width=16 --seeds 1..60");
    EXPECT_EQ(outcome.code, 1);
    EXPECT_EQ(json::parse(outcome.out).at("outcome"), expected);
  }
}

// Twenty runs do not, and must not be said to agree.
TEST_F(CliOracleCurves, DoesNotCallALearningRateOfAQuarterRight) {
  play("eenet:width=16,eta1=0.025,eta2=0.025", "101..120", "slow");
  const Outcome outcome = compared("slow");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(json::parse(outcome.out).at("outcome"), "not enough evidence");
}

TEST_F(CliOracleCurves, CallsWhatCannotBeSuspiciouslyGood) {
  play("optimal", "101..120", "optimal");
  const Outcome outcome = compared("optimal");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(json::parse(outcome.out).at("outcome"), "better");
  const Outcome text = eenet("oracle curves --quiet --csv optimal/regret.csv --env " +
                             kEnvironment + " --method eenet:width=16 --seeds 1..20");
  EXPECT_THAT(text.out, HasSubstr("Suspiciously better than the reference"));
  EXPECT_THAT(text.out, HasSubstr("the rank test decides"));
}

TEST_F(CliOracleCurves, ReadsArraysAndFewerRounds) {
  std::vector<double> numbers;
  for (int run = 0; run < 10; ++run) {
    for (int t = 1; t <= 32; ++t) numbers.push_back(0.9 - 0.01 * run);
  }
  write_array("losses.npy", "(10, 32)", numbers);
  const Outcome outcome =
      eenet("oracle curves --quiet --json --curves losses.npy --per-round --env " + kEnvironment +
            " --method optimal --seeds 1..10 --rounds 16");
  const json found = json::parse(outcome.out);
  EXPECT_EQ(found.at("outcome"), "worse");
  EXPECT_EQ(found.at("rounds"), 16);
}

// Regret of realised rewards goes up and down: of theirs, and of our runs.
TEST_F(CliOracleCurves, TakesRealisedRegretThatFalls) {
  write_array("falls.npy", "(2, 8)", {1, 2, 1, -1, 3, 2, 1, -2, 1, 0, -1, -2, 1, 2, 1, 3});
  for (const char* more : {"", " --per-round"}) {
    const Outcome outcome =
        eenet("oracle curves --quiet --curves falls.npy --realised --seeds 1..4 --env " +
              kEnvironment + " --method eenet:width=4" + more);
    EXPECT_THAT(outcome.err, testing::IsEmpty());
    EXPECT_THAT(outcome.code, testing::AnyOf(0, 1)) << outcome.out;
  }
}

TEST_F(CliOracleCurves, RefusesWhatItCannotCompare) {
  write_array("huge.npy", "(2, 8)", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1e100});
  write_array("one.npy", "(1, 16)", std::vector<double>(16, 1.0));
  write_array("two.npy", "(2, 16)", std::vector<double>(32, 1.0));
  write_array("falls.npy", "(2, 8)", {8, 7, 6, 5, 4, 3, 2, 1, 8, 7, 6, 5, 4, 3, 2, 1});
  expect_all_refused(
      {{"oracle curves --env linear", {"--curves", "--csv"}},
       {"oracle curves --curves two.npy --csv two.csv --env linear", {"--curves", "--csv"}},
       {"oracle curves --curves two.npy", {"--env"}},
       {"oracle curves --curves one.npy --env linear", {"one.npy", "1 runs, expected at least 2"}},
       {"oracle curves --curves falls.npy --env linear", {"falls.npy", "falls from"}},
       {"oracle curves --curves huge.npy --env linear", {"huge.npy", "run 1", "round 8 is 1e+100"}},
       {"oracle curves --curves two.npy --env linear --rounds 17", {"--rounds 17", "8 to 16"}},
       {"oracle curves --curves two.npy --env linear --rounds 7", {"--rounds 7", "8 to 16"}},
       {"oracle curves --curves two.npy --env linear --seeds 3", {"--seeds 3", "at least 2"}},
       {"oracle curves --curves two.npy --env linear --margin 2", {"--margin 2"}},
       {"oracle curves --curves two.npy --env linear --level 1", {"--level 1"}},
       {"oracle curves --curves two.npy --env lunar", {"lunar"}}});
}

}  // namespace
}  // namespace eenet::experiments
