#include "verify/case.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "reference/require.h"
#include "reference/rng.h"

namespace eenet::verify {

namespace {

constexpr std::uint64_t kAllDigits = 52;
constexpr std::uint64_t kFewestParameters = 2;
constexpr std::uint64_t kMostParameters = 2000;
constexpr std::uint64_t kDeepest = 5;
constexpr std::uint64_t kMostArms = 6;
constexpr std::uint64_t kMostRounds = 12;
constexpr std::uint64_t kSmallSeeds = 8;  // shrinking tries all of these

// The limits of a case that somebody types; the drawn ones are smaller.
constexpr std::uint64_t kLargestTyped = 100'000;
constexpr std::uint64_t kMostWorkTyped = 10'000'000;  // p for every arm of every round

std::uint64_t log_uniform(Rng& rng, std::uint64_t lowest, std::uint64_t highest) {
  const double from = std::log(static_cast<double>(lowest));
  const double to = std::log(static_cast<double>(highest + 1));
  const auto drawn = static_cast<std::uint64_t>(std::exp(from + rng.uniform() * (to - from)));
  return std::clamp(drawn, lowest, highest);
}

// The largest m with (L-2) m^2 + 2 m <= p: at least one input must fit beside it.
std::uint64_t widest(std::uint64_t depth, std::uint64_t parameters) {
  std::uint64_t m = 1;
  while ((depth - 2) * (m + 1) * (m + 1) + 2 * (m + 1) <= parameters) ++m;
  return m;
}

// lowest, then halfway back to `value`, and so on up to value - 1.
std::vector<std::uint64_t> smaller_numbers(std::uint64_t value, std::uint64_t lowest) {
  std::vector<std::uint64_t> smaller;
  for (std::uint64_t step = value - lowest; step >= 1; step /= 2) smaller.push_back(value - step);
  return smaller;
}

std::vector<std::uint64_t> smaller_seeds(std::uint64_t seed) {
  std::vector<std::uint64_t> smaller;
  for (std::uint64_t small = 0; small < std::min(seed, kSmallSeeds); ++small) {
    smaller.push_back(small);
  }
  if (seed / 2 >= kSmallSeeds) smaller.push_back(seed / 2);
  return smaller;
}

std::uint64_t parse_number(std::string_view part, std::uint64_t lowest, std::uint64_t highest,
                           std::string_view whole) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
  EENET_REQUIRE(error == std::errc() && end == part.data() + part.size() && number >= lowest &&
                    number <= highest,
                "case ", whole, ": ", part, ", expected a whole number from ", lowest, " to ",
                highest);
  return number;
}

Kind parse_kind(std::string_view part, std::string_view whole) {
  std::string names;
  for (const Kind kind : kAllKinds) {
    if (to_text(kind) == part) return kind;
    names += (names.empty() ? "" : ", ") + std::string(to_text(kind));
  }
  EENET_REQUIRE(false, "case ", whole, ": ", part, ", expected one of ", names);
  return Kind::kOrdinary;
}

}  // namespace

std::string_view to_text(Kind kind) {
  switch (kind) {
    case Kind::kOrdinary:
      return "ordinary";
    case Kind::kOnKink:
      return "on-kink";
    case Kind::kNearKink:
      return "near-kink";
    case Kind::kDead:
      return "dead";
    case Kind::kTiny:
      return "tiny";
    case Kind::kIllConditioned:
      return "ill-conditioned";
    case Kind::kSpecial:
      return "special";
    case Kind::kNearEqual:
      return "near-equal";
    case Kind::kAntipodal:
      return "antipodal";
    case Kind::kOrthogonal:
      return "orthogonal";
  }
  return "";
}

std::uint64_t Case::parameter_count() const {
  return width * dimension + (depth - 2) * width * width + width;
}

