// `eenet theory psi`: brackets from files and from traces, certificates, good and bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "experiments/formats/npy.h"
#include "tests/experiments/program.h"
#include "theory/psi/complexity_term.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;

class CliPsi : public Cli {
 protected:
  CliPsi() {
    write_array("P.npy", "(4, 2)", {1, 0, 0, 1, 0.6, 0.8, -1, 2});
    write_array("y.npy", "(4,)", {1, 0, 0.5, 0.25});
  }

  [[nodiscard]] Outcome psi(const std::string& more) const {
    return eenet("theory psi --inputs P.npy --labels y.npy " + more);
  }

  [[nodiscard]] theory::FittingProblem problem() const {
    Rng rng(3, stream::kInitExploitation);
    theory::FittingProblem same{Mlp::initialised({2, 16, 2}, rng), Eigen::MatrixXd(2, 4),
                                Eigen::VectorXd(4), 0.5};
    same.inputs << 1, 0, 0.6, -1, 0, 1, 0.8, 2;
    same.labels << 1, 0, 0.5, 0.25;
    return same;
  }
};

TEST_F(CliPsi, SaysWhatTheLibrarySays) {
  const nlohmann::json json = json_of(
      "theory psi --inputs P.npy --labels y.npy --width 16 --radius 1 --seed 3 --json --quiet");
  EXPECT_EQ(json.at("schema"), "eenet.psi/1");
  EXPECT_EQ(json.at("points"), 4);
  EXPECT_EQ(json.at("width"), 16);
  EXPECT_EQ(json.at("depth"), 2);
  EXPECT_EQ(json.at("ball_radius"), 0.5);
  const theory::ComplexityTerm term = theory::complexity_term(problem());
  EXPECT_EQ(json.at("psi").at("lower"), term.psi.lower);
  EXPECT_EQ(json.at("psi").at("upper"), term.psi.upper);
  EXPECT_EQ(json.at("psi").at("basis"), "certified");
  EXPECT_EQ(json.at("linearised").at("value"), term.linearised.value);
  EXPECT_EQ(json.at("at_initialisation").at("value"), term.at_initialisation.value);
  EXPECT_EQ(json.at("lower_bound"), theory::to_text(term.lower_bound));
  EXPECT_GE(json.at("seconds").get<double>(), 0.0);
  EXPECT_THAT(psi("--width 16 --radius 1 --seed 3").out,
              HasSubstr("Psi of 4 points, width 16, depth 2, R = 1, in a ball of radius 0.5"));
}

TEST_F(CliPsi, DoesNotDependOnTheNumberOfThreads) {
  const std::string line =
      "theory psi --inputs P.npy --labels y.npy --width 40 --radius 1 --json --jobs ";
  nlohmann::json one = json_of(line + "1");
  nlohmann::json three = json_of(line + "3");
  one.erase("seconds");
  three.erase("seconds");
  EXPECT_EQ(one, three);
}

TEST_F(CliPsi, WritesTheCertificateInTheLayoutOfParameters) {
  ASSERT_EQ(psi("--width 16 --radius 1 --seed 3 --certificate c").code, 0);
  EXPECT_TRUE(read_npy(folder() / "c/theta0.npy").entries == problem().start.parameters());
  EXPECT_TRUE(read_npy(folder() / "c/theta.npy").entries ==
              theory::complexity_term(problem()).minimiser);
  EXPECT_EQ(read_npy(folder() / "c/inputs.npy").shape, (std::vector<Eigen::Index>{4, 2}));
  EXPECT_EQ(names_in("c"), (std::vector<std::string>{"certificate.json", "inputs.npy", "labels.npy",
                                                     "theta.npy", "theta0.npy"}));
}

