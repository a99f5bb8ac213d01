#include "reference/digest.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

namespace eenet {
namespace {

TEST(Digest, IsTheFormulaOfItsHeader) {
  EXPECT_EQ(Digest().hex(), "cbf29ce484222325");
  Digest digest;
  digest.add(std::uint64_t{0});
  // One step of FNV-1a over a zero byte gives af63bd4c8601b7df; the fold changes its low half.
  EXPECT_EQ(digest.value(), 0xaf63bd4c8601b7dfU ^ 0xaf63bd4cU);
}

TEST(Digest, TakesADoubleAsItsBits) {
  Digest number;
  Digest word;
  number.add(1.0);
  word.add(std::uint64_t{0x3ff0000000000000});
  EXPECT_EQ(number.value(), word.value());
}

TEST(Digest, TakesEveryNaNAsTheSame) {
  Digest one;
  Digest two;
  one.add(std::numeric_limits<double>::quiet_NaN());
  two.add(-std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(one.value(), two.value());
}

RC_GTEST_PROP(Digest, ShowsAnySingleChangedWord,
              (std::vector<std::uint64_t> words, std::uint64_t change)) {
  RC_PRE(!words.empty() && change != 0);
  const auto at = *rc::gen::inRange<std::size_t>(0, words.size());
  Digest before;
  Digest after;
  for (std::size_t i = 0; i < words.size(); ++i) {
    before.add(words[i]);
    after.add(i == at ? words[i] ^ change : words[i]);
  }
  RC_ASSERT(before.value() != after.value());
}

}  // namespace
}  // namespace eenet