Case draw_case(std::uint64_t word) {
  Rng rng(word, "verify/case");
  Case drawn;
  const std::uint64_t parameters = log_uniform(rng, kFewestParameters, kMostParameters);
  drawn.depth = 2 + rng.below(kDeepest - 1);
  // A deep network needs more parameters than the smallest have.
  while (drawn.depth > 2 && drawn.depth > parameters) --drawn.depth;
  drawn.width = log_uniform(rng, 1, widest(drawn.depth, parameters));
  const std::uint64_t hidden = (drawn.depth - 2) * drawn.width * drawn.width + drawn.width;
  drawn.dimension = std::max<std::uint64_t>(1, (parameters - hidden) / drawn.width);
  drawn.arms = 1 + rng.below(kMostArms);
  drawn.rounds = 1 + rng.below(kMostRounds);
  if (rng.below(3) != 0) drawn.kind = kAllKinds[1 + rng.below(kAllKinds.size() - 1)];
  drawn.digits = rng.below(2) == 0 ? kAllDigits : rng.below(kAllDigits);
  drawn.seed = rng.word();
  return drawn;
}

std::vector<Case> smaller_cases(const Case& larger) {
  std::vector<Case> smaller;
  // With another shape everything is drawn anew, and what failed may not be there any more: other
  // seeds get a try each, or shrinking would stop at the first such accident.
  const auto with_any_seed = [&smaller](Case one) {
    smaller.push_back(one);
    for (std::uint64_t seed = 0; seed < kSmallSeeds; ++seed) {
      if (seed == one.seed) continue;
      smaller.push_back(one);
      smaller.back().seed = seed;
    }
  };
  const auto try_member = [&](std::uint64_t Case::*member,
                              const std::vector<std::uint64_t>& numbers) {
    for (const std::uint64_t number : numbers) {
      Case one = larger;
      one.*member = number;
      with_any_seed(one);
    }
  };
  try_member(&Case::depth, smaller_numbers(larger.depth, 2));
  try_member(&Case::width, smaller_numbers(larger.width, 1));
  try_member(&Case::dimension, smaller_numbers(larger.dimension, 1));
  try_member(&Case::arms, smaller_numbers(larger.arms, 1));
  try_member(&Case::rounds, smaller_numbers(larger.rounds, 1));
  if (larger.kind != Kind::kOrdinary) {
    Case one = larger;
    one.kind = Kind::kOrdinary;
    with_any_seed(one);
  }
  try_member(&Case::digits, smaller_numbers(larger.digits, 0));
  for (const std::uint64_t seed : smaller_seeds(larger.seed)) {
    smaller.push_back(larger);
    smaller.back().seed = seed;
  }
  return smaller;
}

std::string to_text(const Case& one) {
  std::ostringstream text;
  text << one.depth << '.' << one.width << '.' << one.dimension << '.' << one.arms << '.'
       << one.rounds << '.' << to_text(one.kind) << '.' << one.digits << '.' << one.seed;
  return text.str();
}

Case parse_case(std::string_view text) {
  std::vector<std::string_view> parts;
  std::string_view rest = text;
  for (std::size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
    parts.push_back(rest.substr(0, dot));
    rest.remove_prefix(dot + 1);
  }
  parts.push_back(rest);
  EENET_REQUIRE(parts.size() == 8, "case ", text, ": ", parts.size(),
                " parts, expected depth.width.dimension.arms.rounds.kind.digits.seed");
  Case one;
  one.depth = parse_number(parts[0], 2, kLargestTyped, text);
  one.width = parse_number(parts[1], 1, kLargestTyped, text);
  one.dimension = parse_number(parts[2], 1, kLargestTyped, text);
  one.arms = parse_number(parts[3], 1, kLargestTyped, text);
  one.rounds = parse_number(parts[4], 1, kLargestTyped, text);
  one.kind = parse_kind(parts[5], text);
  one.digits = parse_number(parts[6], 0, kAllDigits, text);
  one.seed = parse_number(parts[7], 0, UINT64_MAX, text);
  EENET_REQUIRE(one.parameter_count() <= kLargestTyped, "case ", text, ": ", one.parameter_count(),
                " parameters, expected at most ", kLargestTyped);
  const std::uint64_t work = one.parameter_count() * one.arms * one.rounds;
  EENET_REQUIRE(work <= kMostWorkTyped, "case ", text, ": parameters times arms times rounds are ",
                work, ", expected at most ", kMostWorkTyped);
  return one;
}

}  // namespace eenet::verify
