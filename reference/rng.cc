#include "reference/rng.h"

#include <Random123/philox.h>

#include "reference/elementary.h"
#include "reference/require.h"

namespace eenet {

Rng::Rng(std::uint64_t seed, std::string_view stream, std::uint64_t index)
    : key_{seed, fnv1a64(stream)}, counter_{0, index, 0, 0} {}

std::uint64_t Rng::word() {
  if (used_ == block_.size()) {
    const r123::Philox4x64::ctr_type counter = {
        {counter_[0], counter_[1], counter_[2], counter_[3]}};
    const r123::Philox4x64::key_type key = {{key_[0], key_[1]}};
    const r123::Philox4x64::ctr_type words = r123::Philox4x64()(counter, key);
    for (std::size_t i = 0; i < block_.size(); ++i) block_[i] = words[i];
    counter_[0] += 1;
    used_ = 0;
  }
  return block_[used_++];
}

double Rng::uniform() {
  return static_cast<double>(word() >> 11) * 0x1p-53;
}

double Rng::normal() {
  return normal_quantile((static_cast<double>(word() >> 12) + 0.5) * 0x1p-52);
}

std::uint64_t Rng::below(std::uint64_t bound) {
  EENET_REQUIRE(bound >= 1, "Rng::below: bound is 0, expected at least 1");
  const std::uint64_t excess = (0 - bound) % bound;  // 2^64 mod bound
  std::uint64_t drawn = word();
  while (drawn > UINT64_MAX - excess) drawn = word();
  return drawn % bound;
}

std::uint64_t fnv1a64(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return hash;
}

}  // namespace eenet
