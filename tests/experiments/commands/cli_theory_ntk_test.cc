// `eenet theory ntk`: kernel matrices from files and environments, good and bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <csignal>
#include <limits>

#include "experiments/data/contexts.h"
#include "experiments/formats/npy.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"
#include "theory/kernel/empirical_ntk.h"
#include "theory/kernel/infinite_ntk.h"
#include "theory/kernel/kernel_matrix.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

class CliNtk : public Cli {
 protected:
  CliNtk() { contexts("(3, 2)", {3, 4, -5, 0, 1, 1}); }

  void contexts(const std::string& shape, const std::vector<double>& numbers) const {
    write_array("X.npy", shape, numbers);
  }

  [[nodiscard]] Outcome ntk(const std::string& more) const {
    return eenet("theory ntk --contexts X.npy --out H.npy " + more);
  }

  [[nodiscard]] Eigen::MatrixXd matrix() const {
    const Array array = read_npy(folder() / "H.npy");
    EXPECT_EQ(array.shape.size(), 2U);
    return Eigen::Map<const Eigen::MatrixXd>(array.entries.data(), array.shape.at(0),
                                             array.shape.at(1));
  }

  [[nodiscard]] Eigen::MatrixXd points() const { return read_contexts(folder() / "X.npy"); }
};

TEST_F(CliNtk, WritesTheMatrixAndSaysHowItWasMade) {
  const nlohmann::json json = json_of("theory ntk --contexts X.npy --depth 3 --out H.npy --json");
  EXPECT_EQ(json.at("schema"), "eenet.ntk/1");
  EXPECT_EQ(json.at("points"), 3);
  EXPECT_EQ(json.at("dimension"), 2);
  EXPECT_EQ(json.at("convention"), "corrected");
  EXPECT_GE(json.at("seconds").get<double>(), 0.0);
  EXPECT_GT(json.at("entry_error").get<double>(), 0.0);
  EXPECT_TRUE(matrix() == theory::kernel_matrix(theory::InfiniteNtk(points(), 3)));
  EXPECT_EQ(matrix()(0, 0), 50.0);  // |x|^2 (L+1)/2
  EXPECT_THAT(ntk("").out, HasSubstr("3 x 3 kernel matrix of infinite width, corrected, depth 2"));
}

TEST_F(CliNtk, PrintedIsCorrectedOfOneLayerMore) {
  ASSERT_EQ(ntk("--depth 3 --convention printed").code, 0);
  const Eigen::MatrixXd printed = matrix();
  ASSERT_EQ(ntk("--depth 4 --convention corrected").code, 0);
  EXPECT_TRUE(printed == matrix());
}

