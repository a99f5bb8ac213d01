// `--shard k/n`: one of n parts of some work, for machines that share nothing but a command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace eenet::experiments {

// A piece of work belongs to a shard by its name alone, so that another n deals the same pieces
// anew, and parts that were done stay done.
struct Shard {
  std::uint64_t number = 1;  // 1 ... of
  std::uint64_t of = 1;

  // "k/n" with 1 <= k <= n. Throws std::invalid_argument.
  static Shard parse(const std::string& text);

  [[nodiscard]] bool takes(std::string_view name) const;
  [[nodiscard]] bool takes_hash(std::uint64_t hash) const { return hash % of == number - 1; }
  [[nodiscard]] std::string to_text() const;
};

// Of the text's bytes; the same on every machine.
std::uint64_t hash_of(std::string_view text);

// The option's help, the same for every command that has it.
inline constexpr const char* kShardHelp =
    "k/n: only the part k of n of the work; --out is the same folder for all parts";

}  // namespace eenet::experiments
