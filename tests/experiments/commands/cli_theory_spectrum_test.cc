// `eenet theory spectrum`: what it says of known matrices, of environments and of traces.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/experiments/program.h"
#include "theory/measured/enclosure.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using std::numbers::inv_pi;
using testing::HasSubstr;

class CliSpectrum : public Cli {
 protected:
  [[nodiscard]] json spectrum(const std::string& more) const {
    return json_of("theory spectrum --json --quiet " + more);
  }
};

double end_of(const json& end) {
  if (end.is_string()) return end == "inf" ? INFINITY : -INFINITY;
  return end.get<double>();
}

// Closed forms are computed in double here: at most eight roundings, each of a positive term.
void expect_encloses(const json& measured, double exact) {
  const double slack = 8 * theory::kUnitRoundoff * std::abs(exact);
  EXPECT_LE(end_of(measured.at("lower")), exact + slack) << measured;
  EXPECT_GE(end_of(measured.at("upper")), exact - slack) << measured;
}

void expect_overlap(const json& a, const json& b) {
  EXPECT_LE(end_of(a.at("lower")), end_of(b.at("upper"))) << a << b;
  EXPECT_GE(end_of(a.at("upper")), end_of(b.at("lower"))) << a << b;
}

void expect_all_overlap(const json& a, const json& b) {
  for (const char* name : {"lambda_min", "lambda_max", "log_det", "effective_dimension", "S"}) {
    if (a.at(name).is_null() && b.at(name).is_null()) continue;
    expect_overlap(a.at(name), b.at(name));
  }
}

// Two orthogonal contexts at depth 2: H = (3/2, 1/pi; 1/pi, 3/2).
void expect_orthogonal_pair(const json& found, double lambda) {
  const double side = 1.0 + 1.5 / lambda;
  const double log_det = std::log(side - inv_pi / lambda) + std::log(side + inv_pi / lambda);
  expect_encloses(found.at("lambda_min"), 1.5 - inv_pi);
  expect_encloses(found.at("lambda_max"), 1.5 + inv_pi);
  expect_encloses(found.at("log_det"), log_det);
  expect_encloses(found.at("effective_dimension"), log_det / std::log(1.0 + 2.0 / lambda));
  expect_encloses(found.at("information_gain"), log_det / 2.0);
}

// What lambda makes tiny still has ends, and what does not depend on it is answered.
TEST_F(CliSpectrum, AnswersWhateverLambdaIs) {
  write_array("pair.npy", "(2, 2)", {1, 0, 0, 1});
  for (const std::string method : {"dense", "iterative"}) {
    for (const double lambda : {1e17, 1e100}) {
      const json found =
          spectrum(fmt::format("--contexts pair.npy --lambda {} --method {}", lambda, method));
      expect_encloses(found.at("lambda_max"), 1.5 + inv_pi);
      expect_encloses(found.at("log_det"), 3.0 / lambda);
      expect_encloses(found.at("effective_dimension"), 1.5);
      EXPECT_LE(end_of(found.at("effective_dimension").at("upper")), 1.6);
    }
  }
}

TEST_F(CliSpectrum, NoEndOfWhatIsNotNegativeIsBelowZero) {
  write_array("tiny.npy", "(3, 2)", {2e-30, 0, 0, 2e-30, 2e-30, 2e-30});
  for (const std::string method : {"dense", "iterative"}) {
    const json found = spectrum("--contexts tiny.npy --lambda 1 --method " + method);
    for (const char* name :
         {"lambda_min", "lambda_max", "log_det", "effective_dimension", "information_gain"}) {
      EXPECT_GE(end_of(found.at(name).at("lower")), 0.0) << name;
      if (!found.at(name).contains("certified")) continue;
      EXPECT_GE(end_of(found.at(name).at("certified").at("lower")), 0.0) << name;
    }
    EXPECT_GT(end_of(found.at("lambda_max").at("lower")), 0.0);
    expect_encloses(found.at("log_det"), 2.4e-59);  // (1.5 + 1.5 + 3) 4e-60
  }
}

