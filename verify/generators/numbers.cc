#include "verify/generators/numbers.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "reference/rng.h"

namespace eenet::verify {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr double kSmallestNormal = std::numeric_limits<double>::min();
constexpr double kSmallest = std::numeric_limits<double>::denorm_min();
constexpr std::array kSpecialNumbers = {0.0,
                                        -0.0,
                                        1.0,
                                        -1.0,
                                        0.5,
                                        -2.0,
                                        1.0 + kEpsilon,
                                        1.0 - kEpsilon / 2,
                                        0.1,
                                        -0.1,
                                        0x1p-26,
                                        -0x1p-27,
                                        0x1p-53,
                                        -0x1p-500,
                                        kSmallestNormal,
                                        -kSmallestNormal,
                                        2.0 - kEpsilon,
                                        kSmallest,
                                        -kSmallest,
                                        1.0 / 3.0};

}  // namespace

Rng case_rng(const Case& one, std::string_view purpose, std::uint64_t index) {
  return {one.seed, "verify/" + std::string(purpose), index};
}

double rounded(double number, std::uint64_t digits) {
  if (digits >= 52) return number;
  const int exponent = static_cast<int>(digits);
  return std::ldexp(std::nearbyint(std::ldexp(number, exponent)), -exponent);
}

double number_between(Rng& rng, double lower, double upper, std::uint64_t digits) {
  return rounded(lower + rng.uniform() * (upper - lower), digits);
}

double special_number(Rng& rng) {
  return kSpecialNumbers[rng.below(kSpecialNumbers.size())];
}

std::vector<double> unit_vector(Rng& rng, std::size_t size, std::uint64_t digits) {
  std::vector<double> x(size, 0.0);
  if (digits == 0) {
    x[rng.below(size)] = rng.below(2) == 0 ? 1.0 : -1.0;
    return x;
  }
  double squares = 0.0;
  while (squares == 0.0) {
    for (double& entry : x) entry = rng.normal();
    squares = std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
  }
  for (double& entry : x) entry /= std::sqrt(squares);
  return x;
}

std::vector<std::size_t> permutation(Rng& rng, std::size_t size) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
  return order;
}

}  // namespace eenet::verify
