#include "verify/properties/suite.h"

#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "reference/rng.h"
#include "verify/implementation.h"
#include "verify/properties/network.h"
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

std::vector<std::string> names_of_suites() {
  std::vector<std::string> names;
  for (const Suite& suite : suites()) names.push_back(suite.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Every, PropertySuite, testing::ValuesIn(names_of_suites()),
                         [](const auto& instance) { return instance.param; });

TEST(NetworkProperties, AreFoundByTheirChecks) {
  const Implementation& reference = reference_implementation();
  std::set<std::string> found;
  for (const NetworkCheck check :
       {value_is_the_twins, gradient_agrees_with_witnesses, step_descends_the_loss,
        layers_are_homogeneous, layers_are_affine, hidden_units_can_be_permuted,
        scale_moves_between_layers, input_can_be_rotated, input_is_homogeneous}) {
    found.insert(network_property(check, reference).sentence);
  }
  EXPECT_EQ(found.size(), network_properties(reference).size());
}

void foreign_check(const Implementation& /*implementation*/, const Case& /*one*/,
                   Findings& /*findings*/) {}

TEST(NetworkProperties, AForeignCheckIsRefused) {
  EXPECT_THROW(network_property(foreign_check, reference_implementation()), std::invalid_argument);
}

}  // namespace
}  // namespace eenet::verify
