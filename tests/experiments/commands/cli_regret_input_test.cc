// What `eenet regret check` does with input that cannot be meant: exit code 2 and one sentence.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

class RegretInput : public Cli {
 protected:
  void expect_bad(const std::string& arguments, const std::vector<std::string>& words) const {
    SCOPED_TRACE(arguments);
    expect_refusal(eenet("regret check --quiet " + arguments), words);
  }

  // Two runs t over so many rounds, with one entry changed.
  void write_lines(const std::string& name, int rounds, int run = 0, int round = 1,
                   double value = 1.0) const {
    std::vector<double> numbers;
    for (int i = 0; i < 2; ++i) {
      for (int t = 1; t <= rounds; ++t) numbers.push_back(t);
    }
    numbers[static_cast<std::size_t>(run * rounds + round - 1)] = value;
    write_array(name, "(2, " + std::to_string(rounds) + ")", numbers);
  }
};

TEST_F(RegretInput, OfOptionsThatDoNotFit) {
  write_lines("r.npy", 8);
  expect_bad("", {"0 sources", "exactly one", "--curves"});
  expect_bad("--curves r.npy --env linear", {"2 sources"});
  expect_bad("--curves r.npy --rounds 9", {"--rounds", "--env only"});
  expect_bad("--env linear --per-round", {"--per-round", "--csv"});
  expect_bad("--curves r.npy --controls", {"--controls", "--env"});
  expect_bad("--curves r.npy --delta 1", {"--delta 1", "between 0 and 1"});
  expect_bad("--curves r.npy --level 0", {"--level 0", "between 0 and 1"});
  expect_bad("--curves r.npy --jobs 0", {"--jobs 0"});
  expect_bad("--curves r.npy --plot none/p.svg", {"none"});
  expect_bad("--env linear --seeds 3", {"--seeds 3", "at least 2"});
  expect_bad("--env linear --rounds 7", {"--rounds 7", "at least 8"});
  expect_bad("--env nowhere --rounds 8 --seeds 1..2", {"nowhere"});
  expect_bad("--env linear --rounds 400 --seeds 1..2 --method eenet:eta1=1e9,eta2=1e9",
             {"seed 1", "diverged", "smaller learning rate"});
}

TEST_F(RegretInput, OfBounds) {
  write_lines("r.npy", 8);
  expect_bad("--curves r.npy --bound cube", {"--bound cube", "sqrt:C=c", "file"});
  expect_bad("--curves r.npy --bound sqrt", {"--bound sqrt", "C=c"});
  expect_bad("--curves r.npy --bound sqrt:C=-1", {"sqrt:C=-1", "above 0"});
  expect_bad("--curves r.npy --bound sqrt:C=inf", {"sqrt:C=inf"});
  expect_bad("--curves r.npy --bound sqrt:C=1,D=2", {"sqrt:C=1,D=2"});
  expect_bad("--curves r.npy --bound theorem", {"theorem", "--trace or --env"});
  expect_bad("--env linear --rounds 8 --seeds 1..2 --method random --bound online-loss",
             {"random", "no scores", "networks"});
  expect_bad(
      "--env linear --rounds 200 --seeds 1..2 --method eenet:width=4 --bound theorem --points 9",
      {"no right-hand side", "online-loss"});
  write_array("short.npy", "(7,)", {1, 2, 3, 4, 5, 6, 7});
  expect_bad("--curves r.npy --bound short.npy", {"short.npy", "7 rounds", "at least the 8"});
  expect_bad("--curves r.npy --bound r.npy", {"r.npy", "2 dimensions", "expected 1"});
  write_text("nan.csv", "1,2,3,nan,5,6,7,8\n");
  expect_bad("--curves r.npy --bound nan.csv", {"nan.csv", "round 4", "finite"});
  write_text("two.csv", "1,2\n3,4\n");
  expect_bad("--curves r.npy --bound two.csv", {"two.csv", "2 columns"});
}

TEST_F(RegretInput, OfArrays) {
  expect_bad("--curves none.npy", {"none.npy"});
  write_lines("short.npy", 7);
  expect_bad("--curves short.npy", {"short.npy", "7 rounds", "at least 8"});
  write_array("one.npy", "(1, 8)", {1, 2, 3, 4, 5, 6, 7, 8});
  expect_bad("--curves one.npy", {"one.npy", "1 run", "at least 2"});
  write_array("flat.npy", "(8,)", {1, 2, 3, 4, 5, 6, 7, 8});
  expect_bad("--curves flat.npy", {"flat.npy", "1 dimensions", "(runs, rounds)"});
  write_array("empty.npy", "(0, 8)", {});
  expect_bad("--curves empty.npy", {"empty.npy", "empty"});
  write_lines("falls.npy", 9, 1, 5, 3.5);
  expect_bad("--curves falls.npy", {"falls.npy", "run 1", "round 5", "realised rewards may"});
  EXPECT_EQ(eenet("regret check --quiet --curves falls.npy --realised").code, 0);
  write_lines("nan.npy", 9, 0, 3, std::numeric_limits<double>::quiet_NaN());
  expect_bad("--curves nan.npy", {"nan.npy", "run 0", "round 3", "finite"});
  write_lines("inf.npy", 9, 0, 9, std::numeric_limits<double>::infinity());
  expect_bad("--curves inf.npy --realised", {"inf.npy", "round 9", "finite"});
  write_lines("negative.npy", 9, 0, 2, -1.0);
  expect_bad("--curves negative.npy --per-round", {"negative.npy", "falls", "round 2"});
}

