// One random case of a property-based test run: a few small numbers. Everything else (networks,
// contexts, environments, traces) is a pure function of them through our own generator, so these
// numbers are the reproducer, and a shrunk case satisfies every condition that a drawn one does.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eenet::verify {

// What is special about a case. A generator treats the kinds that do not concern it as ordinary.
enum class Kind {
  kOrdinary,        // the printed initialisation, contexts uniform on the sphere
  kOnKink,          // some pre-activations are exactly 0
  kNearKink,        // some pre-activations are tiny beside the terms of their sums
  kDead,            // a whole layer is inactive: the gradient of everything before it is 0
  kTiny,            // weights so small that products fall below the normal numbers
  kIllConditioned,  // rows and columns scaled by powers of two from 2^-20 to 2^20
  kSpecial,         // entries from a list of awkward numbers: 0, -0, 1, the smallest normal, ...
  kNearEqual,       // contexts that differ in their last bits
  kAntipodal,       // contexts in pairs x, -x
  kOrthogonal       // contexts that are distinct coordinate vectors, as far as there are enough
};

inline constexpr std::array kAllKinds = {
    Kind::kOrdinary,       Kind::kOnKink,  Kind::kNearKink,  Kind::kDead,      Kind::kTiny,
    Kind::kIllConditioned, Kind::kSpecial, Kind::kNearEqual, Kind::kAntipodal, Kind::kOrthogonal};

std::string_view to_text(Kind kind);

// The order of the members is the order in which shrinking tries to make them smaller.
struct Case {
  std::uint64_t depth = 2;      // L, 2 to 5
  std::uint64_t width = 1;      // m
  std::uint64_t dimension = 1;  // d
  std::uint64_t arms = 1;       // n, 1 to 6
  std::uint64_t rounds = 1;     // T, 1 to 12
  Kind kind = Kind::kOrdinary;
  std::uint64_t digits = 0;  // weights are multiples of 2^-digits; at 52 nothing is rounded away
  std::uint64_t seed = 0;

  // p = m d + (L-2) m^2 + m, from 2 to 2000 when drawn.
  [[nodiscard]] std::uint64_t parameter_count() const;

  bool operator==(const Case&) const = default;
};

// A case drawn from 64 random bits: p log-uniform, a third of the cases ordinary, the other kinds
// equally often.
Case draw_case(std::uint64_t word);

// The cases that shrinking tries in place of `larger`: one member smaller each, most ambitious
// first, with the same seed and with a few others. None equals `larger`, and no chain of them is
// endless, since the seed is the last member.
std::vector<Case> smaller_cases(const Case& larger);

// "2.3.1.1.1.near-kink.0.7": depth, width, dimension, arms, rounds, kind, digits, seed.
std::string to_text(const Case& one);

// Throws std::invalid_argument with the text and what was expected.
Case parse_case(std::string_view text);

}  // namespace eenet::verify