TEST_F(CliNtk, EmpiricalIsTheKernelOfTheSeedsNetwork) {
  const Outcome outcome = ntk("--kernel empirical --width 20 --seed 7 --depth 3 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(nlohmann::json::parse(outcome.out).at("width"), 20);
  Rng rng(7, stream::kInitExploitation);
  const Mlp net = Mlp::initialised({2, 20, 3}, rng);
  EXPECT_TRUE(matrix() == theory::EmpiricalNtk(net, points()).matrix());
}

TEST_F(CliNtk, DoesNotDependOnTheNumberOfThreads) {
  ASSERT_EQ(eenet("theory ntk --env linear --rounds 100 --jobs 1 --out H.npy").code, 0);
  const std::string alone = text_in("H.npy");
  ASSERT_EQ(eenet("theory ntk --env linear --rounds 100 --jobs 3 --out H.npy").code, 0);
  EXPECT_TRUE(alone == text_in("H.npy"));
}

TEST_F(CliNtk, TakesRoundsOfArmsAndEnvironments) {
  contexts("(2, 3, 1)", {1, 2, -3, 4, 5, 6});
  ASSERT_EQ(ntk("").code, 0);
  EXPECT_EQ(matrix().rows(), 6);
  const nlohmann::json json = json_of("theory ntk --env two-arms --rounds 5 --out H.npy --json");
  EXPECT_EQ(json.at("points"), 10);
  EXPECT_EQ(matrix()(0, 2), 1.5);  // the same arm in another round
}

// Of a matrix that takes minutes, told by the first line on a file, which comes after 5 s.
TEST_F(CliNtk, TellsHowFarTheInfiniteWidthHasComeWhileItIsComputed) {
  Surroundings surroundings = here();
  surroundings.err = (folder() / "told").string();
  RunningProgram program(EENET_PROGRAM,
                         words_of("theory ntk --env linear --rounds 500 --depth 1000 --jobs 1 "
                                  "--out H.npy"),
                         surroundings);
  const auto told = [this] {
    return std::filesystem::exists(folder() / "told") ? text_in("told") : std::string();
  };
  EXPECT_TRUE(becomes_true([&] { return told().find('\n') != std::string::npos; }));
  ::kill(program.pid(), SIGTERM);
  (void)program.wait();
  EXPECT_THAT(told(), testing::MatchesRegex(
                          "[1-9][0-9]* of 1000 parts of the matrix \\([0-9]+%, .* left\\)\n"));
  EXPECT_FALSE(std::filesystem::exists(folder() / "H.npy"));
}

TEST_F(CliNtk, RefusesBadCommandLinesInASentence) {
  expect_refusal(eenet("theory"),
                 {"no command", "ntk, width, spectrum, psi, bound", "eenet theory --help"});
  expect_refusal(eenet("theory ntk --contexts X.npy"), {"--out", "eenet theory ntk --help"});
  expect_refusal(eenet("theory ntk --out H.npy"), {"--contexts X.npy or --env"});
  expect_refusal(ntk("--env linear"), {"not both"});
  expect_refusal(ntk("--depth 1"), {"--depth 1", "2 to"});
  expect_refusal(ntk("--depth -3"), {"--depth", "whole number"});
  expect_refusal(ntk("--convention neither"), {"--convention", "neither"});
  expect_refusal(ntk("--width 5"), {"--width 5", "empirical"});
  expect_refusal(ntk("--width 0"), {"--width 0", "empirical"});
  expect_refusal(ntk("--rounds 5"), {"--rounds 5", "--env"});
  expect_refusal(ntk("--seed 2"), {"--seed 2", "--env", "empirical"});
  expect_refusal(ntk("--kernel empirical"), {"--width"});
  expect_refusal(ntk("--kernel empirical --width 10000001"), {"--width 10000001", "1 to 10000000"});
  expect_refusal(ntk("--kernel empirical --width 4 --convention printed"), {"--convention"});
  expect_refusal(ntk("--jobs 0"), {"--jobs 0"});
  expect_refusal(eenet("theory ntk --env linear --rounds 0 --out H.npy"), {"--rounds 0"});
  expect_refusal(eenet("theory ntk --env nowhere --out H.npy"), {"nowhere"});
  EXPECT_FALSE(std::filesystem::exists(folder() / "H.npy"));
}

TEST_F(CliNtk, RefusesBadContextsInASentence) {
  expect_refusal(eenet("theory ntk --contexts Y.npy --out H.npy"), {"Y.npy", "No such file"});
  contexts("(4,)", {1, 2, 3, 4});
  expect_refusal(ntk(""), {"X.npy", "1 dimensions"});
  contexts("(0, 4)", {});
  expect_refusal(ntk(""), {"X.npy", "empty"});
  for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    contexts("(2, 2)", {1, 2, 3, wrong});
    expect_refusal(ntk(""), {"X.npy", "coordinate 1 of point 1", "finite"});
  }
}

TEST_F(CliNtk, RefusesAPlaceThatTakesNoFileBeforeItComputes) {
  contexts("(1, 1)", {2});
  expect_refusal(eenet("theory ntk --contexts X.npy --out nowhere/H.npy"), {"nowhere"});
  for (const char* place : {".", "..", "/"}) {
    expect_refusal(eenet(std::string("theory ntk --contexts X.npy --out ") + place),
                   {std::string(place) + ": cannot be written: Is a directory"});
  }
  // Work for hours, if it began.
  Surroundings hurried = here();
  hurried.patience = 60;
  expect_refusal(run_eenet("theory ntk --env linear --rounds 1000 --depth 1000 --out .", hurried),
                 {"Is a directory"});
}

}  // namespace
}  // namespace eenet::experiments
