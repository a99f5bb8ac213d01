// `eenet run --env arrays`: the user's own contexts and rewards, good and bad.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/formats/files.h"
#include "experiments/formats/npy.h"
#include "reference/floating_point.h"
#include "tests/experiments/formats/npy_bytes.h"
#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

class CliArrays : public Cli {
 protected:
  CliArrays() {
    contexts("(2, 2, 2)", {1, 0, 0, 1, 0.6, 0.8, 0, -1});
    rewards("(2, 2)", {0, 1, 0.25, 0.5});
  }

  void contexts(const std::string& shape, const std::vector<double>& numbers) const {
    write_array("X.npy", shape, numbers);
  }
  void rewards(const std::string& shape, const std::vector<double>& numbers) const {
    write_array("R.npy", shape, numbers);
  }

  [[nodiscard]] Outcome run(const std::string& more = "") const {
    return eenet("run --env arrays:contexts=X.npy,rewards=R.npy --rounds 2 --quiet " + more);
  }
};

TEST_F(CliArrays, AreRunAsTheyAre) {
  const nlohmann::json optimal =
      json_of("run --env arrays:contexts=X.npy,rewards=R.npy --rounds 2 --method optimal --json");
  EXPECT_EQ(optimal.at("regret").at("value"), 0.0);
  const Outcome learned = run("--out results --trace full");
  EXPECT_EQ(learned.code, 0) << learned.err;
  EXPECT_EQ(eenet("replay results/trace-1.jsonl").code, 0);
  // A later change of the arrays is noticed.
  rewards("(2, 2)", {0, 1, 0.25, 0.75});
  const Outcome changed = eenet("replay results/trace-1.jsonl");
  EXPECT_EQ(changed.code, 1);
  EXPECT_THAT(changed.out, testing::HasSubstr("round 2, expected_rewards[1]"));
}

TEST_F(CliArrays, MustBeGivenAndBeThere) {
  for (const char* spec : {"arrays", "arrays:contexts=X.npy", "arrays:rewards=R.npy"}) {
    expect_refusal(eenet(std::string("run --env ") + spec), {"arrays", "contexts=FILE.npy"});
  }
  expect_refusal(eenet("run --env arrays:contexts=Y.npy,rewards=R.npy"), {"Y.npy", "No such file"});
  expect_refusal(eenet("run --env arrays:contexts=X.npy,rewards=."), {".", "Is a directory"});
  write_text("R.npy", "garbage");
  expect_refusal(run(), {"R.npy", "not a .npy file"});
}

TEST_F(CliArrays, MustHaveShapesThatFit) {
  contexts("(4, 2)", {1, 0, 0, 1, 0.6, 0.8, 0, -1});
  expect_refusal(run(), {"X.npy: contexts", "4 x 2", "rounds x arms x dimension"});
  contexts("()", {1});
  expect_refusal(run(), {"contexts", "a single number"});
  contexts("(2, 2, 2)", {1, 0, 0, 1, 0.6, 0.8, 0, -1});
  rewards("(4,)", {0, 1, 0.25, 0.5});
  expect_refusal(run(), {"R.npy: rewards", "shape 4", "rounds x arms"});
  rewards("(2, 1)", {0, 1});
  expect_refusal(run(), {"rewards", "2 x 1", "2 x 2 x 2", "same rounds and arms"});
  rewards("(1, 2)", {0, 1});
  expect_refusal(run(), {"1 x 2", "same rounds and arms"});
}

TEST_F(CliArrays, MustHaveARoundAnArmAndADimension) {
  contexts("(2, 0, 3)", {});
  rewards("(2, 0)", {});
  expect_refusal(run(), {"arm set is empty"});
  contexts("(100000, 0, 3)", {});  // more rounds than the file has bytes
  rewards("(100000, 0)", {});
  expect_refusal(run(), {"arm set is empty"});
  contexts("(0, 2, 3)", {});
  rewards("(0, 2)", {});
  expect_refusal(run(), {"no round"});
  contexts("(2, 2, 0)", {});
  rewards("(2, 2)", {0, 1, 0, 1});
  expect_refusal(run(), {"no entries"});
}

TEST_F(CliArrays, MustLastForAllRounds) {
  expect_refusal(eenet("run --env arrays:contexts=X.npy,rewards=R.npy --rounds 3"),
                 {"--rounds 3", "has 2 rounds"});
  EXPECT_EQ(json_of("run --env arrays:contexts=X.npy,rewards=R.npy --json").at("rounds"), 2)
      << "all that there are, where nobody says how many";
}

TEST_F(CliArrays, MustHaveUnitNormUnlessTheyShallBeNormalised) {
  contexts("(2, 2, 2)", {1, 0, 0, 1, 3, 4, 0, -1});
  expect_refusal(run(), {"X.npy, round 2, arm 0", "squared norm 25", "can normalise them"});
  EXPECT_EQ(run("--normalise").code, 0);
  contexts("(2, 2, 2)", {1, 0, 0, 1, 1e300, 1e-300, 0, -1e-320});
  EXPECT_EQ(run("--normalise").code, 0) << "neither too large nor too small";
}

