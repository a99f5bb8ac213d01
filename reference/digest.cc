#include "reference/digest.h"

#include "reference/floating_point.h"

namespace eenet {

namespace {

std::uint64_t step(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * 0x100000001b3U;
  return state ^ (state >> 32);
}

std::uint64_t word_of(double number) {
  constexpr std::uint64_t kBitsOfNaN = 0x7ff8000000000000U;
  return number == number ? bits_of(number) : kBitsOfNaN;
}

}  // namespace

void Digest::add(std::uint64_t word) {
  state_ = step(state_, word);
}

void Digest::add(double number) {
  add(word_of(number));
}

void Digest::add(const Eigen::Ref<const Eigen::VectorXd>& numbers) {
  std::uint64_t state = state_;
  for (Eigen::Index i = 0; i < numbers.size(); ++i) state = step(state, word_of(numbers[i]));
  state_ = state;
}

std::string Digest::hex() const {
  constexpr const char* kDigits = "0123456789abcdef";
  std::string text(16, '0');
  for (std::size_t i = 0; i < text.size(); ++i) text[i] = kDigits[(state_ >> (60 - 4 * i)) & 0xFU];
  return text;
}

}  // namespace eenet
