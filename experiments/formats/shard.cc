#include "experiments/formats/shard.h"

#include <fmt/format.h>

#include <charconv>

#include "reference/digest.h"
#include "reference/require.h"

namespace eenet::experiments {

namespace {

// A whole number without a sign, blanks or leading zeros.
std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

Shard Shard::parse(const std::string& text) {
  const std::size_t slash = text.find('/');
  const std::string_view all = text;
  const auto number = whole_number(all.substr(0, slash));
  const auto of = slash == std::string::npos ? std::nullopt : whole_number(all.substr(slash + 1));
  EENET_REQUIRE(number && of && *number >= 1 && *number <= *of, "--shard ", text,
                ": expected k/n with 1 <= k <= n, such as 2/8");
  return {*number, *of};
}

bool Shard::takes(std::string_view name) const {
  return takes_hash(hash_of(name));
}

std::string Shard::to_text() const {
  return fmt::format("{}/{}", number, of);
}

std::uint64_t hash_of(std::string_view text) {
  Digest digest;
  for (const char letter : text) digest.add(std::uint64_t{static_cast<unsigned char>(letter)});
  digest.add(std::uint64_t{text.size()});
  return digest.value();
}

}  // namespace eenet::experiments
