#include "verify/properties/suite.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "reference/rng.h"
#include "verify/test_run.h"

namespace eenet::verify {
namespace {

constexpr std::uint64_t kSeed = 20220425;
constexpr std::uint64_t kCases = 200;
// For random quantities: of one check, so that all of these together err with 1e-9 at most.
constexpr double kFalseAlarm = 1e-12;

class PropertySuite : public testing::TestWithParam<std::string> {};

TEST_P(PropertySuite, HoldsForEveryDrawnCase) {
  const Suite& suite = suite_named(GetParam());
  Rng words(kSeed, "tests/" + suite.name);
  Statistics statistics;
  for (std::uint64_t i = 0; i < kCases; ++i) {
    const Case one = draw_case(words.word());
    Finding worst;
    const auto failure = check_case(suite, one, kFalseAlarm, &worst);
    ASSERT_FALSE(failure.has_value()) << failure->token() << "\n"
                                      << failure->property << "\n"
                                      << failure->counterexample;
    statistics.add(one, worst);
  }
  EXPECT_LE(statistics.worst_ratio, 1.0);
  EXPECT_EQ(statistics.discarded, 0U);
}

// A property that has nothing to say about most cases is no property.
TEST_P(PropertySuite, SaysSomethingAboutMostCases) {
  const Suite& suite = suite_named(GetParam());
  for (const Property& property : suite.properties) {
    Rng words(kSeed, "tests/" + suite.name);
    std::uint64_t silent = 0;
    for (std::uint64_t i = 0; i < kCases; ++i) {
      const Finding finding = property.check(draw_case(words.word()), kFalseAlarm);
      const bool spoke = finding.outcome == Outcome::kAgree || finding.outcome == Outcome::kKink;
      silent += spoke ? 0 : 1;
    }
    EXPECT_LT(silent, kCases / 2) << property.sentence;
  }
}

TEST_P(PropertySuite, HasSentencesOfItsOwn) {
  std::set<std::string> sentences;
  for (const Property& property : suite_named(GetParam()).properties) {
    EXPECT_TRUE(sentences.insert(property.sentence).second) << property.sentence;
    EXPECT_EQ(property.sentence.back(), '.') << property.sentence;
  }
  EXPECT_FALSE(sentences.empty());
}

TEST_P(PropertySuite, IsAPureFunctionOfItsCase) {
  const Suite& suite = suite_named(GetParam());
  const Case one = draw_case(kSeed);
  for (const Property& property : suite.properties) {
    const Finding first = property.check(one, kFalseAlarm);
    const Finding second = property.check(one, kFalseAlarm);
    EXPECT_EQ(first.outcome, second.outcome) << property.sentence;
    EXPECT_EQ(first.ratio, second.ratio) << property.sentence;
  }
}

INSTANTIATE_TEST_SUITE_P(Every, PropertySuite,
                         testing::Values("update", "algorithm", "features", "environments",
                                         "streams", "traces", "initialisation", "kernel", "psi",
                                         "bounds", "claims"),
                         [](const auto& instance) { return instance.param; });

}  // namespace
}  // namespace eenet::verify
