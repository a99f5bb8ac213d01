// What the judge says of undeclared differences that no single other reading of the answers has.
#include <gmock/gmock.h>

#include <cstdio>
#include <cstdlib>
#include <memory>

#include "tests/verify/oracle/faulty.h"

namespace eenet::verify::oracle {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// A reference respondent of another dialect behind a hello that does not say so.
JudgeReport judged_as_if(const Dialect& dialect, const JudgeOptions& options,
                         const Hello& hello = full_hello()) {
  auto other = std::make_shared<ReferenceRespondent>(full_hello(dialect));
  return judged(
      [other](const json& question, ReferenceRespondent&) { return other->ask(question, 0); },
      options, hello);
}

TEST(Explanations, NameTwoDifferencesTogether) {
  Dialect dialect;
  dialect.layout = Layout::kColumnMajor;
  dialect.loss_factor = 1.0;
  const JudgeReport report = judged_as_if(dialect, few({"gradient", "update"}));
  EXPECT_EQ(report.verdict, JudgeVerdict::kDisagrees);
  EXPECT_THAT(report.explanations,
              ElementsAre("agrees if the parameters lie by columns: layout column-major, and if "
                          "the loss is (f - y)^2 instead of 1/2 (f - y)^2"));
}

TEST(Explanations, AskAgainWithTheBiasesThatWereNotDeclared) {
  Dialect dialect;
  for (const auto& [biases, words] :
       {std::pair{Biases::kInterleaved, "biases interleaved"}, {Biases::kLast, "biases last"}}) {
    dialect.biases = biases;
    const JudgeReport report = judged_as_if(dialect, few({"forward", "gradient"}));
    EXPECT_EQ(report.first_divergence->fault, FaultKind::kRefused);
    EXPECT_THAT(report.explanations, ElementsAre(HasSubstr(words)));
  }
}

TEST(Explanations, AskAgainWithoutTheBiasesThatWereDeclared) {
  Dialect declared;
  declared.biases = Biases::kInterleaved;
  const JudgeReport report = judged_as_if({}, few({"gradient"}), full_hello(declared));
  EXPECT_THAT(report.explanations, ElementsAre(HasSubstr("biases none")));
}

TEST(Explanations, DoNotBlameBiasesForAnotherRefusal) {
  const JudgeReport report = judged(
      [](const json&, ReferenceRespondent&) {
        return json{{"error", "not today"}};
      },
      few({"forward"}, 10));
  EXPECT_EQ(report.first_divergence->fault, FaultKind::kRefused);
  EXPECT_THAT(report.explanations, IsEmpty());
}

TEST(Explanations, CountTheDigitsThatWereWritten) {
  const auto rounded = [](const json&, json& answer) {
    for (json& entry : answer["gradient"]) {
      char words[32];
      std::snprintf(words, sizeof words, "%.14g", entry.get<double>());
      entry = std::strtod(words, nullptr);
    }
  };
  const JudgeReport report = judged(with("gradient", rounded), few({"gradient"}));
  EXPECT_EQ(report.verdict, JudgeVerdict::kDisagrees);
  EXPECT_THAT(report.explanations, ElementsAre(HasSubstr("written with 14 digits")));
}

TEST(Explanations, KnowTheFirstStepOfAdam) {
  Dialect adam;
  adam.optimiser = Optimiser::kAdam;
  auto other = std::make_shared<ReferenceRespondent>(full_hello(adam));
  const auto fresh = [other](const json& question, ReferenceRespondent&) {
    json changed = question;
    const std::vector<double> zeros(question.at("theta").size());
    changed["adam"] = {{"t", 0},       {"m", zeros},     {"v", zeros},
                       {"beta1", 0.9}, {"beta2", 0.999}, {"epsilon", 1e-8}};
    return json{{"theta", other->ask(changed, 0).at("theta")}};
  };
  const JudgeReport report = judged(fresh, few({"update"}));
  EXPECT_EQ(report.verdict, JudgeVerdict::kDisagrees);
  EXPECT_THAT(report.explanations, Contains(HasSubstr("optimiser adam")));
}

}  // namespace
}  // namespace eenet::verify::oracle
