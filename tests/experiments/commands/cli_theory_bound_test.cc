// `eenet theory bound`: both sides of the regret theorems on a trace, good and bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/program.h"

namespace eenet::experiments {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// The same number by the formulas of these tests, which have fewer than 32 operations on positive
// numbers on either side, each of them within one unit of the last place.
void expect_computed(double got, double expected) {
  EXPECT_NEAR(got, expected, 64 * 0x1p-52 * expected);
}

class CliBound : public Cli {
 protected:
  void make_trace(const std::string& more) const {
    const Outcome made = eenet("run --trace full --out . --quiet " + more);
    ASSERT_EQ(made.code, 0) << made.err;
  }

  [[nodiscard]] json bound(const std::string& more = "") const {
    return json_of("theory bound --trace trace-1.jsonl --quiet --json " + more);
  }
};

const json& bound_named(const json& document, const std::string& id) {
  for (const json& one : document.at("bounds")) {
    if (one.at("id") == id) return one;
  }
  ADD_FAILURE() << "there is no bound " << id;
  static const json kNone;
  return kNone;
}

TEST_F(CliBound, ShowsBothSidesOfTheTheorems) {
  make_trace("--env linear:dim=4,arms=3,noise=bernoulli --method eenet:width=16 --rounds 40");
  const json document = bound();
  EXPECT_EQ(document.at("schema"), "eenet.bound/1");
  EXPECT_EQ(document.at("rounds"), 40);
  EXPECT_EQ(document.at("delta"), 0.1);
  const json runs = json_in("runs.json");
  const double regret = runs.at("runs").at(0).at("regret");
  EXPECT_LE(document.at("regret").at("lower").get<double>(), regret);
  EXPECT_GE(document.at("regret").at("upper").get<double>(), regret);
  EXPECT_EQ(document.at("regret").at("basis"), "certified");
  EXPECT_EQ(bound_named(document, "TRIVIAL/rounds").at("value").at("value"), 40.0);
  EXPECT_EQ(bound_named(document, "TRIVIAL/optimal-reward").at("vacuous"), true);
  EXPECT_LE(bound_named(document, "TRIVIAL/optimal-reward").at("value").at("value"), 40.0);
  EXPECT_THAT(document.at("notes"), IsEmpty());
  for (const char* id : {"THM-1/printed", "THM-1/corrected", "THM-1/sharpened", "THM-1/online-loss",
                         "NUCB/printed", "NUCB/corrected", "EENET/ntk", "LIN/d", "LIN/sqrt-d"}) {
    const json& one = bound_named(document, id);
    EXPECT_TRUE(one.at("vacuous").is_boolean() || one.at("vacuous").is_null()) << id;
    EXPECT_EQ(one.at("regret_below"), true) << id;
  }
  expect_computed(bound_named(document, "LIN/d").at("value").at("value"),
                  4.0 * std::sqrt(40.0) * std::log(40.0));
  EXPECT_THAT(document.at("curves").at("rounds"), ElementsAre(1, 2, 4, 8, 16, 32, 40));
  EXPECT_EQ(document.at("curves").at("LIN/d").size(), 7U);
  EXPECT_EQ(document.at("curves").at("regret").at(6), document.at("regret"));
}

TEST_F(CliBound, MeasuresTheTermsOfTheProof) {
  make_trace("--env cosine:dim=4,arms=3 --method eenet:width=16 --rounds 50");
  const json document = bound();
  const json& terms = document.at("terms");
  double sum = 0.0;
  for (const char* term : {"I2", "I3", "I4", "I5"}) {
    sum += terms.at(term).at("value").get<double>();
  }
  expect_computed(terms.at("sum").at("value"), sum);
  EXPECT_LE(document.at("regret").at("lower"), terms.at("sum").at("upper"));
  // The bound that needs no Psi is made of these.
  const json& loss = bound_named(document, "THM-1/online-loss");
  const double expected = std::sqrt(50.0 * terms.at("loss_played").at("value").get<double>()) +
                          std::sqrt(50.0 * terms.at("loss_optimal").at("value").get<double>()) +
                          std::sqrt(2.0 * 50.0 * std::log(20.0)) +
                          terms.at("I3").at("value").get<double>() +
                          terms.at("I4").at("value").get<double>();
  expect_computed(loss.at("value").at("value"), expected);
}

TEST_F(CliBound, HasTheTheoremAtBothEndsOfPsi) {
  make_trace("--env linear:dim=4,arms=3,noise=bernoulli --method eenet:width=16 --rounds 40");
  const json document = bound();
  const json& value = bound_named(document, "THM-1/printed").at("value");
  for (const char* end : {"lower", "upper"}) {
    const double psi = document.at("psi").at("printed").at(end);
    expect_computed(value.at(end), 2.0 * std::sqrt(psi * 40.0) +
                                       2.0 * std::sqrt(2.0 * 40.0 * std::log(10.0)) + 2.0);
  }
  const json& parts = bound_named(document, "THM-1/corrected").at("parts");
  const double psi = document.at("psi").at("played").at("value");
  expect_computed(parts.at("complexity-played").at("value"), std::sqrt(40.0 * (psi + 1.0)));
  std::string failing;
  for (const json& one : bound_named(document, "THM-1/corrected").at("preconditions")) {
    if (one.at("holds") == "no") failing += one.at("name").get<std::string>() + " ";
  }
  EXPECT_THAT(failing, HasSubstr("width-lemmas width-trajectory width-convexity width-loss"));
}

// Two arms: the run is locked in on the bad one, Psi is next to nothing, and regret is
// above the printed right-hand side. The corrected one knows of I_3 and I_4, and is vacuous.
TEST_F(CliBound, ShowsThePrintedTheoremContradicted) {
  make_trace("--env two-arms --method eenet:width=64,R=2.5456 --rounds 400 --seeds 3");
  const json document = json_of("theory bound --trace trace-3.jsonl --points 800 --quiet --json");
  EXPECT_EQ(document.at("regret").at("value"), 200.0);
  const json& printed = bound_named(document, "THM-1/printed");
  EXPECT_EQ(printed.at("regret_below"), false);
  EXPECT_EQ(printed.at("vacuous"), false);
  const json& corrected = bound_named(document, "THM-1/corrected");
  EXPECT_EQ(corrected.at("regret_below"), true);
  EXPECT_EQ(corrected.at("vacuous"), true);
  EXPECT_GT(document.at("terms").at("I4").at("value"), 300.0);
}

TEST_F(CliBound, DeltaEntersTheConfidenceAlone) {
  make_trace("--env linear:dim=4,arms=3 --method eenet:width=16 --rounds 30");
  const json wide = bound_named(bound("--delta 0.5"), "THM-1/online-loss").at("parts");
  const json sure = bound_named(bound("--delta 0.001"), "THM-1/online-loss").at("parts");
  EXPECT_EQ(wide.at("loss-played"), sure.at("loss-played"));
  expect_computed(sure.at("confidence").at("value").get<double>() /
                      wide.at("confidence").at("value").get<double>(),
                  std::sqrt(std::log(2000.0) / std::log(4.0)));
}

TEST_F(CliBound, LeavesOutWhatIsTooLargeAndSaysSo) {
  make_trace("--env linear:dim=4,arms=3 --method eenet:width=16 --rounds 30");
  const json document = bound("--points 89");
  EXPECT_THAT(document.at("notes").dump(), HasSubstr("the kernel of 90 contexts"));
  EXPECT_THAT(document.at("notes").dump(),
              HasSubstr("THM-1/printed is left out: Psi of 90 points"));
  EXPECT_TRUE(document.at("psi").at("printed").is_null());
  EXPECT_FALSE(document.at("psi").at("played").is_null());
  EXPECT_THAT(document.at("bounds").dump(), Not(HasSubstr("NUCB")));
}

TEST_F(CliBound, OfAPolicyWithoutScoresHasNoTerms) {
  make_trace("--env linear:dim=4,arms=3 --method random --rounds 20");
  const json document = bound();
  EXPECT_TRUE(document.at("terms").is_null());
  EXPECT_THAT(document.at("bounds").dump(), Not(HasSubstr("THM-1")));
  EXPECT_THAT(document.at("notes").dump(), HasSubstr("method random has no scores"));
}

TEST_F(CliBound, TextHasEveryBoundOverTheRounds) {
  make_trace("--env two-arms --method eenet:width=16 --rounds 20");
  const Outcome shown = eenet("theory bound --trace trace-1.jsonl --quiet");
  EXPECT_EQ(shown.code, 0);
  for (const char* word : {"THM-1/online-loss", "TRIVIAL/optimal-reward", "LIN/sqrt-d", "vacuous",
                           "Over the rounds", "The proof's terms", "width-lemmas"}) {
    EXPECT_THAT(shown.out, HasSubstr(word));
  }
}

TEST_F(CliBound, DoesNotDependOnTheNumberOfThreads) {
  make_trace("--env linear:dim=4,arms=3 --method eenet:width=16 --rounds 40");
  EXPECT_EQ(bound("--jobs 1"), bound("--jobs 3"));
}

TEST_F(CliBound, TakesATraceThatWasCutShort) {
  make_trace("--env linear:dim=4,arms=3 --method eenet:width=16 --rounds 12");
  const std::string whole = text_in("trace-1.jsonl");
  std::size_t at = 0;
  for (int line = 0; line < 9; ++line) at = whole.find('\n', at) + 1;
  write_text("trace-1.jsonl", whole.substr(0, at));
  const Outcome shown = eenet("theory bound --trace trace-1.jsonl --json");
  EXPECT_EQ(shown.code, 0);
  EXPECT_THAT(shown.err, HasSubstr("cut short after round 8 of 12"));
  EXPECT_EQ(json::parse(shown.out).at("rounds"), 8);
}

TEST_F(CliBound, RefusesWhatItCannotJudge) {
  make_trace("--env linear:dim=4,arms=3 --method eenet:width=16 --rounds 5");
  expect_refusal(eenet("theory bound --trace trace-1.jsonl --delta 0"), {"--delta", "0"});
  expect_refusal(eenet("theory bound --trace trace-1.jsonl --lambda -1"),
                 {"--lambda", "1e-100 to"});
  expect_refusal(eenet("theory bound --trace absent.jsonl"), {"absent.jsonl"});
  expect_refusal(eenet("theory bound"), {"--trace"});
  // Other contexts or rewards than those of the header, which the choices need not show.
  const std::string whole = text_in("trace-1.jsonl");
  for (const std::string field : {"\"contexts\":[[", "\"rewards\":["}) {
    const std::size_t number = whole.find(field, whole.find("\"t\":3")) + field.size();
    std::string other = whole;
    write_text("trace-1.jsonl", other.replace(number, whole.find(',', number) - number, "0.5"));
    expect_refusal(eenet("theory bound --trace trace-1.jsonl"),
                   {"trace-1.jsonl", "round 3", "eenet replay"});
  }
  // Another arm than the one that the header leads to.
  std::string changed = whole;
  const std::size_t arm = changed.find("\"arm\":", changed.find("\"t\":3"));
  changed[arm + 6] = changed[arm + 6] == '0' ? '1' : '0';
  write_text("trace-1.jsonl", changed);
  expect_refusal(eenet("theory bound --trace trace-1.jsonl"),
                 {"trace-1.jsonl", "round 3", "eenet replay"});
  ASSERT_EQ(eenet("run --rounds 5 --trace digest --out digest --quiet").code, 0);
  expect_refusal(eenet("theory bound --trace digest/trace-1.jsonl"),
                 {"round 1 has no expected_rewards", "--trace full"});
}

}  // namespace
}  // namespace eenet::experiments
