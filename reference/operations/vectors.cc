#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "reference/floating_point.h"
#include "reference/operations/instruction_sets.h"
#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

namespace {

constexpr Eigen::Index kLanes = 8;

// The sum of term(0) ... term(n-1), in the lanes and the tree that the header describes for dot.
template <typename Term>
[[gnu::always_inline]] inline double lane_sum(Eigen::Index n, const Term& term) {
  std::array<double, kLanes> lane{};
  Eigen::Index i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::size_t l = 0; l < kLanes; ++l) lane[l] += term(i + static_cast<Eigen::Index>(l));
  }
  std::size_t j = 0;
  if (i + kLanes / 2 <= n) {  // at once: lanes that are filled one by one are slow to read together
    for (; j < kLanes / 2; ++j) lane[j] += term(i + static_cast<Eigen::Index>(j));
    i += kLanes / 2;
  }
  for (; i < n; ++i, ++j) lane[j] += term(i);
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t l = 0; l < half; ++l) lane[l] += lane[l + half];
  }
  return lane[0];
}

[[gnu::always_inline]] inline double sum_of_products(const double* x, const double* y,
                                                     Eigen::Index n) {
  return lane_sum(n, [x, y](Eigen::Index i) { return x[i] * y[i]; });
}

[[gnu::always_inline]] inline double sum_of_squared_differences(const double* x, const double* y,
                                                                Eigen::Index n) {
  return lane_sum(n, [x, y](Eigen::Index i) { return (x[i] - y[i]) * (x[i] - y[i]); });
}

[[gnu::always_inline]] inline void add_products(double scale, const double* from, double* to,
                                                Eigen::Index n) {
  for (Eigen::Index i = 0; i < n; ++i) to[i] += scale * from[i];
}

// The largest |v_i|, or a NaN if there is one: without its sign, its bits are above those of every
// number, and the order of all others is that of their bits.
[[gnu::always_inline]] inline double largest_size(const double* v, Eigen::Index n) {
  constexpr std::uint64_t kAllButSign = ~std::uint64_t{0} >> 1;
  std::uint64_t largest = 0;
  for (Eigen::Index i = 0; i < n; ++i) {
    const std::uint64_t size = bits_of(v[i]) & kAllButSign;
    largest = size > largest ? size : largest;
  }
  return std::bit_cast<double>(largest);
}

[[gnu::always_inline]] inline void normalise_entries(double* v, Eigen::Index n) {
  const double largest = largest_size(v, n);
  if (largest == 0.0) {
    v[0] = 1.0;
    return;
  }
  if (largest - largest == 0.0) {
    const int exponent = -binary_exponent(largest);
    const double half = power_of_two(exponent / 2);  // two factors: one may be out of range
    const double rest = power_of_two(exponent - exponent / 2);
    for (Eigen::Index i = 0; i < n; ++i) v[i] = v[i] * half * rest;
  }
  const double norm = std::sqrt(sum_of_products(v, v, n));
  for (Eigen::Index i = 0; i < n; ++i) v[i] /= norm;
}

[[gnu::always_inline]] inline bool are_finite(const double* v, Eigen::Index n) {
  std::uint64_t bits = 0;  // of x - x: +0 for a finite x, else a NaN
  for (Eigen::Index i = 0; i < n; ++i) bits |= bits_of(v[i] - v[i]);
  return bits == 0;
}

}  // namespace

double dot(const ConstVector& a, const ConstVector& b) {
  EENET_REQUIRE(a.size() == b.size(), "dot: sizes are ", a.size(), " and ", b.size(),
                ", expected equal");
  return dispatch<sum_of_products>(a.data(), b.data(), a.size());
}

double squared_distance(const ConstVector& a, const ConstVector& b) {
  EENET_REQUIRE(a.size() == b.size(), "squared_distance: sizes are ", a.size(), " and ", b.size(),
                ", expected equal");
  return dispatch<sum_of_squared_differences>(a.data(), b.data(), a.size());
}

void add_scaled(double scale, const ConstVector& x, Eigen::Ref<Eigen::VectorXd> y) {
  EENET_REQUIRE(x.size() == y.size(), "add_scaled: sizes are ", x.size(), " and ", y.size(),
                ", expected equal");
  dispatch<add_products>(scale, x.data(), y.data(), x.size());
}

double euclidean_norm(const ConstVector& v) {
  return std::sqrt(dot(v, v));
}

void normalise(Eigen::Ref<Eigen::VectorXd> v) {
  EENET_REQUIRE(v.size() >= 1, "normalise: vector is empty, expected at least one entry");
  dispatch<normalise_entries>(v.data(), v.size());
}

bool all_finite(const ConstVector& v) {
  return dispatch<are_finite>(v.data(), v.size());
}

Eigen::Index index_of_largest(const ConstVector& v) {
  EENET_REQUIRE(v.size() >= 1, "index_of_largest: vector is empty, expected at least one entry");
  Eigen::Index best = 0;
  for (Eigen::Index i = 1; i < v.size(); ++i) {
    if (v[i] > v[best]) best = i;
  }
  return best;
}

}  // namespace eenet
