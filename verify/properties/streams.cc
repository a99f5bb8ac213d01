// The generator against its published definition, and what is drawn from it.
#include <array>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <string>

#include "reference/elementary.h"
#include "reference/require.h"
#include "reference/rng.h"
#include "verify/generators/numbers.h"
#include "verify/properties/comparison.h"

namespace eenet::verify {

namespace {

__extension__ using TwoWords = unsigned __int128;
using Block = std::array<std::uint64_t, 4>;

// J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, SC 2011, section 4: four words in ten rounds.
// A round multiplies words 0 and 2 by constants; the high halves are mixed with the other words and
// the key, the low halves take their places, and the key moves on.
Block philox(Block counter, std::array<std::uint64_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const TwoWords first = TwoWords{0xd2e7470ee14c6c93U} * counter[0];
    const TwoWords second = TwoWords{0xca5a826395121157U} * counter[2];
    counter = {static_cast<std::uint64_t>(second >> 64) ^ counter[1] ^ key[0],
               static_cast<std::uint64_t>(second),
               static_cast<std::uint64_t>(first >> 64) ^ counter[3] ^ key[1],
               static_cast<std::uint64_t>(first)};
    key[0] += 0x9e3779b97f4a7c15U;
    key[1] += 0xbb67ae8584caa73bU;
  }
  return counter;
}

// FNV-1a with 64 bits, byte by byte.
std::uint64_t name_hash(const std::string& name) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : name) {
    hash ^= static_cast<std::uint64_t>(static_cast<unsigned char>(c));
    hash *= 0x100000001b3U;
  }
  return hash;
}

// The words of a stream, as docs/numerics.md defines them.
class ExpectedWords {
 public:
  ExpectedWords(std::uint64_t seed, const std::string& name, std::uint64_t index)
      : key_{seed, name_hash(name)}, index_(index) {}

  std::uint64_t next() {
    if (given_ % 4 == 0) block_ = philox({given_ / 4, index_, 0, 0}, key_);
    return block_[given_++ % 4];
  }

 private:
  std::array<std::uint64_t, 2> key_;
  std::uint64_t index_;
  std::uint64_t given_ = 0;
  Block block_{};
};

// The names of the streams in use, as the page lists them, and one that is not in use.
constexpr std::array kNames = {"init/f1", "init/f2",  "features", "environment",
                               "policy",  "training", ""};

struct Stream {
  std::uint64_t seed = 0;
  std::string name;
  std::uint64_t index = 0;

  [[nodiscard]] Rng rng() const { return {seed, name, index}; }
  [[nodiscard]] ExpectedWords words() const { return {seed, name, index}; }
};

Stream random_stream(const Case& one) {
  Rng rng = case_rng(one, "stream");
  Stream stream{one.seed, kNames[rng.below(kNames.size())], 0};
  const std::uint64_t index = rng.word();
  stream.index = index >> rng.below(64);  // small and large ones
  return stream;
}

void words_are_philox(const Case& one, Findings& findings) {
  const Stream stream = random_stream(one);
  Rng rng = stream.rng();
  ExpectedWords expected = stream.words();
  for (std::uint64_t i = 0; i < 2 * one.rounds; ++i) {
    const std::uint64_t got = rng.word();
    const std::uint64_t wanted = expected.next();
    findings.require(got == wanted, [&] {
      return text("word ", i, " of '", stream.name, "' at ", stream.index, " is ", got,
                  ", expected ", wanted);
    });
  }
  findings.require(philox({}, {}) == Block{0x16554d9eca36314cU, 0xdb20fe9d672d0fdcU,
                                           0xd7e772cee186176bU, 0x7e68b68aec7ba23bU},
                   "the definition written here misses its known answer");
}

// Two streams that differ in one of name, index and seed, drawn from in turns: each gives the words
// that it gives alone, and not those of the other.
void streams_do_not_meet(const Case& one, Findings& findings) {
  const Stream stream = random_stream(one);
  Stream other = stream;
  Rng choice = case_rng(one, "other");
  switch (choice.below(3)) {
    case 0:
      other.name += "'";
      break;
    case 1:
      other.index ^= std::uint64_t{1} << choice.below(64);
      break;
    default:
      other.seed ^= std::uint64_t{1} << choice.below(64);
  }
  Rng alone = stream.rng();
  Rng interrupted = stream.rng();
  Rng interrupting = other.rng();
  std::uint64_t equal = 0;
  for (std::uint64_t i = 0; i < one.rounds; ++i) {
    for (std::uint64_t extra = choice.below(3); extra > 0; --extra) interrupting.word();
    const std::uint64_t got = interrupted.word();
    findings.require(got == alone.word(), [&] {
      return text("word ", i, " changes when another stream is drawn from");
    });
    equal += got == interrupting.word() ? 1U : 0U;
  }
  // One equal word has probability 2^-64.
  findings.require(equal == 0, "two streams share a word");
}

