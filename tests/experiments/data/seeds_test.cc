#include "experiments/data/seeds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace eenet::experiments {
namespace {

void expect_range(const std::string& text, std::uint64_t first, std::uint64_t last) {
  const SeedRange range = parse_seeds(text);
  EXPECT_EQ(range.first, first) << text;
  EXPECT_EQ(range.last, last) << text;
  EXPECT_EQ(range.count(), last - first + 1) << text;
}

TEST(Seeds, AreASeedOrARange) {
  expect_range("7", 7, 7);
  expect_range("0", 0, 0);
  expect_range("1..4", 1, 4);
  expect_range("5..5", 5, 5);
  expect_range("010", 10, 10);  // decimal, always
  expect_range("18446744073709551615", UINT64_MAX, UINT64_MAX);
  expect_range("18446744073709551614..18446744073709551615", UINT64_MAX - 1, UINT64_MAX);
  expect_range("1..1000000", 1, 1'000'000);
}

TEST(Seeds, RefuseAnythingElse) {
  for (const char* text : {"",
                           "x",
                           "..",
                           "1..",
                           "..4",
                           "5..2",
                           "1...4",
                           "1..4..7",
                           "-1",
                           "-1..4",
                           "+1",
                           "1.5",
                           " 1",
                           "1 ",
                           "1..4x",
                           "0x10",
                           "1,2",
                           "1-4",
                           "18446744073709551616",
                           "1..18446744073709551616"}) {
    EXPECT_THROW(parse_seeds(text), std::invalid_argument) << text;
  }
}

TEST(Seeds, RefuseMoreThanAnyMachineCanRun) {
  EXPECT_THROW(parse_seeds("0..1000000"), std::invalid_argument);
  EXPECT_THROW(parse_seeds("0..18446744073709551615"), std::invalid_argument);
}

TEST(Seeds, SayWhatWasGivenAndWhatWasExpected) {
  try {
    parse_seeds("5..2");
    ADD_FAILURE() << "accepted";
  } catch (const std::invalid_argument& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("--seeds 5..2"),
                                             testing::HasSubstr("A..B with A <= B")));
  }
}

}  // namespace
}  // namespace eenet::experiments
