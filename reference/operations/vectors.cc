#include <array>
#include <cmath>
#include <cstdint>

#include "reference/floating_point.h"
#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

namespace {

constexpr Eigen::Index kLanes = 8;

// The sum of term(0) ... term(n-1), in the lanes and the tree that the header describes for dot.
template <typename Term>
double lane_sum(Eigen::Index n, const Term& term) {
  std::array<double, kLanes> lane{};
  Eigen::Index i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::size_t j = 0; j < kLanes; ++j) lane[j] += term(i + static_cast<Eigen::Index>(j));
  }
  for (std::size_t j = 0; i < n; ++i, ++j) lane[j] += term(i);
  for (std::size_t half = kLanes / 2; half > 0; half /= 2) {
    for (std::size_t j = 0; j < half; ++j) lane[j] += lane[j + half];
  }
  return lane[0];
}

}  // namespace

double dot(const ConstVector& a, const ConstVector& b) {
  EENET_REQUIRE(a.size() == b.size(), "dot: sizes are ", a.size(), " and ", b.size(),
                ", expected equal");
  const double* x = a.data();
  const double* y = b.data();
  return lane_sum(a.size(), [x, y](Eigen::Index i) { return x[i] * y[i]; });
}

double squared_distance(const ConstVector& a, const ConstVector& b) {
  EENET_REQUIRE(a.size() == b.size(), "squared_distance: sizes are ", a.size(), " and ", b.size(),
                ", expected equal");
  const double* x = a.data();
  const double* y = b.data();
  return lane_sum(a.size(), [x, y](Eigen::Index i) { return (x[i] - y[i]) * (x[i] - y[i]); });
}

void add_scaled(double scale, const ConstVector& x, Eigen::Ref<Eigen::VectorXd> y) {
  EENET_REQUIRE(x.size() == y.size(), "add_scaled: sizes are ", x.size(), " and ", y.size(),
                ", expected equal");
  const double* from = x.data();
  double* to = y.data();
  for (Eigen::Index i = 0; i < x.size(); ++i) to[i] += scale * from[i];
}

double euclidean_norm(const ConstVector& v) {
  return std::sqrt(dot(v, v));
}

void normalise(Eigen::Ref<Eigen::VectorXd> v) {
  EENET_REQUIRE(v.size() >= 1, "normalise: vector is empty, expected at least one entry");
  double largest = 0.0;
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    const double size = v[i] < 0.0 ? -v[i] : v[i];
    if (largest == largest && !(size <= largest)) largest = size;  // a NaN stays
  }
  if (largest == 0.0) {
    v[0] = 1.0;
    return;
  }
  if (largest - largest == 0.0) {
    const int exponent = -binary_exponent(largest);
    const double half = power_of_two(exponent / 2);  // two factors: one may be out of range
    const double rest = power_of_two(exponent - exponent / 2);
    for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = v[i] * half * rest;
  }
  const double norm = euclidean_norm(v);
  for (Eigen::Index i = 0; i < v.size(); ++i) v[i] /= norm;
}

bool all_finite(const ConstVector& v) {
  std::uint64_t bits = 0;  // of x - x: +0 for a finite x, else a NaN
  for (Eigen::Index i = 0; i < v.size(); ++i) bits |= bits_of(v[i] - v[i]);
  return bits == 0;
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
