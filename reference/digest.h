// A running hash of a run, `fnv1a64-words`: FNV-1a's offset and prime over 64-bit words, each step
// folded so that high bits reach low ones:
//
//   state = 0xcbf29ce484222325
//   for every word:  state = (state xor word) * 0x100000001b3 mod 2^64,
//                    state = state xor (state >> 32)
//
// Every step is invertible in the state and in the word, so one changed number always shows. It
// guards against accidents, not against an adversary.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string>

namespace eenet {

class Digest {
 public:
  static constexpr const char* kName = "fnv1a64-words";

  void add(std::uint64_t word);
  void add(
      double number);  // its IEEE 754 bits; a NaN, whose bits vary by machine, as 7ff8000000000000
  void add(const Eigen::Ref<const Eigen::VectorXd>& numbers);

  [[nodiscard]] std::uint64_t value() const { return state_; }
  // 16 hexadecimal digits.
  [[nodiscard]] std::string hex() const;

 private:
  std::uint64_t state_ = 0xcbf29ce484222325U;
};

}  // namespace eenet
