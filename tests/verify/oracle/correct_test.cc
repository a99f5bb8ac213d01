// Implementations that are right, in both scalars and in every dialect alone: no false alarm.
#include <gtest/gtest.h>

#include <ostream>

#include "verify/oracle/judge.h"
#include "verify/oracle/reference_respondent.h"

namespace eenet::verify::oracle {
namespace {

struct Named {
  std::string name;
  Dialect dialect;
};

// Or its bytes would be printed, and they are other ones in every run.
void PrintTo(const Named& named, std::ostream* out) {
  *out << named.name;
}

std::vector<Named> dialects() {
  std::vector<Named> all = {{"default", {}}};
  const auto add = [&all](const std::string& name, const auto& change) {
    Dialect dialect;
    change(dialect);
    all.push_back({name, dialect});
  };
  add("column_major", [](Dialect& d) { d.layout = Layout::kColumnMajor; });
  add("backward", [](Dialect& d) { d.order = LayerOrder::kBackward; });
  add("interleaved_biases", [](Dialect& d) { d.biases = Biases::kInterleaved; });
  add("last_biases_backward", [](Dialect& d) {
    d.biases = Biases::kLast;
    d.order = LayerOrder::kBackward;
  });
  add("sqrt_width", [](Dialect& d) { d.sqrt_width = true; });
  add("relu_0", [](Dialect& d) { d.relu_at_zero = 0.0; });
  add("relu_half", [](Dialect& d) { d.relu_at_zero = 0.5; });
  add("relu_1_with_biases", [](Dialect& d) {
    d.relu_at_zero = 1.0;
    d.biases = Biases::kInterleaved;
  });
  add("whole_loss", [](Dialect& d) { d.loss_factor = 1.0; });
  add("adam", [](Dialect& d) { d.optimiser = Optimiser::kAdam; });
  add("highest", [](Dialect& d) { d.tie = TieRule::kHighest; });
  add("any_tie", [](Dialect& d) { d.tie = TieRule::kAny; });
  add("weighed_score", [](Dialect& d) {
    d.score_weight = 0.3;
    d.score_offset = 0.7;
  });
  add("absolute_label", [](Dialect& d) { d.label = LabelKind::kAbsolute; });
  add("positive_label_shifted", [](Dialect& d) {
    d.label = LabelKind::kPositive;
    d.label_shift = 0.25;
  });
  return all;
}

JudgeOptions cases(std::uint64_t count, std::uint64_t seed, Profile profile = Profile::kComputed) {
  JudgeOptions options;
  options.cases = count;
  options.seed = seed;
  options.profile = profile;
  options.shrink_time = std::chrono::seconds(2);
  return options;
}

void expect_no_alarm(const Hello& hello, const JudgeOptions& options) {
  ReferenceRespondent respondent(hello);
  const JudgeReport report = judge(respondent, options);
  EXPECT_EQ(report.verdict, JudgeVerdict::kAgrees);
  for (const LevelReport& level : report.levels) {
    EXPECT_LE(level.worst_ratio, 1.0);
    if (!level.first) continue;
    ADD_FAILURE() << level.first->divergence.id << ": " << level.first->divergence.sentence
                  << "\n  smallest " << level.smallest->divergence.id << ": "
                  << level.smallest->divergence.sentence;
  }
}

class CorrectIn : public testing::TestWithParam<Named> {};

TEST_P(CorrectIn, DoubleIsNoFailure) {
  expect_no_alarm(full_hello(GetParam().dialect), cases(150, 3));
}

TEST_P(CorrectIn, FloatIsNoFailure) {
  expect_no_alarm(full_hello(GetParam().dialect, kFloat), cases(150, 4));
}

INSTANTIATE_TEST_SUITE_P(EveryDialect, CorrectIn, testing::ValuesIn(dialects()),
                         [](const auto& one) { return one.param.name; });

TEST(Correct, ReferenceHasTheBitsOfTheProfileExact) {
  expect_no_alarm(full_hello(), cases(300, 1, Profile::kExact));
}

TEST(Correct, ReferenceHasTheMeansOfTheProfileStatistical) {
  expect_no_alarm(full_hello(), cases(30, 1, Profile::kStatistical));
}

TEST(Correct, HelloIsReadAsItIsWritten) {
  for (const Named& one : dialects()) {
    const Hello read = parse_hello(to_json(full_hello(one.dialect, kFloat)));
    EXPECT_EQ(read.dialect, one.dialect) << one.name;
    EXPECT_EQ(read.arithmetic.unit_roundoff, kFloat.unit_roundoff);
    EXPECT_EQ(read.levels, judge_levels());
  }
}

}  // namespace
}  // namespace eenet::verify::oracle