TEST_F(RegretInput, OfTables) {
  write_text("empty.csv", "");
  expect_bad("--csv empty.csv", {"empty.csv", "no line of numbers"});
  write_text("word.csv", "1,2,3,4,5,6,7,8\n1,2,x,4,5,6,7,8\n");
  expect_bad("--csv word.csv", {"word.csv", "line 2", "'x'", "number"});
  write_text("mixed.csv", "1,2,3,4,5,6,7,8\n1,2,3,4,5,6,7,8,9\n");
  expect_bad("--csv mixed.csv", {"mixed.csv", "line 2", "9 cells", "8"});
  write_text("columns.csv", "seed,time,regret\n1,1,0\n");
  expect_bad("--csv columns.csv", {"columns.csv", "no column round"});
  write_text("lengths.csv", "seed,round,regret\n1,1,0\n1,2,0\n2,1,0\n");
  expect_bad("--csv lengths.csv", {"lengths.csv", "run 2", "same rounds"});
  write_text("back.csv", "seed,round,regret\n1,2,0\n1,1,0\n");
  expect_bad("--csv back.csv", {"back.csv", "line 3", "increase"});
  write_text("half.csv", "seed,round,regret\n1,1.5,0\n");
  expect_bad("--csv half.csv", {"half.csv", "line 2", "1.5", "whole number"});
  write_text("sparse.csv", "run,round,regret\n1,1,0\n1,10,1\n2,1,0\n2,10,1\n");
  expect_bad("--csv sparse.csv", {"sparse.csv", "q, 2q and 4q"});
  expect_bad("--csv sparse.csv --per-round", {"sparse.csv", "every round"});
}

TEST_F(RegretInput, OfFolders) {
  const std::string run = "run --quiet --env two-arms --method random --rounds 8 --seeds ";
  ASSERT_EQ(eenet(run + "1..2 --out a").code, 0);
  ASSERT_EQ(eenet(run + "2..3 --out b").code, 0);
  ASSERT_EQ(eenet("run --quiet --env two-arms --method optimal --rounds 8 --seeds 4 --out c").code,
            0);
  ASSERT_EQ(eenet("run --quiet --env two-arms --method random --rounds 16 --seeds 5 --out d").code,
            0);
  expect_bad("--runs .", {"runs.json"});
  expect_bad("--runs a b", {"--runs", "seed 2", "twice", "independent"});
  expect_bad("--runs a c", {"c", "optimal", "same method and environment"});
  expect_bad("--runs a d", {"d", "16", "8"});
  write_text("a/regret.csv", "seed,round,regret\n1,8,0\n");
  expect_bad("--runs a", {"regret.csv", "2 seeds"});
  write_text("a/runs.json", "{}");
  expect_bad("--runs a", {"runs.json", "eenet run --out"});
}

TEST_F(RegretInput, OfTraces) {
  const std::string run = "run --quiet --trace digest --env two-arms --method random --seeds 1..2 ";
  ASSERT_EQ(eenet(run + "--rounds 8 --out a").code, 0);
  ASSERT_EQ(eenet(run + "--rounds 9 --out b").code, 0);
  expect_bad("--trace a/trace-1.jsonl none.jsonl", {"none.jsonl"});
  expect_bad("--trace a/trace-1.jsonl a/runs.json", {"runs.json"});
  expect_bad("--trace a/trace-1.jsonl a/trace-1.jsonl", {"seed 1", "twice"});
  expect_bad("--trace a/trace-1.jsonl b/trace-2.jsonl", {"trace-2.jsonl", "9 rounds", "8"});
  // A digest trace has no expected rewards: they come from its environment, if it is that one.
  EXPECT_EQ(eenet("regret check --quiet --trace a/trace-1.jsonl a/trace-2.jsonl").code, 0);
  std::string other = text_in("a/trace-2.jsonl");
  const std::size_t at = other.find("\"reward\":") + 9;
  other.replace(at, other.find(',', at) - at, "0.12");
  write_text("other.jsonl", other);
  expect_bad("--trace a/trace-1.jsonl other.jsonl", {"other.jsonl", "round 1", "0.12", "two-arms"});
}

}  // namespace
}  // namespace eenet::experiments
