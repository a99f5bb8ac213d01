// Random numbers that anyone can draw again: a counter-based generator (Philox4x64-10 of
// Random123), cut into named streams. A draw more in one stream changes nothing in another.
//
//   key     = (seed, FNV-1a-64 of the stream's name)
//   counter = (block, index, 0, 0), block = 0, 1, 2, ...; four words a block, in order
//
// The index separates draws of one stream that belong to different things, such as rounds.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace eenet {

// The streams in use. A run is a pure function of its header because each has one purpose.
namespace stream {
inline constexpr std::string_view kInitExploitation = "init/f1";
inline constexpr std::string_view kInitExploration = "init/f2";
inline constexpr std::string_view kFeatures = "features";        // seeded feature maps
inline constexpr std::string_view kEnvironment = "environment";  // index 0: h; index t: round t
inline constexpr std::string_view kPolicy = "policy";            // index t: round t
inline constexpr std::string_view kTraining = "training";        // the order of retraining
}  // namespace stream

class Rng {
 public:
  Rng(std::uint64_t seed, std::string_view stream, std::uint64_t index = 0);

  // The next 64 random bits.
  std::uint64_t word();

  // Uniform on [0, 1): the top 53 bits of a word, times 2^-53.
  double uniform();

  // Standard normal, one word each: normal_quantile((k + 1/2) 2^-52), k the top 52 bits of a word.
  double normal();

  // Uniform on 0, ..., bound-1: words at or above the largest multiple of bound are thrown away,
  // the rest taken modulo bound. Requires bound >= 1.
  std::uint64_t below(std::uint64_t bound);

 private:
  std::array<std::uint64_t, 2> key_;
  std::array<std::uint64_t, 4> counter_;
  std::array<std::uint64_t, 4> block_{};
  std::size_t used_ = 4;  // words of block_ already given out
};

// FNV-1a, 64 bits, over the bytes of the text.
std::uint64_t fnv1a64(std::string_view text);

}  // namespace eenet
