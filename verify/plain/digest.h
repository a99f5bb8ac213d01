// The digest of a run a second time, word by word from docs/numerics.md. It goes on from its own
// value, so that a round can be held against the one before.
#pragma once

#include <Eigen/Core>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

namespace eenet::verify::plain {

class Digest {
 public:
  Digest() = default;
  explicit Digest(std::uint64_t state) : state_(state) {}

  void add(std::uint64_t word) {
    state_ ^= word;
    state_ *= 0x100000001b3U;
    state_ ^= state_ / 4294967296U;
  }
  void add(double number) {
    add(std::isnan(number) ? 0x7ff8000000000000U : std::bit_cast<std::uint64_t>(number));
  }
  void add(const Eigen::VectorXd& numbers) {
    for (const double number : numbers) add(number);
  }
  [[nodiscard]] std::uint64_t value() const { return state_; }
  // 16 hexadecimal digits.
  [[nodiscard]] std::string hex() const {
    constexpr const char* kDigits = "0123456789abcdef";
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) digits += kDigits[(state_ >> shift) % 16];
    return digits;
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

}  // namespace eenet::verify::plain
