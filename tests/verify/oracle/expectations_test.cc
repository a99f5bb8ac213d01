// What the judge expects, held against the witnesses of derivatives and against identities.
#include "verify/oracle/expected/expectations.h"

#include <gmock/gmock.h>

#include <cmath>

#include "verify/gradient_check.h"
#include "verify/kinks.h"
#include "verify/oracle/compare.h"
#include "verify/oracle/dialect.h"
#include "verify/oracle/expected/network.h"
#include "verify/oracle/expected/question_fields.h"
#include "verify/oracle/expected/step.h"
#include "verify/oracle/questions.h"
#include "verify/oracle/reference_respondent.h"

namespace eenet::verify::oracle {
namespace {

using nlohmann::json;

Dialect with_biases() {
  Dialect dialect;
  dialect.biases = Biases::kInterleaved;
  dialect.layout = Layout::kColumnMajor;
  return dialect;
}

TEST(ParameterMap, NamesEveryPlaceOnce) {
  const NaiveShape shape = {3, 2, 3};
  const ParameterMap map(shape, with_biases());
  ASSERT_EQ(map.size(), 6U + 2U + 4U + 2U + 2U + 1U);
  EXPECT_EQ(map.place(0), "W_1[0][0]");
  EXPECT_EQ(map.place(1), "W_1[1][0]");
  EXPECT_EQ(map.place(6), "b_1[0]");
  EXPECT_EQ(map.place(9), "W_2[1][0]");
  EXPECT_EQ(map.place(16), "b_3[0]");
}

TEST(ParameterMap, EmbedsBiasesAsWeightsOfAConstantUnit) {
  const NaiveShape shape = {1, 1, 2};
  Dialect dialect;
  dialect.biases = Biases::kLast;
  const ParameterMap map(shape, dialect);
  // W_1 = 2, W_2 = 3, b_1 = 5, b_2 = 7: f(x) = 3 relu(2 x + 5) + 7.
  const std::vector<double> theta = map.embedded({2.0, 3.0, 5.0, 7.0});
  EXPECT_EQ(naive_value(map.shape(), theta, std::vector<double>{0.5, 1.0}), 25.0);
}

// The gradient that the judge expects is one that every witness accepts, also with biases: those of
// the weights into the constant units are the twin's.
TEST(Expectations, OfGradientsAgreeWithEveryWitness) {
  std::size_t compared = 0;
  for (const Dialect& dialect : {Dialect{}, with_biases()}) {
    const Hello hello = full_hello(dialect);
    for (std::uint64_t word = 0; word < 400; ++word) {
      const Case one = draw_case(word);
      if (one.parameter_count() > 200) continue;
      const json question = question_of("gradient", one, hello);
      const Expectations expected = expectations(question, reading_of(hello));
      if (expected.says_nothing) continue;
      const ParameterMap map(shape_in(question.at("network")), dialect);
      Point point{map.shape(), map.embedded(list_in(question, "theta")), list_in(question, "x")};
      if (map.has_constant_unit()) point.x.push_back(1.0);
      const WideSlope twin = wide_slope(point, active_units(point));
      std::vector<double> gradient(twin.gradient.begin(), twin.gradient.end());
      for (std::size_t i = 0; i < map.size(); ++i) {
        gradient[map.entry(i)] = expected.fields.at(0).balls[i].value;
      }
      const GradientReport report = check_gradient(gradient, kDouble, {}, point, word);
      EXPECT_NE(report.outcome, Outcome::kDisagree) << to_text(one) << ": " << report.to_text();
      ++compared;
    }
  }
  EXPECT_GT(compared, 400U);
}

TEST(Expectations, OfAKinkAreBetweenTheOneSidedDerivatives) {
  const json question = {{"op", "gradient"},
                         {"network", {{"input", 1}, {"width", 1}, {"depth", 2}}},
                         {"theta", {0.0, 3.0}},
                         {"x", {2.0}}};
  const Expected any = expectations(question, Reading{}).fields.at(0);
  ASSERT_EQ(any.at_kinks.size(), 2U);
  EXPECT_NEAR(any.at_kinks[0].value - any.at_kinks[0].error, 0.0, 1e-14);
  EXPECT_NEAR(any.at_kinks[0].value + any.at_kinks[0].error, 6.0, 1e-14);
  // Declared, it is that and nothing else.
  Reading declared;
  declared.dialect.relu_at_zero = 0.5;
  const Expected half = expectations(question, declared).fields.at(0);
  EXPECT_NEAR(half.at_kinks[0].value, 3.0, 1e-14);
  EXPECT_LT(half.at_kinks[0].error, 1e-14);
}

TEST(SumsAreExact, WhereEveryOrderGivesTheSame) {
  const std::vector<double> few = {0.5, 3.0, -1.25};
  EXPECT_TRUE(sums_are_exact(few.data(), few.data(), 3, 0x1p-53));
  const std::vector<double> many = {0.1, 0.2, 0.3};
  EXPECT_FALSE(sums_are_exact(many.data(), many.data(), 3, 0x1p-53));
  const std::vector<double> wide = {0x1p30, 0x1p-10, 0.0};
  const std::vector<double> ones = {1.0, 1.0, 1.0};
  EXPECT_TRUE(sums_are_exact(wide.data(), ones.data(), 3, 0x1p-53));
  EXPECT_FALSE(sums_are_exact(wide.data(), ones.data(), 3, 0x1p-24));
}

// Adam's first step from nothing: m = (1 - beta1) g and v = (1 - beta2) g^2, both corrected to g
// and g^2, so that a parameter moves by eta g / (|g| + epsilon).
TEST(AdamStep, FromNothingMovesByTheSignOfTheGradient) {
  const Rounding rounding(kDouble);
  const AdamState fresh = {0.0, {0.0, 0.0}, {0.0, 0.0}, 0.875, 0.96875, 0.5};
  const Stepped after = adam_step({1.0, 2.0}, {3.0, 0.0}, Balls::of({4.0, -8.0}), {2.5, 0.0}, 0.25,
                                  0.5, fresh, rounding);
  EXPECT_NEAR(after.theta[0].value, 1.0 - 0.25 * 2.0 / 2.5, 1e-15);
  EXPECT_NEAR(after.theta[1].value, 2.0 + 0.25 * 4.0 / 4.5, 1e-15);
  EXPECT_LT(after.theta[0].error, 1e-13);
  EXPECT_GT(after.theta[0].error, 1e-17);
}

TEST(Sentence, NamesRoundFieldPlaceAndNumbers) {
  Divergence wrong;
  wrong.round = 57;
  wrong.field = "theta1";
  wrong.place = "W_2[0][3]";
  wrong.got = 0.123;
  wrong.expected = 0.124;
  wrong.bound = 3e-16;
  EXPECT_EQ(sentence_of(wrong),
            "round 57: theta1 W_2[0][3] is 0.123, expected 0.124 (bound 3e-16)");
}

TEST(Hello, IsRefusedWithASentence) {
  const auto refusal = [](const json& answer) -> std::string {
    try {
      parse_hello(answer);
    } catch (const Fault& fault) {
      return fault.what();
    }
    return {};
  };
  EXPECT_EQ(refusal({{"levels", {"forward"}}}), "hello: name is null, expected a text");
  EXPECT_THAT(refusal({{"name", "a"}, {"levels", {"foward"}}}),
              testing::HasSubstr("did you mean 'forward'?"));
  EXPECT_THAT(
      refusal({{"name", "a"}, {"levels", {"forward"}}, {"dialect", {{"lable", "absolute"}}}}),
      testing::HasSubstr("unknown key 'lable' (did you mean 'label'?)"));
  EXPECT_THAT(
      refusal({{"name", "a"}, {"levels", {"forward"}}, {"dialect", {{"relu_at_zero", 2.0}}}}),
      testing::HasSubstr("a number from 0 to 1, or any"));
}

}  // namespace
}  // namespace eenet::verify::oracle
