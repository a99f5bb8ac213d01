#include "experiments/formats/shard.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace eenet::experiments {
namespace {

TEST(Shard, EveryPieceBelongsToOneOfThem) {
  for (const std::uint64_t n : {1U, 2U, 7U}) {
    for (int piece = 0; piece < 200; ++piece) {
      std::uint64_t takers = 0;
      for (std::uint64_t k = 1; k <= n; ++k) {
        takers += Shard::parse(fmt::format("{}/{}", k, n)).takes(fmt::format("piece {}", piece));
      }
      EXPECT_EQ(takers, 1) << piece << " of " << n;
    }
  }
}

TEST(Shard, TakesAboutItsShare) {
  const Shard shard = {3, 8};
  int taken = 0;
  for (int piece = 0; piece < 8000; ++piece) taken += shard.takes(fmt::format("{}", piece)) ? 1 : 0;
  EXPECT_GT(taken, 850);  // of a thousand expected; five standard deviations are 148
  EXPECT_LT(taken, 1150);
}

TEST(Shard, TheHashIsTheSameEverywhere) {
  EXPECT_EQ(hash_of("linear"), hash_of(std::string("linear")));
  EXPECT_NE(hash_of("linear"), hash_of("linear "));
  EXPECT_NE(hash_of(""), hash_of(std::string_view("\0", 1)));
}

TEST(Shard, WhatIsNoShardIsRefused) {
  for (const char* wrong : {"", "1", "/", "1/", "/2", "0/2", "3/2", "-1/2", "1/2/3", "a/2", "1/+2",
                            " 1/2", "1.0/2", "99999999999999999999/2"}) {
    EXPECT_THROW(Shard::parse(wrong), std::invalid_argument) << wrong;
  }
  EXPECT_EQ(Shard::parse("2/8").to_text(), "2/8");
}

}  // namespace
}  // namespace eenet::experiments
