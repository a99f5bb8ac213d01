#include "verify/nearest_word.h"

#include <gtest/gtest.h>

namespace eenet::verify {
namespace {

TEST(NearestWord, CountsTheFewestEdits) {
  EXPECT_EQ(edit_distance("", ""), 0U);
  EXPECT_EQ(edit_distance("", "ntk"), 3U);
  EXPECT_EQ(edit_distance("psi", "psi"), 0U);
  EXPECT_EQ(edit_distance("spectrm", "spectrum"), 1U);
  EXPECT_EQ(edit_distance("spektrum", "spectrum"), 1U);
  EXPECT_EQ(edit_distance("sspectrum", "spectrum"), 1U);
  EXPECT_EQ(edit_distance("specturm", "spectrum"), 1U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
  EXPECT_EQ(edit_distance("THM-1", "thm-1"), 0U);
}

TEST(NearestWord, IsTheOneWithTheFewestAndTheFirstOfSeveral) {
  EXPECT_EQ(nearest_word("vreify", {"replay", "verify", "theory"}), "verify");
  EXPECT_EQ(nearest_word("rnu", {"run", "ntk"}), "run");
  EXPECT_EQ(nearest_word("bat", {"cat", "rat"}), "cat");
  EXPECT_EQ(suggestion("vreify", {"replay", "verify"}), " (did you mean 'verify'?)");
}

TEST(NearestWord, IsNoneIfAllAreFar) {
  EXPECT_EQ(nearest_word("fly", {"run", "verify"}), std::nullopt);
  EXPECT_EQ(nearest_word("x", {}), std::nullopt);
  EXPECT_EQ(nearest_word("--", {"-h"}), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(100'000, 'x'), {"run"}), std::nullopt);
  EXPECT_EQ(suggestion("fly", {"run"}), "");
}

}  // namespace
}  // namespace eenet::verify