TEST_F(CliArrays, AreRefusedForAnErrorAboveRounding) {
  // In dimension 2 the squared norm may miss 1 by 12 units of 2^-53; twice that is no rounding.
  contexts("(2, 2, 2)", {1, 0, 0, 1, 1 + 0x1p-49, 0, 0, -1});
  expect_refusal(run(), {"round 2, arm 0", "squared norm"});
  contexts("(2, 2, 2)", {1, 0, 0, 1, 1 + 0x1p-52, 0, 0, -1});
  EXPECT_EQ(run().code, 0);
}

TEST_F(CliArrays, MayHaveCommasInTheirNamesWrittenTwice) {
  std::filesystem::rename(folder() / "X.npy", folder() / "a,b.npy");
  std::filesystem::rename(folder() / "R.npy", folder() / ",r,");
  const std::string command = "run --env arrays:contexts=a,,b.npy,rewards=,,r,, --method random ";
  EXPECT_EQ(json_of(command + "--json").at("environment").at("settings").at("contexts"), "a,b.npy");
  // The text names the environment as it is to be typed.
  EXPECT_THAT(eenet(command).out, testing::HasSubstr("contexts=a,,b.npy,rewards=,,r,,"));
  expect_refusal(eenet("run --env arrays:contexts=a,b.npy,rewards=,,r,,"), {"b.npy", "key=value"});
  write_npy(folder() / "one,1.npy", Eigen::VectorXd::Ones(6));
  EXPECT_EQ(eenet("run --env two-arms --method greedy:width=2 --rounds 2 --init one,,1.npy").code,
            0);
}

TEST_F(CliArrays, AreFoundFromAnyFolderAndBesideTheirTrace) {
  EXPECT_EQ(run("--out results --trace digest").code, 0);
  std::filesystem::create_directory(folder() / "elsewhere");
  Surroundings elsewhere = here();
  elsewhere.folder = folder() / "elsewhere";
  const Outcome replayed = run_eenet("replay ../results/trace-1.jsonl", elsewhere);
  EXPECT_EQ(replayed.code, 0) << replayed.err;
  EXPECT_EQ(replayed.err, "");
  std::filesystem::rename(folder() / "X.npy", folder() / "results/X.npy");
  const Outcome moved = run_eenet("replay ../results/trace-1.jsonl", elsewhere);
  EXPECT_EQ(moved.code, 0) << moved.err;
  EXPECT_EQ(moved.err, "eenet: ../results/trace-1.jsonl: there is no " +
                           (folder() / "X.npy").string() + ", took ../results/X.npy\n");
  EXPECT_EQ(
      run_eenet("theory spectrum --quiet --lambda 1 --trace ../results/trace-1.jsonl", elsewhere)
          .code,
      0);
  std::filesystem::remove(folder() / "results/X.npy");
  expect_refusal(run_eenet("replay ../results/trace-1.jsonl", elsewhere),
                 {"X.npy", "No such file"});
}

TEST_F(CliArrays, OfSinglePrecisionNeedUnitNormOnlyToSinglePrecision) {
  const float third = 1 / std::sqrt(3.0F);
  const std::vector<float> numbers = {third, third, third, 0.6F, 0.8F, 0};
  const auto wide = static_cast<double>(third);
  ASSERT_GT(std::abs(3 * wide * wide - 1), 14 * 0x1p-53) << "the example shows nothing";
  write_text("X.npy", npy_of<float>("<f4", "(1, 2, 3)", numbers));
  rewards("(1, 2)", {0, 1});
  const std::string command = "run --env arrays:contexts=X.npy,rewards=R.npy --rounds 1 --quiet";
  EXPECT_EQ(eenet(command).code, 0);
  // The same numbers as doubles claim a precision that they do not have.
  contexts("(1, 2, 3)", {numbers.begin(), numbers.end()});
  expect_refusal(eenet(command), {"round 1, arm 0", "squared norm"});
}

TEST_F(CliArrays, CannotNormaliseZeroOrWhatIsNotFinite) {
  contexts("(2, 2, 2)", {1, 0, 0, 1, 0.6, 0.8, 0, -0.0});
  expect_refusal(run("--normalise"), {"X.npy, round 2, arm 1", "zero"});
  for (const double wrong : {kNaN, kInfinity, -kInfinity}) {
    contexts("(2, 2, 2)", {1, 0, 0, 1, 0.6, wrong, 0, -1});
    expect_refusal(run("--normalise"), {"X.npy, round 2, arm 0", "NaN or infinity"});
    expect_refusal(run(), {"X.npy, round 2, arm 0", "NaN or infinity"});
  }
}

TEST_F(CliArrays, MustHaveRewardsBetweenZeroAndOne) {
  for (const double wrong : {1.5, -0.25, 1e200, kNaN, kInfinity}) {
    rewards("(2, 2)", {0, 1, 0.25, wrong});
    expect_refusal(run(), {"R.npy, round 2, arm 1", "reward", "0 to 1"});
  }
}

TEST_F(CliArrays, AreCheckedBeyondTheRoundsThatArePlayed) {
  rewards("(2, 2)", {0, 1, 0.25, 1.5});
  expect_refusal(eenet("run --env arrays:contexts=X.npy,rewards=R.npy --rounds 1"),
                 {"round 2, arm 1"});
}

}  // namespace
}  // namespace eenet::experiments
