// The ledger as a table: complete, without doubles, and honest about what it records.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>

#include "verify/claims/paper_tables.h"
#include "verify/claims/registry.h"

namespace eenet::verify {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The id without the part that it was split into.
std::string whole_id(const std::string& id) {
  return id.substr(0, id.find('/'));
}

TEST(Ledger, HasEveryIdOfItsList) {
  std::ifstream file(std::string(EENET_TEST_DATA) + "/claim_ids.txt");
  std::set<std::string> wanted;
  for (std::string line; std::getline(file, line);) {
    if (!line.empty()) wanted.insert(line);
  }
  ASSERT_EQ(wanted.size(), 133U);
  std::set<std::string> found;
  for (const Claim& claim : all_claims()) found.insert(whole_id(claim.id));
  EXPECT_EQ(found, wanted);
}

TEST(Ledger, NamesNoClaimTwice) {
  std::set<std::string> ids;
  for (const Claim& claim : all_claims()) EXPECT_TRUE(ids.insert(claim.id).second) << claim.id;
}

// `eenet claims check THM-1` must mean one thing: either a claim or the parts of one.
TEST(Ledger, SplitsAClaimOrDoesNot) {
  for (const Claim& claim : all_claims()) {
    if (claim.id.find('/') == std::string::npos) continue;
    const std::string whole = whole_id(claim.id);
    for (const Claim& other : all_claims()) EXPECT_NE(other.id, whole);
  }
}

TEST(Ledger, SaysWhatWhereAndHowOfEveryClaim) {
  for (const Claim& claim : all_claims()) {
    EXPECT_FALSE(claim.says.empty()) << claim.id;
    EXPECT_FALSE(claim.place.section.empty()) << claim.id;
    EXPECT_FALSE(claim.how.empty()) << claim.id;
    EXPECT_FALSE(claim.group.empty()) << claim.id;
    EXPECT_TRUE(claim.check) << claim.id;
  }
}

TEST(Ledger, ContradictsOnlyByEvidenceThatCanAndWithAnAnswer) {
  for (const Claim& claim : all_claims()) {
    for (const Status status : {claim.recorded.quick, claim.recorded.full}) {
      if (status != Status::kContradicted && status != Status::kNotReproduced) continue;
      EXPECT_TRUE(can_contradict(claim.kind)) << claim.id;
      // An objection and why it does not help: two sentences at least.
      EXPECT_EQ(claim.authors_answer.rfind("That ", 0), 0U) << claim.id;
      EXPECT_GE(std::count(claim.authors_answer.begin(), claim.authors_answer.end(), '.') +
                    std::count(claim.authors_answer.begin(), claim.authors_answer.end(), ':'),
                2)
          << claim.id;
      EXPECT_FALSE(claim.recorded.vacuous) << claim.id;
    }
  }
}

TEST(Ledger, NamesACorrectionWhereOneIsNeeded) {
  for (const Claim& claim : all_claims()) {
    if (claim.recorded.full == Status::kHoldsCorrected) {
      EXPECT_FALSE(claim.correction.empty()) << claim.id;
    }
  }
}

TEST(Ledger, FindsAClaimAndThePartsOfOne) {
  EXPECT_EQ(claims_named("EQ-GRAD").front()->id, "EQ-GRAD");
  std::vector<std::string> ids;
  for (const Claim* claim : claims_named("THM-1")) ids.push_back(claim->id);
  EXPECT_THAT(ids, ElementsAre("THM-1/proof-regime", "THM-1/large-radius", "THM-1/proofs-psi"));
  EXPECT_EQ(claims_named("THM-1/large-radius").size(), 1U);
  EXPECT_EQ(claims_named("eq-Grad").front()->id, "EQ-GRAD");
  EXPECT_EQ(claims_named("thm-1").size(), 3U);
  EXPECT_THROW(claims_named("THM"), std::invalid_argument);
  EXPECT_THROW(claims_named(""), std::invalid_argument);
}

TEST(Ledger, SpendsNoMoreThanTheBudget) {
  const auto& claims = all_claims();
  const auto statistical =
      std::count_if(claims.begin(), claims.end(), [](const Claim& c) { return c.statistical; });
  EXPECT_GT(statistical, 10);
  EXPECT_LE(false_alarm_of_one_claim(claims) * static_cast<double>(statistical),
            kVerdictBudget * (1.0 + 0x1p-50));
}

// Everything that needs no long runs is what was recorded, with and without another seed.
TEST(Ledger, JudgesTheQuickOnesAsRecorded) {
  for (const std::uint64_t seed : {1U, 2U}) {
    Context context;
    context.seed = seed;
    context.false_alarm = false_alarm_of_one_claim(all_claims());
    for (const Claim& claim : all_claims()) {
      if (claim.cost > 0) continue;
      const Verdict verdict = judge(claim, context);
      EXPECT_EQ(verdict.status, recorded_status(claim, context))
          << claim.id << ": " << verdict.finding << verdict.decides;
      const bool open =
          verdict.status == Status::kInconclusive || verdict.status == Status::kNotTestable;
      EXPECT_EQ(verdict.decides.empty(), !open) << claim.id;
      EXPECT_FALSE(verdict.finding.empty() && verdict.decides.empty()) << claim.id;
      if (claim.statistical) {
        EXPECT_TRUE(verdict.p_value.has_value()) << claim.id;
        EXPECT_GE(verdict.seeds, 2U) << claim.id;
      }
    }
  }
}

TEST(Ledger, IsAPureFunctionOfItsContext) {
  Context context;
  context.false_alarm = 1e-4;
  const Claim& claim = *claims_named("DEF-INIT").front();
  const Verdict first = judge(claim, context);
  const Verdict second = judge(claim, context);
  EXPECT_EQ(first.finding, second.finding);
  context.seed = 2;
  EXPECT_NE(judge(claim, context).finding, first.finding);
}

TEST(Ledger, CountsTheReleasedEntries) {
  Context context;
  context.data = "/data";
  const Claim& claim = *claims_named("DATA-REWARD/entries").front();
  Array array;
  array.shape = {10, 3};
  array.entries = Eigen::VectorXd::Ones(30);
  array.entries[2] = -1.0;
  context.read_array = [&array](const std::string&) { return array; };
  EXPECT_EQ(judge(claim, context).status, Status::kHolds);
  for (const Eigen::Index place : {3, 4, 5}) {  // a user, an item, a label
    const double before = array.entries[place];
    array.entries[place] = 12345.0;
    EXPECT_NE(judge(claim, context).status, Status::kHolds) << place;
    array.entries[place] = before;
  }
  array.entries[2] = 1.0;
  EXPECT_NE(judge(claim, context).status, Status::kHolds) << "no arm of reward 1";
}

TEST(Ledger, ConsidersWhatTheAuthorsWouldAnswerInASentence) {
  for (const Claim& claim : all_claims()) {
    if (claim.authors_answer.empty()) continue;
    EXPECT_GT(claim.authors_answer.size(), 60U) << claim.id;
  }
}

TEST(Ledger, LooksForYelpWhereTheDataAre) {
  Context context;
  const Claim& claim = *claims_named("DATA-YELP/matrices").front();
  EXPECT_EQ(judge(claim, context).status, Status::kNotTestable);
  context.data = "/data";
  std::vector<std::string> asked;
  const auto reader = [&asked](Eigen::Index items) {
    return [&asked, items](const std::string& path) {
      asked.push_back(path);
      Array array;
      array.shape = {path.find("10000items_2000users") != std::string::npos ? items : 2000, 10};
      return array;
    };
  };
  context.read_array = reader(10000);
  EXPECT_EQ(judge(claim, context).status, Status::kHolds);
  EXPECT_THAT(asked.front(), HasSubstr("/data/yelp/"));
  context.read_array = reader(9999);
  EXPECT_EQ(judge(claim, context).status, Status::kContradicted);
}

// Its p-values come from a library whose error nobody has proven, and its percentages are rounded.
TEST(Ledger, CallsNothingExactThatWasRounded) {
  for (const char* id : {"TAB-1-PM", "TAB-1-MNIST", "CLM-EPS+", "DEF-EPS+"}) {
    const Verdict verdict = judge(*claims_named(id).front(), Context{});
    EXPECT_EQ(verdict.measured.value().basis, theory::Basis::kEstimate) << id;
  }
}

TEST(PaperTables, HaveARowAMethodAndAColumnADataSet) {
  EXPECT_EQ(regret_table().size(), 7U);
  for (const RegretRow& row : regret_table()) EXPECT_EQ(row.regret.size(), kDataSets);
  EXPECT_EQ(regret_row("EE-Net").kind, BaselineKind::kOurs);
  EXPECT_THROW(regret_row("nobody"), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::verify
