#include "verify/traces/drift.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/rng.h"
#include "verify/plain/numerics.h"

namespace eenet::verify {
namespace {

using plain::Numbers;

// Another program: the same network and step, sums from the last term to the first, in any type.
template <typename Scalar>
class Backwards {
 public:
  Backwards(const NaiveShape& shape, const Numbers& theta)
      : shape_(shape), theta_(theta.begin(), theta.end()) {}

  Scalar value(const Numbers& x) {
    outputs_.assign(1, {x.begin(), x.end()});
    for (std::size_t l = 1; l <= shape_.depth; ++l) {
      std::vector<Scalar> out;
      for (std::size_t row = 0; row < shape_.rows(l); ++row) {
        Scalar z = 0;
        for (std::size_t k = shape_.columns(l); k-- > 0;)
          z += weight(l, row, k) * outputs_.back()[k];
        out.push_back(l < shape_.depth && !(z > 0) ? Scalar(0) : z);
      }
      outputs_.push_back(out);
    }
    return outputs_.back()[0];
  }

  // After value().
  std::vector<Scalar> gradient() {
    std::vector<Scalar> all(theta_.size());
    std::vector<Scalar> signal = {Scalar(1)};
    for (std::size_t l = shape_.depth; l >= 1; --l) {
      const std::vector<Scalar>& in = outputs_[l - 1];
      std::vector<Scalar> below(in.size(), Scalar(0));
      for (std::size_t row = shape_.rows(l); row-- > 0;) {
        for (std::size_t k = 0; k < in.size(); ++k) {
          all[shape_.offset(l) + row * in.size() + k] = signal[row] * in[k];
          below[k] += weight(l, row, k) * signal[row];
        }
      }
      for (std::size_t k = 0; k < in.size(); ++k) below[k] = in[k] > 0 ? below[k] : Scalar(0);
      signal = below;
    }
    return all;
  }

  void step(const Numbers& x, double target, double eta) {
    const Scalar f = value(x);
    const std::vector<Scalar> g = gradient();
    for (std::size_t i = 0; i < g.size(); ++i) {
      theta_[i] -= Scalar(eta) * g[i] * (f - Scalar(target));
    }
  }

  [[nodiscard]] const std::vector<Scalar>& theta() const { return theta_; }

 private:
  Scalar weight(std::size_t l, std::size_t row, std::size_t k) const {
    return theta_[shape_.offset(l) + row * shape_.columns(l) + k];
  }

  NaiveShape shape_;
  std::vector<Scalar> theta_;
  std::vector<std::vector<Scalar>> outputs_;
};

template <typename Scalar>
double distance(const std::vector<Scalar>& a, const Numbers& b) {
  double squares = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - b[i];
    squares += difference * difference;
  }
  return std::sqrt(squares);
}

// Of floats, exactly: what the other program stores is what both start from.
Numbers as_floats(Numbers numbers) {
  for (double& x : numbers) x = static_cast<float>(x);
  return numbers;
}

// Plays 60 steps beside each other. Returns the largest error / bound, and says how large the
// radius became.
template <typename Scalar>
double worst_ratio(const NaiveShape& shape, std::uint64_t seed, const Arithmetic& arithmetic,
                   double& radius) {
  Rng rng(seed, "tests/drift");
  Numbers theta = as_floats(plain::initial_parameters(shape, rng));
  Backwards<Scalar> other(shape, theta);
  Drift drift(shape, arithmetic);
  double worst = 0.0;
  for (int t = 0; t < 60; ++t) {
    const Numbers x = as_floats(plain::unit_vector(rng, shape.input_dim));
    const double target = rng.below(2) == 0 ? 0.0 : 1.0;
    const Reach reach = drift.reach(theta, x, 0.0);
    const plain::Pass pass = plain::forward(shape, theta, x);
    const double value_error = std::abs(static_cast<double>(other.value(x)) - pass.value);
    const double gradient_error = distance(other.gradient(), plain::gradient(shape, theta, pass));
    worst = std::max(
        {worst, margin_of(value_error, reach.value), margin_of(gradient_error, reach.gradient)});
    drift.step(theta, reach, 0.125, target, 0.0);
    plain::step(shape, pass, target, 0.125, theta);
    other.step(x, target, 0.125);
    worst = std::max(worst, margin_of(distance(other.theta(), theta), drift.radius()));
  }
  radius = drift.radius();
  return worst;
}

TEST(Drift, HoldsAnotherOrderOfAdditions) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    for (const NaiveShape& shape :
         {NaiveShape{4, 12, 2}, NaiveShape{3, 5, 3}, NaiveShape{1, 1, 2}}) {
      double radius = 0.0;
      EXPECT_LE(worst_ratio<double>(shape, seed, kDouble, radius), 1.0) << "seed " << seed;
    }
  }
}

TEST(Drift, HoldsFloats) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    double radius = 0.0;
    EXPECT_LE(worst_ratio<float>({4, 12, 2}, seed, kFloat, radius), 1.0) << "seed " << seed;
  }
}

// A bound that holds everything would be none: a program in floats is no double's rounding, and 60
// steps of depth 2 leave ten digits.
TEST(Drift, IsNotSoWideThatAnythingPasses) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    double radius = 0.0;
    EXPECT_GT(worst_ratio<float>({4, 12, 2}, seed, kDouble, radius), 1.0) << "seed " << seed;
    EXPECT_LT(radius, 1e-10) << "seed " << seed;
  }
}

TEST(Drift, StartsAtNothing) {
  const Drift drift({2, 3, 2}, kDouble);
  EXPECT_EQ(drift.radius(), 0.0);
}

// All units off in both networks: both have exact zeros, and no kink is near.
TEST(Drift, KnowsThatADeadNetworkIsExact) {
  const Drift drift({1, 2, 2}, kDouble);
  const Reach reach = drift.reach({-1.0, -2.0, 1.0, 1.0}, {1.0}, 0.0);
  EXPECT_EQ(reach.gradient, 0.0);
  EXPECT_EQ(reach.norm, 0.0);
}

// A unit at its kink may be on there and off here: then the bound holds its whole signal.
TEST(Drift, CountsTheJumpOfAnUncertainUnit) {
  const Drift drift({2, 1, 2}, kDouble);
  const Reach reach = drift.reach({1.0, -1.0, 3.0}, {0.5, 0.5}, 0.0);
  EXPECT_GE(reach.gradient, 3.0 * std::sqrt(0.5));
  EXPECT_LT(reach.value, 1e-14);
}

TEST(Drift, NormsAreFromAbove) {
  const std::vector<double> v = {3.0, -4.0};
  EXPECT_GE(norm_from_above(v.data(), 2), 5.0);
  EXPECT_LT(norm_from_above(v.data(), 2), 5.0 + 1e-13);
  const std::vector<double> tiny = {1e-200, 1e-200};
  EXPECT_GE(norm_from_above(tiny.data(), 2), 1.4142135623730950e-200);
  EXPECT_EQ(norm_from_above(tiny.data(), 0), 0.0);
  const std::vector<double> unknown = {std::nan(""), 1.0};
  EXPECT_TRUE(std::isinf(norm_from_above(unknown.data(), 2)));
}

}  // namespace
}  // namespace eenet::verify