TEST_F(CliSpectrum, HasEveryKeyOfTheContractAndEnclosesClosedForms) {
  write_array("X.npy", "(2, 3)", {1, 0, 0, 0, 1, 0});
  for (const double lambda : {0.5, 1.0, 8.0}) {
    const json found = spectrum("--contexts X.npy --lambda " + std::to_string(lambda));
    EXPECT_EQ(found.at("schema"), "eenet.spectrum/1");
    EXPECT_EQ(found.at("points"), 2);
    EXPECT_EQ(found.at("distinct_points"), 2);
    EXPECT_EQ(found.at("dimension"), 3);
    EXPECT_EQ(found.at("depth"), 2);
    EXPECT_EQ(found.at("convention"), "corrected");
    EXPECT_EQ(found.at("lambda"), lambda);
    EXPECT_EQ(found.at("method"), "dense");
    EXPECT_EQ(found.at("rewards"), "none");
    EXPECT_TRUE(found.at("S").is_null());
    EXPECT_TRUE(found.at("diagnosis").empty());
    EXPECT_GE(found.at("seconds").get<double>(), 0.0);
    EXPECT_EQ(found.at("log_det").at("basis"), "certified");
    expect_orthogonal_pair(found, lambda);
  }
}

TEST_F(CliSpectrum, TakesExpectedRewardsFromTheEnvironment) {
  // Two orthogonal arms with h = (1/2, 1), in one round.
  const json found = spectrum("--env two-arms --rounds 1 --lambda 1");
  expect_orthogonal_pair(found, 1.0);
  EXPECT_EQ(found.at("rewards"), "environment");
  // H^-1 = (3/2, -1/pi; -1/pi, 3/2) / det: positive parts, one difference of about a sixth.
  const double determinant = (1.5 - inv_pi) * (1.5 + inv_pi);
  const double form = (1.5 * 1.25 - inv_pi) / determinant;
  expect_encloses(found.at("S"), std::sqrt(2.0 * form));
  write_array("h.npy", "(1, 2)", {0, 0});
  const json zero = spectrum("--env two-arms --rounds 1 --lambda 1 --rewards h.npy");
  EXPECT_EQ(zero.at("S").at("basis"), "exact");
  EXPECT_EQ(zero.at("S").at("value"), 0.0);
  EXPECT_EQ(zero.at("rewards"), "h.npy");
}

TEST_F(CliSpectrum, OfATraceIsThatOfItsEnvironment) {
  const std::string environment = "linear:dim=4,arms=3";
  const json expected = spectrum("--env " + environment + " --rounds 12 --seed 5 --lambda 0.5");
  for (const std::string detail : {"digest", "full"}) {
    ASSERT_EQ(eenet("run --method eenet:width=4 --seeds 5..5 --rounds 12 --trace " + detail +
                    " --out " + detail + " --env " + environment)
                  .code,
              0);
    const json found = spectrum("--trace " + detail + "/trace-5.jsonl --lambda 0.5");
    EXPECT_EQ(found.at("points"), 36);
    EXPECT_EQ(found.at("rewards"), "trace");
    EXPECT_EQ(found.at("source").at("contexts"), detail == "full" ? "recorded" : "recomputed");
    for (const char* name : {"lambda_min", "lambda_max", "log_det", "effective_dimension", "S"}) {
      EXPECT_EQ(found.at(name), expected.at(name)) << name;
    }
  }
}