TEST_F(CliPsi, ReadsATraceInThreeWays) {
  ASSERT_EQ(eenet("run --env linear:dim=3,arms=4 --method eenet:width=16 --rounds 12 --trace full "
                  "--out demo")
                .code,
            0);
  const std::string line = "theory psi --trace demo/trace-1.jsonl --json --reading ";
  const nlohmann::json printed = json_of(line + "printed");
  EXPECT_EQ(printed.at("points"), 48);
  EXPECT_EQ(printed.at("reading"), "printed");
  // sqrt(eta2), by way of R = sqrt(eta2 sqrt(m)) and R / sqrt(sqrt(m)): five roundings, and one
  // here.
  EXPECT_NEAR(printed.at("ball_radius").get<double>(), std::sqrt(0.1), 6 * 0x1p-53);
  const nlohmann::json played = json_of(line + "played --radius 3");
  EXPECT_EQ(played.at("points"), 12);
  EXPECT_EQ(played.at("dimension"), 10);
  EXPECT_EQ(played.at("ball_radius"), 1.5);
  EXPECT_EQ(json_of(line + "optimal").at("points"), 12);
  EXPECT_THAT(eenet("theory psi --trace demo/trace-1.jsonl --reading played").out,
              HasSubstr("Psi (played) of 12 points"));
}

TEST_F(CliPsi, RefusesTracesThatDoNotHoldWhatIsAsked) {
  ASSERT_EQ(eenet("run --rounds 5 --trace digest --out digest").code, 0);
  expect_refusal(eenet("theory psi --trace digest/trace-1.jsonl --reading optimal"),
                 {"digest/trace-1.jsonl: ", "round 1", "expected a full trace", "h is known"});
  ASSERT_EQ(eenet("run --method greedy --rounds 5 --trace full --out greedy").code, 0);
  expect_refusal(eenet("theory psi --trace greedy/trace-1.jsonl --reading played --radius 1"),
                 {"greedy/trace-1.jsonl: ", "no exploration network"});
  expect_refusal(eenet("theory psi --trace greedy/trace-1.jsonl --reading printed"),
                 {"greedy", "expected the radius R to be given"});
  expect_refusal(eenet("theory psi --trace P.npy --reading printed"), {"P.npy"});
}

TEST_F(CliPsi, RefusesBadCommandLinesInASentence) {
  expect_refusal(eenet("theory psi"), {"--inputs P.npy --labels y.npy or --trace F"});
  expect_refusal(psi("--trace t.jsonl"), {"not both"});
  expect_refusal(eenet("theory psi --inputs P.npy --width 3 --radius 1"), {"--labels y.npy"});
  expect_refusal(psi("--radius 1"), {"--width m"});
  expect_refusal(psi("--width 5"), {"--radius R"});
  expect_refusal(psi("--width 5 --radius -1"), {"--radius -1", "0 or 1e-100 to 1e+100"});
  expect_refusal(psi("--width 5 --radius 1e-300"), {"--radius 1e-300", "1e-100"});
  expect_refusal(psi("--width 5 --radius nan"), {"--radius", "finite"});
  expect_refusal(psi("--width 5 --radius 1 --depth 1"), {"--depth 1", "2 to"});
  expect_refusal(psi("--width 5 --radius 1 --reading played"), {"--reading played", "--trace"});
  expect_refusal(psi("--width 5 --radius 1 --starts 0"), {"--starts 0"});
  expect_refusal(psi("--width 5 --radius 1 --jobs 0"), {"--jobs 0"});
  expect_refusal(eenet("theory psi --trace t.jsonl"), {"--reading printed, played or optimal"});
  expect_refusal(eenet("theory psi --trace t.jsonl --reading used"), {"--reading", "used"});
  expect_refusal(eenet("theory psi --trace t.jsonl --reading played --seed 2"), {"none of"});
}

TEST_F(CliPsi, RefusesBadArraysAndImpossibleSizesInASentence) {
  write_array("y.npy", "(3,)", {1, 2, 3});
  expect_refusal(psi("--width 5 --radius 1"), {"y.npy", "3 labels", "expected 4"});
  write_array("y.npy", "(4,)", {1, 2, std::nan(""), 3});
  expect_refusal(psi("--width 5 --radius 1"), {"y.npy", "label 2", "-1e+30 to 1e+30"});
  write_array("y.npy", "(4,)", {1, 2, 3, 1e200});
  expect_refusal(psi("--width 5 --radius 1"), {"y.npy", "label 3", "1e+200"});
  write_array("y.npy", "(4,)", {1, 2, 3, 4});
  expect_refusal(psi("--width 9999999 --depth 3 --radius 1"), {"of memory", "smaller network"});
  expect_refusal(eenet("theory psi --inputs no.npy --labels y.npy --width 5 --radius 1"),
                 {"no.npy", "No such file"});
}

}  // namespace
}  // namespace eenet::experiments
