#include "reference/digest.h"

#include "reference/floating_point.h"

namespace eenet {

void Digest::add(std::uint64_t word) {
  state_ = (state_ ^ word) * 0x100000001b3U;
  state_ ^= state_ >> 32;
}

void Digest::add(double number) {
  constexpr std::uint64_t kNaN = 0x7ff8000000000000U;
  add(number == number ? bits_of(number) : kNaN);
}

void Digest::add(const Eigen::Ref<const Eigen::VectorXd>& numbers) {
  for (Eigen::Index i = 0; i < numbers.size(); ++i) add(numbers[i]);
}

std::string Digest::hex() const {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = kDigits[(state_ >> (60 - 4 * i)) & 0xFU];
  return text;
}

}  // namespace eenet