void uniforms_are_top_bits(const Case& one, Findings& findings) {
  const Stream stream = random_stream(one);
  Rng rng = stream.rng();
  ExpectedWords words = stream.words();
  for (std::uint64_t i = 0; i < one.rounds; ++i) {
    const double u = rng.uniform();
    const std::uint64_t top_53_bits = words.next() / 2048;
    require_same("uniform", u, std::ldexp(static_cast<double>(top_53_bits), -53), findings);
    findings.require(u >= 0.0 && u < 1.0, [&] { return text("uniform ", shown(u)); });
  }
}

// The quantile in wider numbers, from the inverse of the complementary error function.
void compare_quantile(double got, double p, Findings& findings) {
  const long double wide = p;
  const long double expected = -std::sqrt(2.0L) * boost::math::erfc_inv(2.0L * wide);
  const auto nearest = static_cast<double>(expected);
  const double ulp = std::nextafter(std::abs(nearest), std::numeric_limits<double>::infinity()) -
                     std::abs(nearest);
  // The documented bound, and what the wider numbers miss: Boost promises a few of their own
  // epsilons, 2^-11 of ours.
  WorstEntry worst;
  worst.see(0, got, expected, (kNormalQuantileUlps + 0x1p-6L) * ulp);
  worst.tell("normal quantile", findings);
}

void normals_are_quantiles(const Case& one, Findings& findings) {
  const Stream stream = random_stream(one);
  Rng rng = stream.rng();
  ExpectedWords words = stream.words();
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(one.rounds, 6); ++i) {
    const std::uint64_t top_52_bits = words.next() / 4096;
    const double p = std::ldexp(static_cast<double>(top_52_bits) + 0.5, -52);
    const double deviate = rng.normal();
    require_same("the normal deviate", deviate, normal_quantile(p), findings);
    compare_quantile(deviate, p, findings);
  }
}

// Far out, where no stream of ours will ever draw.
void tails_are_quantiles(const Case& one, Findings& findings) {
  Rng rng = case_rng(one, "tail");
  const double p = std::ldexp(1.0 + rng.uniform(),
                              -1 - static_cast<int>(rng.below(rng.below(2) == 0 ? 53 : 1000)));
  compare_quantile(normal_quantile(p), p, findings);
  const double complement = 1.0 - p;
  if (complement < 1.0 && 1.0 - complement == p) {
    require_same("the quantile of 1 - p", normal_quantile(complement), -normal_quantile(p),
                 findings);
  }
}

void below_rejects_the_excess(const Case& one, Findings& findings) {
  const Stream stream = random_stream(one);
  Rng rng = stream.rng();
  ExpectedWords words = stream.words();
  Rng choice = case_rng(one, "bounds");
  for (std::uint64_t i = 0; i < one.rounds; ++i) {
    // A bound just above 2^63 has nearly every second word thrown away.
    const std::uint64_t bound = choice.below(3) == 0
                                    ? (std::uint64_t{1} << 63) + 1 + choice.below(1000)
                                    : 1 + (choice.word() >> choice.below(64)) / 2;
    const TwoWords all = TwoWords{1} << 64;
    const TwoWords accepted = all - all % bound;
    std::uint64_t word = words.next();
    while (word >= accepted) word = words.next();
    const std::uint64_t got = rng.below(bound);
    findings.require(got == word % bound && got < bound, [&] {
      return text("below(", bound, ") is ", got, ", expected ", word % bound);
    });
  }
}

}  // namespace

Suite streams_suite() {
  return {"streams",
          1,
          {{"The words of a stream are those of Philox4x64-10 at its key and counter.",
            words_are_philox},
           {"Drawing from one stream changes nothing in another, and no two are equal.",
            streams_do_not_meet},
           {"A uniform number is the top 53 bits of a word.", uniforms_are_top_bits},
           {"A normal deviate is the normal quantile of the top 52 bits of a word and a half.",
            normals_are_quantiles},
           {"The normal quantile keeps its error bound, and its symmetry, far into the tails.",
            tails_are_quantiles},
           {"`below` throws away the words above the largest multiple of its bound.",
            below_rejects_the_excess}}};
}

}  // namespace eenet::verify
