// Implementations that compute something wrong: caught, at the right level, field and index.
#include <gmock/gmock.h>

#include <cmath>
#include <memory>

#include "tests/verify/oracle/faulty.h"

namespace eenet::verify::oracle {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;

struct Location {
  std::string level;
  std::string field;
  std::string place;
};

void expect_caught(const JudgeReport& report, const Location& where) {
  EXPECT_EQ(report.verdict, JudgeVerdict::kDisagrees);
  ASSERT_TRUE(report.first_divergence);
  EXPECT_EQ(report.first_divergence->level, where.level);
  EXPECT_EQ(report.first_divergence->field, where.field);
  EXPECT_EQ(report.first_divergence->place, where.place) << report.first_divergence->sentence;
  EXPECT_GT(report.first_divergence->ratio, 1.0);
}

// A reference respondent of another dialect behind the default hello.
Faulty::Answering as_if(const Dialect& dialect) {
  auto other = std::make_shared<ReferenceRespondent>(full_hello(dialect));
  return [other](const json& question, ReferenceRespondent&) { return other->ask(question, 0); };
}

TEST(FaultyNetwork, WithColumnsForRowsIsCaughtAtTheFirstValue) {
  Dialect dialect;
  dialect.layout = Layout::kColumnMajor;
  const JudgeReport report = judged(as_if(dialect), few({"forward"}));
  expect_caught(report, {"forward", "value", ""});
  EXPECT_THAT(report.explanations, Contains(HasSubstr("layout column-major")));
}

TEST(FaultyNetwork, WithTransposedHiddenLayersIsExplained) {
  const auto transposed = [](const json& question, ReferenceRespondent& right) {
    json changed = question;
    const auto d = question.at("network").at("input").get<std::size_t>();
    const auto m = question.at("network").at("width").get<std::size_t>();
    const auto depth = question.at("network").at("depth").get<std::size_t>();
    for (std::size_t l = 2; l < depth; ++l) {
      const std::size_t first = m * d + (l - 2) * m * m;
      for (std::size_t i = 0; i < m * m; ++i) {
        changed["theta"][first + i] = question.at("theta")[first + (i % m) * m + i / m];
      }
    }
    return right.ask(changed, 0);
  };
  const JudgeReport report = judged(transposed, few({"forward"}));
  expect_caught(report, {"forward", "value", ""});
  // A matrix of two layers has no square one: the first case agrees.
  EXPECT_EQ(report.first_divergence->id, "forward/3.4.5.2.7.ordinary.52.2");
  EXPECT_THAT(report.explanations, Contains("agrees if the square matrices are transposed"));
}

TEST(FaultyNetwork, WithOneWrongEntryIsCaughtThere) {
  const JudgeReport report =
      judged(with("gradient",
                  [](const json& question, json& answer) {
                    if (question.at("network").at("depth") < 3) return;
                    const auto d = question["network"]["input"].get<std::size_t>();
                    const auto m = question["network"]["width"].get<std::size_t>();
                    json& entry = answer["gradient"][m * d];
                    entry = entry.get<double>() + 1e-9;
                  }),
             few({"gradient"}));
  expect_caught(report, {"gradient", "gradient", "W_2[0][0]"});
  ASSERT_TRUE(report.counterexample);
  EXPECT_EQ(report.counterexample->question.at("network").at("depth"), 3);
  EXPECT_EQ(report.counterexample->question.at("network").at("width"), 1);
}

TEST(FaultyNetwork, WithTheLossOfNoHalfIsExplained) {
  Dialect dialect;
  dialect.loss_factor = 1.0;
  const JudgeReport report = judged(as_if(dialect), few({"gradient", "update"}));
  expect_caught(report, {"update", "theta", "W_1[0][0]"});
  EXPECT_THAT(report.explanations,
              Contains("agrees if the loss is (f - y)^2 instead of 1/2 (f - y)^2"));
}

TEST(FaultyNetwork, ThatIsWrongAtWidthOneOnlyIsCaught) {
  const JudgeReport report = judged(with("forward",
                                         [](const json& question, json& answer) {
                                           if (question.at("network").at("width") != 1) return;
                                           answer["value"] = answer["value"].get<double>() + 0.5;
                                         }),
                                    few({"forward"}));
  expect_caught(report, {"forward", "value", ""});
  EXPECT_EQ(report.counterexample->question.at("network").at("width"), 1);
}

TEST(FaultyNetwork, WithAnotherDerivativeAtZeroIsHeldToTheDeclaredOne) {
  Dialect declared;
  declared.relu_at_zero = 0.0;
  Dialect other;
  other.relu_at_zero = 1.0;
  const JudgeReport report = judged(as_if(other), few({"gradient"}, 300), full_hello(declared));
  EXPECT_EQ(report.verdict, JudgeVerdict::kDisagrees);
  EXPECT_THAT(report.explanations, Contains(StartsWith("agrees if ReLU'(0) is 1 instead of 0")));
  // Undeclared, it is one of the derivatives that are right.
  EXPECT_EQ(judged(as_if(other), few({"gradient"}, 300)).verdict, JudgeVerdict::kAgrees);
}

TEST(FaultyNetwork, InFloatBehindADeclaredDoubleIsExplained) {
  auto other = std::make_shared<ReferenceRespondent>(full_hello({}, kFloat));
  const auto answering = [other](const json& question, ReferenceRespondent&) {
    return other->ask(question, 0);
  };
  const JudgeReport report = judged(answering, few({"forward"}));
  expect_caught(report, {"forward", "value", ""});
  EXPECT_THAT(report.explanations, Contains(HasSubstr("float32")));
}

TEST(FaultyKernel, OfTheOtherConventionIsCaught) {
  const auto printed = [](const json& question, ReferenceRespondent& right) {
    json changed = question;
    changed["convention"] = "printed";
    return right.ask(changed, 0);
  };
  expect_caught(judged(printed, few({"ntk"})), {"ntk", "ntk", "[0][0]"});
}

TEST(FaultyFeatures, OfADividedShortBlockAreCaught) {
  Hello hello = full_hello();
  hello.features = {"block-mean"};
  const auto short_block = [](const json& question, ReferenceRespondent& right) {
    json changed = question;
    const auto size = question.at("gradient").size();
    const auto block = question.at("features").at("block").get<std::size_t>();
    for (std::size_t i = size - size % block; i < size; ++i) {
      changed["gradient"][i] = question["gradient"][i].get<double>() * static_cast<double>(block) /
                               static_cast<double>(size % block);
    }
    return right.ask(changed, 0);
  };
  expect_caught(judged(short_block, few({"features"}), hello), {"features", "features", "[0]"});
}

TEST(FaultyRound, WithTheLabelAfterTheStepIsExplained) {
  const auto late = [](const json& question, ReferenceRespondent& right) {
    json answer = right.ask(question, 0);
    const json forward = {{"op", "forward"},
                          {"id", 0},
                          {"network", question.at("network1")},
                          {"theta", answer.at("theta1")},
                          {"x", question.at("arms")[question.at("play").get<std::size_t>()]}};
    const double f1 = right.ask(forward, 0).at("value").get<double>();
    const double label = question.at("reward").get<double>() - f1;
    answer["label"] = label;
    // theta2 moves towards that label: by as much more as its residual is larger.
    const double f2 = answer.at("f2")[question.at("play").get<std::size_t>()].get<double>();
    const double old = question.at("reward").get<double>() -
                       answer.at("f1")[question.at("play").get<std::size_t>()].get<double>();
    for (std::size_t i = 0; i < answer.at("theta2").size(); ++i) {
      const double before = question.at("theta2")[i].get<double>();
      const double step = answer["theta2"][i].get<double>() - before;
      if (step != 0.0) answer["theta2"][i] = before + step * (f2 - label) / (f2 - old);
    }
    return answer;
  };
  Hello hello = full_hello();
  hello.methods = {"eenet"};
  const JudgeReport report = judged(late, few({"round"}), hello);
  expect_caught(report, {"round", "label", ""});
  EXPECT_THAT(report.explanations, Contains("agrees if the label is made with f1 after its step"));
}

TEST(FaultyRound, WithSwappedArmsIsCaughtAtTheFirst) {
  const auto swapped = [](const json& question, json& answer) {
    if (question.at("arms").size() < 2) return;
    std::swap(answer["f1"][0], answer["f1"][1]);
  };
  expect_caught(judged(with("round", swapped), few({"round"})), {"round", "f1", "arm 0"});
}

TEST(FaultyRound, WithAPhiOfNormTwoIsCaughtBeforeF2) {
  Hello hello = full_hello();
  hello.methods = {"eenet"};
  const auto doubled = [](const json&, json& answer) {
    for (json& phi : answer["phi"]) {
      for (json& entry : phi) entry = 2.0 * entry.get<double>();
    }
    for (json& value : answer["f2"]) value = 2.0 * value.get<double>();
  };
  const JudgeReport report = judged(with("round", doubled), few({"round"}), hello);
  EXPECT_EQ(report.first_divergence->field, "phi");
  EXPECT_THAT(report.first_divergence->place, StartsWith("arm 0 ["));
}

TEST(FaultyRound, ThatWeighsF2IsExplained) {
  Dialect dialect;
  dialect.score_weight = 0.5;
  Hello hello = full_hello();
  hello.methods = {"eenet"};
  // The weight is seen only where it changes the choice: in none of the 200 cases of seed 1.
  JudgeOptions options = few({"round"}, 200);
  options.seed = 2;
  const JudgeReport report = judged(as_if(dialect), options, hello);
  ASSERT_TRUE(report.first_divergence);
  EXPECT_EQ(report.first_divergence->field, "arm");
  EXPECT_THAT(report.first_divergence->sentence, HasSubstr("the scores are"));
  EXPECT_THAT(report.explanations, Contains("agrees if the score is f1 + 0.5 f2"));
}

TEST(FaultyRound, ThatGivesTiesToTheHighestIsExplained) {
  Dialect dialect;
  dialect.tie = TieRule::kHighest;
  const JudgeReport report = judged(as_if(dialect), few({"round"}, 200));
  EXPECT_EQ(report.first_divergence->field, "arm");
  EXPECT_THAT(report.first_divergence->sentence, HasSubstr("have equal scores"));
  EXPECT_THAT(report.explanations,
              Contains("agrees if the highest of equal scores is chosen instead of the lowest"));
}

TEST(FaultyRun, ThatDriftsInRound57IsCaughtThere) {
  const auto drift = [](const json& question, json& answer) {
    if (question.at("t") != 57) return;
    answer["theta1"][3] = answer["theta1"][3].get<double>() + 1e-7;
  };
  Faulty faulty(with("learn", drift));
  const JudgeReport report = judge_again(faulty, "run/2.3.4.2.70.ordinary.52.9", few({}));
  expect_caught(report, {"run", "theta1", "W_1[0][3]"});
  EXPECT_EQ(report.first_divergence->round, 57U);
  EXPECT_THAT(report.first_divergence->sentence, StartsWith("round 57: theta1 W_1[0][3] is "));
}

TEST(FaultyRun, WithAStalePhiIsCaughtInRoundTwo) {
  auto stale = std::make_shared<json>();
  Hello hello = full_hello();
  hello.methods = {"eenet"};
  const auto answering = [stale](const json& question, ReferenceRespondent& right) {
    json answer = right.ask(question, 0);
    if (question.at("op") == "start") *stale = json();
    if (question.at("op") != "choose") return answer;
    if (!stale->is_null()) answer["phi"] = *stale;
    if (question.at("t") == 1) *stale = answer.at("phi");
    return answer;
  };
  const JudgeReport report = judged(answering, few({"run"}), hello);
  EXPECT_EQ(report.first_divergence->field, "phi");
  EXPECT_EQ(report.first_divergence->round, 2U);
}

TEST(FaultyRun, WhoseScoresChangeWhenAskedAgainIsCaught) {
  auto times = std::make_shared<int>(0);
  const auto answering = [times](const json& question, ReferenceRespondent& right) {
    json answer = right.ask(question, 0);
    if (question.at("op") == "choose" && ++*times % 2 == 0) {
      answer["f1"][0] = std::nextafter(answer["f1"][0].get<double>(), 1e9);
    }
    return answer;
  };
  const JudgeReport report = judged(answering, few({"run"}));
  EXPECT_THAT(report.first_divergence->sentence,
              HasSubstr("f1 is another when choose is asked again"));
}

}  // namespace
}  // namespace eenet::verify::oracle
