#include "experiments/data/seeds.h"

#include <charconv>

#include "reference/require.h"

namespace eenet::experiments {

namespace {

constexpr std::uint64_t kMostSeeds = 1'000'000;

bool read_seed(std::string_view text, std::uint64_t& seed) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

SeedRange parse_seeds(const std::string& text) {
  SeedRange range;
  const std::string_view all = text;
  const std::size_t dots = all.find("..");
  const bool read = dots == std::string_view::npos
                        ? read_seed(all, range.first)
                        : read_seed(all.substr(0, dots), range.first) &&
                              read_seed(all.substr(dots + 2), range.last);
  if (dots == std::string_view::npos) range.last = range.first;
  EENET_REQUIRE(read && range.first <= range.last, "--seeds ", text,
                ": expected a whole number from 0 to ", UINT64_MAX, ", or A..B with A <= B");
  EENET_REQUIRE(range.last - range.first < kMostSeeds, "--seeds ", text, ": expected at most ",
                kMostSeeds, " seeds");
  return range;
}

}  // namespace eenet::experiments
