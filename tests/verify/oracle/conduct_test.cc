// Implementations that do not answer as they should, and how the judge counts.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <memory>

#include "reference/rng.h"
#include "tests/verify/oracle/faulty.h"

namespace eenet::verify::oracle {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

FaultKind fault_of(const JudgeReport& report) {
  EXPECT_EQ(report.verdict, JudgeVerdict::kDisagrees);
  return report.first_divergence.value().fault.value();
}

TEST(Conduct, OfNumbersThatAreNoneIsNamed) {
  for (const json& none : {json(), json(std::numeric_limits<double>::quiet_NaN()),
                           json(std::numeric_limits<double>::infinity())}) {
    const JudgeReport report = judged(
        with("gradient", [none](const json&, json& answer) { answer["gradient"][1] = none; }),
        few({"gradient"}, 5));
    EXPECT_EQ(fault_of(report), FaultKind::kNotFinite);
    EXPECT_THAT(report.first_divergence->sentence, HasSubstr("gradient W_1[0][1] is "));
  }
}

TEST(Conduct, OfMissingFieldsAndWrongSizesIsNamed) {
  const auto fault = [](const std::function<void(json&)>& change) {
    return judged(with("gradient", [change](const json&, json& answer) { change(answer); }),
                  few({"gradient"}, 5));
  };
  JudgeReport report = fault([](json& answer) { answer.erase("gradient"); });
  EXPECT_EQ(fault_of(report), FaultKind::kMissingField);
  EXPECT_EQ(report.first_divergence->sentence, "the field gradient is missing");
  report = fault([](json& answer) { answer["gradient"].push_back(0.0); });
  EXPECT_EQ(fault_of(report), FaultKind::kMissingField);
  EXPECT_EQ(report.first_divergence->sentence, "gradient has 16 entries, expected 15");
  report = fault([](json& answer) { answer["gradient"][0] = "much"; });
  EXPECT_EQ(fault_of(report), FaultKind::kMissingField);
  EXPECT_THAT(report.first_divergence->sentence, HasSubstr("is of the type string"));
  report = fault([](json& answer) { answer = {{"error", "too hard"}}; });
  EXPECT_EQ(fault_of(report), FaultKind::kRefused);
  EXPECT_THAT(report.first_divergence->sentence, HasSubstr("too hard"));
  report = fault([](json& answer) { answer["id"] = 17; });
  EXPECT_EQ(fault_of(report), FaultKind::kWrongId);
  report = fault([](json& answer) { answer = json::array(); });
  EXPECT_EQ(fault_of(report), FaultKind::kNotJson);
}

TEST(Conduct, OfAnotherAnswerTheSecondTimeIsNondeterministic) {
  auto last = std::make_shared<json>();
  const auto once_wrong = [last](const json& question, json& answer) {
    if (*last == question.at("x")) return;
    *last = question.at("x");
    answer["value"] = answer["value"].get<double>() + 1.0;
  };
  const JudgeReport report = judged(with("forward", once_wrong), few({"forward"}, 10));
  EXPECT_EQ(report.verdict, JudgeVerdict::kNondeterministic);
  EXPECT_EQ(report.levels.at(0).nondeterministic, report.levels.at(0).failures);
  EXPECT_GT(report.levels.at(0).failures, 0U);
}

TEST(Conduct, OfACrashIsAFailureAndTheJudgeGoesOn) {
  int asked = 0;
  Faulty* self = nullptr;
  Faulty faulty([&](const json& question, ReferenceRespondent& right) {
    if (++asked == 3) {
      self->die();
      throw Fault(FaultKind::kSignal, "crashed (signal 11)");
    }
    return right.ask(question, 0);
  });
  self = &faulty;
  const JudgeReport report = judge(faulty, few({"forward"}, 20));
  // Asked again, it answers: not the same twice.
  EXPECT_EQ(report.verdict, JudgeVerdict::kNondeterministic);
  EXPECT_EQ(report.levels.at(0).failures, 1U);
  EXPECT_EQ(report.levels.at(0).cases, 20U);
  EXPECT_EQ(faulty.restarts(), 1);
}

TEST(Conduct, OfAnyOtherExceptionDoesNotReachTheCaller) {
  const auto throwing = [](const json&, ReferenceRespondent&) -> json {
    throw std::logic_error("lost");
  };
  const JudgeReport report = judged(throwing, few({"forward"}, 5));
  EXPECT_EQ(fault_of(report), FaultKind::kRefused);
  EXPECT_THAT(report.first_divergence->sentence, HasSubstr("lost"));
}

TEST(Conduct, OfAnswersThatDoNotComeEndsTheJudgementAfterThree) {
  int asked = 0;
  const auto hanging = [&asked](const json&, ReferenceRespondent&) -> json {
    ++asked;
    throw Fault(FaultKind::kTimeLimit, "no answer in 10 seconds");
  };
  const JudgeReport report = judged(hanging, few({"forward", "gradient"}, 100));
  EXPECT_EQ(fault_of(report), FaultKind::kTimeLimit);
  EXPECT_EQ(asked, 3);
  EXPECT_THAT(report.complaints, Contains(HasSubstr("stopped after 3 answers")));
  EXPECT_THAT(report.complaints, Contains(HasSubstr("planned")));
}

TEST(Judge, CountsWhatItPlansAsksAndSkips) {
  Hello hello = full_hello();
  hello.levels = {"forward", "update"};
  ReferenceRespondent respondent(hello);
  JudgeOptions options = few({}, 70);
  std::uint64_t last = 0;
  options.on_case = [&last](std::uint64_t done, std::uint64_t planned) {
    EXPECT_EQ(done, last + 1);
    EXPECT_LE(done, planned);
    last = done;
    return true;
  };
  const JudgeReport report = judge(respondent, options);
  EXPECT_EQ(report.verdict, JudgeVerdict::kAgrees);
  std::uint64_t asked = 0;
  for (const LevelReport& level : report.levels) {
    const bool declared = level.level == "forward" || level.level == "update";
    EXPECT_EQ(level.skipped, declared ? 0U : level.planned) << level.level;
    EXPECT_EQ(level.skip_reason.empty(), declared);
    EXPECT_EQ(level.cases + level.skipped, level.planned);
    EXPECT_EQ(level.agree + level.kink + level.acceptable, level.cases);
    asked += level.cases;
  }
  EXPECT_EQ(asked, 70U);
  EXPECT_EQ(last, 70U);
  EXPECT_EQ(report.levels.size(), judge_levels().size());
}

TEST(Judge, WithFewerCasesThanPlannedIsIncomplete) {
  ReferenceRespondent respondent;
  JudgeOptions options = few({"forward"}, 20);
  options.on_case = [](std::uint64_t done, std::uint64_t) { return done < 7; };
  const JudgeReport report = judge(respondent, options);
  EXPECT_EQ(report.verdict, JudgeVerdict::kIncomplete);
  EXPECT_THAT(report.complaints, Contains("level forward: 7 cases were asked, 20 planned"));
}

TEST(Judge, TellsExpectedFailuresFromUnexpectedPasses) {
  const auto wrong_at_depth_three = [](const json& question, json& answer) {
    if (question.at("network").at("depth") == 3) answer["value"] = 7.0;
  };
  JudgeOptions options = few({"forward"}, 3);
  const std::string fails = "forward/3.4.5.2.7.ordinary.52.2";
  const std::string passes = "forward/2.3.4.5.6.ordinary.52.1";
  options.expected_failures = {{fails, "depth 3"}, {passes, "a mistake"}, {"forward/no", "never"}};
  const JudgeReport report = judged(with("forward", wrong_at_depth_three), options);
  EXPECT_EQ(report.verdict, JudgeVerdict::kAgrees);
  EXPECT_EQ(report.levels.at(0).expected_failures, 1U);
  EXPECT_EQ(report.levels.at(0).failures, 0U);
  EXPECT_THAT(report.unexpected_passes, testing::ElementsAre(passes));
  EXPECT_THAT(report.complaints, Contains(HasSubstr("forward/no")));
}

TEST(Judge, JudgesACaseAgainByItsId) {
  const auto wrong = [](const json&, json& answer) { answer["value"] = 7.0; };
  Faulty faulty(with("forward", wrong));
  const JudgeReport report = judge(faulty, few({"forward"}, 5));
  const std::string id = report.counterexample.value().divergence.id;
  const JudgeReport again = judge_again(faulty, id, few({}));
  EXPECT_EQ(again.counterexample.value().divergence.sentence,
            report.counterexample->divergence.sentence);
  EXPECT_EQ(again.counterexample->question, report.counterexample->question);
  EXPECT_THROW(judge_again(faulty, "forwards/2.1.1.1.1.ordinary.0.0", {}), std::invalid_argument);
  EXPECT_THROW(judge(faulty, few({"forwards"})), std::invalid_argument);
}

TEST(Judge, RefusesTheProfileExactForOtherDialects) {
  Dialect dialect;
  dialect.loss_factor = 1.0;
  ReferenceRespondent other(full_hello(dialect));
  JudgeOptions options = few({"forward"});
  options.profile = Profile::kExact;
  const JudgeReport report = judge(other, options);
  EXPECT_EQ(report.verdict, JudgeVerdict::kIncomplete);
  EXPECT_THAT(report.complaints, Contains(HasSubstr("the paper's network")));
  // One bit is too much there, and within the bounds elsewhere.
  const auto last_bit = with("forward", [](const json&, json& answer) {
    answer["value"] = std::nextafter(answer["value"].get<double>(), 1e9);
  });
  EXPECT_EQ(judged(last_bit, options).verdict, JudgeVerdict::kDisagrees);
  EXPECT_EQ(judged(last_bit, few({"forward"})).verdict, JudgeVerdict::kAgrees);
}

TEST(Judge, ByMeansAcceptsNoiseAndNoBias) {
  for (const double bias : {0.0, 0.3}) {
    auto rng = std::make_shared<Rng>(7, "noise");
    const auto noisy = [rng, bias](const json&, json& answer) {
      answer["value"] = answer["value"].get<double>() + bias + 0.01 * rng->normal();
    };
    JudgeOptions options = few({"forward"}, 40);
    options.profile = Profile::kStatistical;
    EXPECT_EQ(judged(with("forward", noisy), options).verdict,
              bias == 0.0 ? JudgeVerdict::kAgrees : JudgeVerdict::kDisagrees);
  }
}

}  // namespace
}  // namespace eenet::verify::oracle
