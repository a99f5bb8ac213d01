// `eenet claims`: listing, judging, explaining, going on after a stop, and bad input.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "experiments/reports/claim_rules.h"
#include "experiments/reports/claims_report.h"
#include "experiments/runs/claims_run.h"
#include "tests/experiments/forked.h"
#include "tests/experiments/program.h"
#include "verify/claims/registry.h"

namespace eenet::experiments {
namespace {

using testing::HasSubstr;
using testing::Not;

class CliClaims : public Cli {};

TEST_F(CliClaims, ListsEveryClaimWithItsRecord) {
  const nlohmann::json json = json_of("claims list --json");
  EXPECT_EQ(json.at("schema"), "eenet.claims/1");
  EXPECT_EQ(json.at("claims").size(), verify::all_claims().size());
  EXPECT_EQ(json.at("claims").at(0).at("id"), "DEF-REWARD");
  EXPECT_EQ(json.at("error_budget").at("total"), 0.01);
  const std::string text = eenet("claims list").out;
  for (const verify::Claim& claim : verify::all_claims()) EXPECT_THAT(text, HasSubstr(claim.id));
  EXPECT_THAT(text, HasSubstr("Error budget"));
}

TEST_F(CliClaims, JudgesThoseAskedForInTheLedgersOrder) {
  const nlohmann::json json = json_of("claims check EQ-GRAD TAB-1-MNIST DEF-NET --json --quiet");
  EXPECT_EQ(json.at("schema"), "eenet.claims/1");
  const auto& claims = json.at("claims");
  ASSERT_EQ(claims.size(), 3U);
  EXPECT_EQ(claims.at(0).at("id"), "DEF-NET");
  EXPECT_EQ(claims.at(1).at("id"), "EQ-GRAD");
  EXPECT_EQ(claims.at(1).at("status"), "holds-corrected");
  EXPECT_EQ(claims.at(2).at("status"), "holds");
  EXPECT_EQ(claims.at(2).at("bound").at("value"), 10.7);
  EXPECT_EQ(claims.at(2).at("evidence"), "eenet claims check TAB-1-MNIST --seed 1 --effort quick");
  for (const auto& claim : claims) {
    for (const char* key : {"vacuous", "measured", "bound", "p_value", "seconds"}) {
      EXPECT_TRUE(claim.contains(key)) << key;
    }
  }
}

TEST_F(CliClaims, RulesArePrintedBeforeAnythingIsMeasured) {
  const nlohmann::json rules = json_of("claims rules --json");
  EXPECT_EQ(rules.at("schema"), "eenet.rules/1");
  EXPECT_EQ(rules.at("claims").size(), verify::all_claims().size());
  EXPECT_EQ(rules.at("hash").get<std::string>().size(), 64U);
  const std::string text = eenet("claims rules EQ-GRAD").out;
  EXPECT_THAT(text, HasSubstr(rules.at("hash").get<std::string>()));
  for (const char* title :
       {"EQ-GRAD\n", "Statement", "Quantity, bound", "Margin", "Negative control"}) {
    EXPECT_THAT(text, HasSubstr(title));
  }
  EXPECT_EQ(json_of("claims rules EQ-GRAD --json").at("hash"), rules.at("hash"));
  expect_refusal(eenet("claims rules EQ-GRAF"), {"EQ-GRAF", "EQ-GRAD"});
}

TEST_F(CliClaims, EveryNegativeControlNamesAClaim) {
  ASSERT_FALSE(negative_controls().empty());
  for (const NegativeControl& one : negative_controls()) {
    EXPECT_EQ(verify::claims_named(one.claim).size(), 1U) << one.mutant;
    EXPECT_NE(one.mistake, "") << one.mutant;
  }
}

TEST_F(CliClaims, EvidenceShowsTheVerdictAgain) {
  const nlohmann::json first = json_of("claims check DEF-INIT --seed 7 --json --quiet");
  const auto evidence = first.at("claims").at(0).at("evidence").get<std::string>();
  const std::string arguments = evidence.substr(std::string("eenet ").size());
  const nlohmann::json second = json_of(arguments + " --json --quiet");
  EXPECT_EQ(first.at("claims").at(0).at("finding"), second.at("claims").at(0).at("finding"));
}

TEST_F(CliClaims, LeavesOutWhatIsSkipped) {
  const nlohmann::json json =
      json_of("claims check TAB-1-BEST TAB-1-RANGE --skip TAB-1-BEST --json --quiet");
  ASSERT_EQ(json.at("claims").size(), 1U);
  EXPECT_EQ(json.at("claims").at(0).at("id"), "TAB-1-RANGE");
}

TEST_F(CliClaims, ContradictedClaimsAreResults) {
  const Outcome outcome = eenet("claims check CLM-INFER/reason");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("contradicted"));
  EXPECT_THAT(outcome.out, HasSubstr("every verdict is the recorded one"));
}

TEST_F(CliClaims, StrictMindsWhatStaysOpen) {
  EXPECT_EQ(eenet("claims check TAB-1-PM").code, 0);
  EXPECT_EQ(eenet("claims check TAB-1-PM --strict").code, 4);
  EXPECT_EQ(eenet("claims check CLM-EPS+ --strict").code, 0);
}

TEST_F(CliClaims, ExplainsForTheAuthors) {
  const Outcome outcome = eenet("claims explain EQ-GRAD");
  EXPECT_EQ(outcome.code, 0);
  for (const char* part : {"The paper says", "Where", "Correction", "E-1", "What came out",
                           "See it again", "eenet claims check EQ-GRAD"}) {
    EXPECT_THAT(outcome.out, HasSubstr(part));
  }
}

TEST_F(CliClaims, GoesOnFromTheFilesOfAStoppedRun) {
  const std::string command = "claims check TAB-1-BEST DEF-DIM --out kept --json --quiet";
  const nlohmann::json first = json_of(command).at("claims");
  EXPECT_EQ(first.size(), 2U);
  EXPECT_THAT(names_in("kept"), testing::UnorderedElementsAre("DEF-DIM.json", "TAB-1-BEST.json"));
  // A kept verdict is used as it stands, with the seconds that it took; one of another seed, or of
  // damaged bytes, is made again.
  EXPECT_EQ(json_of(command).at("claims"), first);
  const std::filesystem::path file = folder() / "kept" / "DEF-DIM.json";
  std::string kept = read_file(file);
  kept.replace(kept.find("\"holds\""), 7, "\"contradicted\"");
  write_atomically(file, kept);
  const nlohmann::json again = json_of(command).at("claims");
  EXPECT_EQ(again.at(0).at("status"), "holds");
  EXPECT_EQ(again.at(1), first.at(1));
  EXPECT_EQ(eenet(command + " --seed 2").code, 0);
  write_atomically(file, "not JSON");
  EXPECT_EQ(eenet(command).code, 0);
}

TEST_F(CliClaims, RefusesWhatItDoesNotKnow) {
  expect_refusal(eenet("claims check MARS"), {"MARS", "eenet claims list"});
  expect_refusal(eenet("claims check EQ-GARD"), {"EQ-GARD", "did you mean 'EQ-GRAD'?"});
  expect_refusal(eenet("claims list --json --markdown"), {"--json", "--markdown"});
  expect_refusal(eenet("claims list --summary --markdown"), {"--summary", "--markdown"});
  expect_refusal(eenet("claims check TAB-1-BEST --skip TAB-1-BEST"), {"--skip", "one at least"});
  expect_refusal(eenet("claims check --effort huge"), {"effort"});
  expect_refusal(eenet("claims check --jobs 0 TAB-1-BEST"), {"--jobs"});
  expect_refusal(eenet("claims explain"), {"ID"});
  expect_refusal(eenet("claims"), {"no command", "list, rules, check, explain"});
}

TEST(ClaimsRun, WeighsALongClaimLikeManyShortOnes) {
  const auto weight = [](unsigned cost) {
    verify::Claim claim = {.kind = verify::EvidenceKind::kDerived};
    claim.cost = cost;
    return weight_of(claim);
  };
  EXPECT_GE(weight(0), 1U) << "what is done counts";
  // verify/claims/claim.h: at once, seconds, longest.
  EXPECT_GE(weight(1), 10 * weight(0));
  EXPECT_GE(weight(2), 5 * weight(1));
  EXPECT_EQ(weight(3), weight(2));
}

// A long claim and a short one are not two equal parts of the work.
TEST_F(CliClaims, CountsTheWorkThatIsDoneByWhatItCosts) {
  const auto [id, weight] = [] {
    const verify::Claim* claim = verify::claims_named("THM-1/proof-regime").front();
    return std::pair{claim->id, weight_of(*claim)};
  }();
  ASSERT_GT(weight, 1U) << "the example shows nothing";
  const Forked forked = run_forked(Stderr::kTerminal, [id = id] {
    if (std::freopen("/dev/null", "w", stdout) == nullptr) return 1;
    return ::execl(EENET_PROGRAM, EENET_PROGRAM, "claims", "check", "TAB-1-BEST", id.c_str(),
                   "--jobs", "1", nullptr);
  });
  EXPECT_EQ(forked.code, 0) << forked.err;
  EXPECT_THAT(forked.err, HasSubstr(" of " + std::to_string(weight + 1) + " parts of the work"));
}

verify::Context quick() {
  verify::Context context;
  context.false_alarm = 1e-3;
  return context;
}

TEST(ClaimsJson, ComesBackAsItWas) {
  JudgedClaim judged;
  judged.id = "EQ-GRAD";
  judged.seconds = 1.5;
  judged.verdict.status = verify::Status::kContradicted;
  judged.verdict.vacuous = true;
  judged.verdict.measured = theory::Measured::statistical(0.1, -0.2, 0.3, 0.99).within({-1.0, 1.0});
  judged.verdict.bound =
      theory::Measured::certified_between(1.0, 0.5, std::numeric_limits<double>::infinity());
  judged.verdict.p_value = 1e-300;
  judged.verdict.seeds = 12;
  judged.verdict.preconditions = {{"the sun shines", true}, {"m >= 4", false}};
  judged.verdict.finding = "a \"quoted\" line\n";
  judged.verdict.decides = "nothing";
  const std::string text = to_json_text(judged, quick());
  EXPECT_EQ(to_json_text(judged_claim_from_json(text), quick()), text);
  EXPECT_TRUE(is_result_of(text, "EQ-GRAD", quick()));
  EXPECT_FALSE(is_result_of(text, "EQ-PROD", quick()));
  verify::Context other = quick();
  other.seed = 2;
  EXPECT_FALSE(is_result_of(text, "EQ-GRAD", other));
  EXPECT_FALSE(is_result_of("{}", "EQ-GRAD", quick()));
}

TEST(ClaimsReport, SaysWhatDiffersFromTheRecord) {
  JudgedClaim judged;
  judged.id = "TAB-1-BEST";  // recorded: holds
  judged.verdict.status = verify::Status::kContradicted;
  EXPECT_TRUE(differs_from_record(judged, quick()));
  EXPECT_EQ(exit_code({judged}, quick(), false), 1);
  EXPECT_THAT(claims_text({judged}, quick()), HasSubstr("DIFFERS: holds was recorded"));
  judged.verdict.status = verify::Status::kHolds;
  EXPECT_EQ(exit_code({judged}, quick(), true), 0);
  EXPECT_THAT(claims_text({judged}, quick()), Not(HasSubstr("DIFFERS")));
}

TEST(ClaimsReport, TellsANewcomerWhatIsNotable) {
  const verify::Claim* claim = verify::claims_named("CLM-CONNECT").front();
  const std::string told = summary_text({{claim, verify::Status::kContradicted}});
  EXPECT_THAT(told, HasSubstr("1 claim: 1 contradicted"));
  EXPECT_THAT(told, HasSubstr("T/4"));
  EXPECT_THAT(told, HasSubstr("eenet claims explain"));
  EXPECT_THAT(summary_text({{claim, verify::Status::kHolds}}), Not(HasSubstr("T/4")));
}

}  // namespace
}  // namespace eenet::experiments
