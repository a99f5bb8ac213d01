// Known answers of the generator. The numbers pinned here were computed a second time by the Python
// replica from docs/numerics.md.
#include "reference/rng.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "reference/elementary.h"

namespace eenet {
namespace {

TEST(Rng, HashesStreamNamesByFnv1a) {
  EXPECT_EQ(fnv1a64(""), 0xcbf29ce484222325U);
  EXPECT_EQ(fnv1a64("a"), 0xaf63dc4c8601ec8cU);  // from the algorithm's authors
  EXPECT_EQ(fnv1a64("init/f1"), 0x656fc12c0193fd45U);
}

TEST(Rng, GivesThePinnedWords) {
  Rng rng(42, stream::kInitExploitation);
  for (const std::uint64_t word : {0x16ff222090056791U, 0xfa6c90a2e8abc754U, 0x1aa18e2f3a8025d3U,
                                   0xe56d80c7d7475273U, 0xc05a3cb348f801a7U, 0x7995f9f9f4d7baa0U}) {
    EXPECT_EQ(rng.word(), word);
  }
}

TEST(Rng, GivesThePinnedUniforms) {
  Rng rng(42, stream::kEnvironment, 7);
  for (const double u : {0x1.9bb46f9e974f8p-2, 0x1.b1648408f8e2ep-1, 0x1.5751624c08525p-1}) {
    EXPECT_EQ(rng.uniform(), u);
  }
}

TEST(Rng, GivesThePinnedNormals) {
  Rng rng(42, stream::kInitExploration);
  for (const double z : {-0x1.018684a879372p+1, -0x1.8954d60707ddbp-1, -0x1.7ef2f29914b4bp-1}) {
    EXPECT_EQ(rng.normal(), z);
  }
}

TEST(Rng, GivesThePinnedBoundedIntegers) {
  Rng rng(42, stream::kPolicy, 1);
  for (const std::uint64_t n : {0U, 8U, 8U, 1U, 1U, 5U, 6U, 5U}) EXPECT_EQ(rng.below(10), n);
}

TEST(Rng, DrawsUniformsFromTheTopBitsOfAWord) {
  Rng words(3, "test");
  Rng uniforms(3, "test");
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(uniforms.uniform() * 0x1p53, static_cast<double>(words.word() >> 11));
  }
}

TEST(Rng, DrawsOneWordForEachNormal) {
  Rng words(3, "test");
  Rng normals(3, "test");
  for (int i = 0; i < 100; ++i) {
    const double p = (static_cast<double>(words.word() >> 12) + 0.5) * 0x1p-52;
    EXPECT_EQ(normals.normal(), normal_quantile(p));
  }
}

TEST(Rng, SeparatesSeedsStreamsAndIndices) {
  const std::uint64_t word = Rng(1, "a", 0).word();
  EXPECT_NE(word, Rng(2, "a", 0).word());
  EXPECT_NE(word, Rng(1, "b", 0).word());
  EXPECT_NE(word, Rng(1, "a", 1).word());
  EXPECT_EQ(word, Rng(1, "a", 0).word());
}

TEST(Rng, BoundedIntegersHaveNoBias) {
  // Pearson's statistic for 2^16 draws below 5, four degrees of freedom: above 33.4 with
  // probability 1e-6 if all is well.
  constexpr std::uint64_t kDraws = 65536;
  std::array<double, 5> count{};
  Rng rng(1, "test");
  for (std::uint64_t i = 0; i < kDraws; ++i) ++count[rng.below(5)];
  const double expected = static_cast<double>(kDraws) / 5.0;
  double statistic = 0.0;
  for (const double c : count) statistic += (c - expected) * (c - expected) / expected;
  EXPECT_LT(statistic, 33.4);
  EXPECT_EQ(rng.below(1), 0U);
  EXPECT_THROW(rng.below(0), std::invalid_argument);
}

TEST(Rng, BoundedIntegersThrowAwayTheExcess) {
  // Just above 2^63 almost half of all words are thrown away, and what is left is the word itself.
  constexpr std::uint64_t kBound = (std::uint64_t{1} << 63) + 1;
  Rng words(5, "test");
  Rng bounded(5, "test");
  for (int i = 0; i < 100; ++i) {
    std::uint64_t word = words.word();
    while (word >= kBound) word = words.word();
    EXPECT_EQ(bounded.below(kBound), word);
  }
}

}  // namespace
}  // namespace eenet