TEST_F(CliSpectrum, OfATraceThatWasCutShortWarns) {
  ASSERT_EQ(
      eenet("run --env linear:dim=4,arms=3 --method random --rounds 12 --out D --trace full").code,
      0);
  const std::string whole = text_in("D/trace-1.jsonl");
  write_text("cut.jsonl", whole.substr(0, whole.size() / 2));
  const Outcome outcome = eenet("theory spectrum --trace cut.jsonl --lambda 1 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("cut.jsonl: cut short after round"));
  EXPECT_LT(json::parse(outcome.out).at("points"), 36);
}

TEST_F(CliSpectrum, OfAMatrixIsThatOfItsContexts) {
  const std::string points = "--env linear:dim=5,arms=4 --rounds 10 --depth 3 ";
  const json ntk = json_of("theory ntk --json --out H.npy " + points);
  const std::string error = ntk.at("entry_error").dump();
  const json by_matrix = spectrum("--matrix H.npy --lambda 1 --entry-error " + error);
  const json by_contexts = spectrum("--lambda 1 " + points);
  EXPECT_EQ(by_matrix.at("entry_error"), ntk.at("entry_error"));
  EXPECT_FALSE(by_matrix.contains("depth"));
  for (const char* name : {"lambda_min", "lambda_max", "log_det", "effective_dimension"}) {
    EXPECT_EQ(by_matrix.at(name), by_contexts.at(name)) << name;
  }
}

TEST_F(CliSpectrum, PrintedIsCorrectedOfOneLayerMore) {
  const std::string points = "--env linear:dim=5,arms=4 --rounds 5 --lambda 1 ";
  const json printed = spectrum(points + "--depth 2 --convention printed");
  const json deeper = spectrum(points + "--depth 3");
  EXPECT_EQ(printed.at("log_det"), deeper.at("log_det"));
  EXPECT_EQ(printed.at("convention"), "printed");
}

TEST_F(CliSpectrum, IterativeSaysSoAndAgreesWithDenseForAnyNumberOfThreads) {
  const std::string points = "--env linear:dim=6 --rounds 70 --lambda 1 ";
  const json dense = spectrum(points);
  json alone = spectrum(points + "--method iterative --jobs 1");
  json together = spectrum(points + "--method iterative --jobs 3");
  EXPECT_EQ(alone.at("method"), "iterative");
  EXPECT_EQ(alone.at("log_det").at("basis"), "statistical");
  EXPECT_EQ(alone.at("log_det").at("level"), 0.99);
  EXPECT_TRUE(alone.at("log_det").contains("certified"));
  EXPECT_EQ(alone.at("lambda_min").at("basis"), "certified");
  EXPECT_EQ(alone.at("lambda_min").at("lower"), 0.0);
  EXPECT_EQ(alone.at("S").at("upper"), "inf");
  expect_all_overlap(alone, dense);
  alone.erase("seconds");
  together.erase("seconds");
  EXPECT_EQ(alone, together);
}

TEST_F(CliSpectrum, ChoosesByMemoryAndRefusesWithTheAlternative) {
  const std::string points = "--env linear:dim=6 --rounds 200 --lambda 1 ";  // 31 MiB for a matrix
  EXPECT_EQ(spectrum(points + "--memory 0.028").at("method"), "iterative");
  EXPECT_EQ(spectrum(points + "--memory 0.1").at("method"), "dense");
  expect_refusal(eenet("theory spectrum --method dense --memory 0.005 " + points),
                 {"--method dense with 2000 distinct points", "needs 30.8 MiB",
                  "5.12 MiB are available", "--method iterative"});
  expect_refusal(eenet("theory spectrum --memory 0.005 " + points),
                 {"--method iterative with 2000 distinct points", "fewer points"});
}

TEST_F(CliSpectrum, PrefixesAreTheSpectraOfTheFirstPoints) {
  const std::string environment = "--env linear:dim=3,arms=2 --lambda 0.5 ";
  const json found = spectrum("--prefixes --rounds 9 " + environment);
  const json& prefixes = found.at("prefixes");
  ASSERT_EQ(prefixes.size(), 18U);
  EXPECT_EQ(prefixes.back().at("log_det"), found.at("log_det"));
  double before = 0.0;
  for (std::size_t i = 0; i < prefixes.size(); ++i) {
    EXPECT_EQ(prefixes[i].at("points"), i + 1);
    const json& log_det = prefixes[i].at("log_det");
    EXPECT_LE(before, end_of(log_det.at("upper")));
    before = end_of(log_det.at("lower"));
    EXPECT_EQ(log_det.at("basis"), "certified");
    const bool on_grid = i + 1 == 18 || ((i + 1) & i) == 0;
    EXPECT_EQ(prefixes[i].contains("lambda_min"), on_grid) << i;
    if (i % 2 == 0) continue;
    // A round has two arms: the first points are those of fewer rounds.
    const json alone = spectrum(environment + "--rounds " + std::to_string((i + 1) / 2));
    expect_overlap(alone.at("log_det"), log_det);
    expect_overlap(alone.at("effective_dimension"), prefixes[i].at("effective_dimension"));
    if (on_grid) expect_all_overlap(alone, prefixes[i]);
  }
}

TEST_F(CliSpectrum, PrefixesOfRepeatedContextsAndByTheIterativeMethod) {
  const json dense = spectrum("--prefixes --env two-arms --rounds 4 --lambda 1");
  EXPECT_EQ(dense.at("distinct_points"), 2);
  ASSERT_EQ(dense.at("prefixes").size(), 8U);
  EXPECT_EQ(dense.at("prefixes")[3].at("lambda_min").at("basis"), "exact");
  // The weighted matrix of two points and the whole one of eight.
  expect_overlap(dense.at("prefixes")[7].at("log_det"), dense.at("log_det"));
  const json iterative =
      spectrum("--prefixes --method iterative --env linear:dim=4 --rounds 10 --lambda 1");
  std::vector<int> sizes;
  for (const json& prefix : iterative.at("prefixes")) sizes.push_back(prefix.at("points"));
  EXPECT_THAT(sizes, testing::ElementsAre(1, 2, 4, 8, 16, 32, 64, 100));
}

TEST_F(CliSpectrum, DiagnosesRepetitionsContradictionsAndOppositePairs) {
  const json equal = spectrum("--env duplicates:dim=4,pairs=2 --rounds 2 --lambda 1");
  EXPECT_EQ(equal.at("points"), 8);
  EXPECT_EQ(equal.at("lambda_min").at("basis"), "exact");
  EXPECT_EQ(equal.at("S").at("value"), "inf");
  EXPECT_THAT(equal.at("diagnosis").dump(), HasSubstr("are repetitions"));
  EXPECT_THAT(equal.at("diagnosis").dump(), HasSubstr("S is infinite"));
  const std::string opposite = "--env antipodal --rounds 1 --lambda 1 ";
  EXPECT_THAT(spectrum(opposite).at("diagnosis").dump(), HasSubstr("pairs of opposite contexts"));
  // One layer more, and nothing is singular.
  EXPECT_TRUE(spectrum(opposite + "--depth 3").at("diagnosis").empty());
  EXPECT_TRUE(spectrum(opposite + "--convention printed").at("diagnosis").empty());
}

TEST_F(CliSpectrum, StrictTellsOpenEndsFromExactOnes) {
  const std::string strict = "theory spectrum --strict --lambda 1 ";
  EXPECT_EQ(eenet(strict + "--env linear --rounds 3").code, 0);
  EXPECT_EQ(eenet(strict + "--env duplicates --rounds 3").code, 0);  // 0 and infinite for certain
  const Outcome open = eenet(strict + "--env antipodal --rounds 1");
  EXPECT_EQ(open.code, 4);
  EXPECT_THAT(open.err, HasSubstr("lambda_min is between 0 and"));
  EXPECT_EQ(eenet("theory spectrum --lambda 1 --env antipodal --rounds 1").code, 0);
}

TEST_F(CliSpectrum, TellsPeopleEndsBasisMethodAndDiagnosis) {
  const Outcome outcome = eenet("theory spectrum --env antipodal --rounds 1 --lambda 1 --prefixes");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  for (const char* words :
       {"8 points, 8 distinct; method dense", "quantity", "lambda_min", "effective dimension",
        "certified", "pairs of opposite contexts", "the first points alone"}) {
    EXPECT_THAT(outcome.out, HasSubstr(words));
  }
  const Outcome iterative =
      eenet("theory spectrum --env linear --rounds 5 --lambda 1 --method iterative");
  EXPECT_THAT(iterative.out, HasSubstr("statistical, level 0.99; certified ["));
}

}  // namespace
}  // namespace eenet::experiments
