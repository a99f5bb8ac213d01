// Ascent over the ball: what it finds is attained, lies below what is proven, and is not far below.
#include "verify/ball/attack.h"

#include <gtest/gtest.h>

#include <cmath>

#include "verify/ball/kinks_in_reach.h"
#include "verify/claims/runs.h"

namespace eenet::verify {
namespace {

using Eigen::VectorXd;

constexpr double kRadius = 0.05;

constexpr Sought kAll[] = {Sought::kValue,      Sought::kSlope,         Sought::kSlopeOfLoss,
                           Sought::kDifference, Sought::kLinearisation, Sought::kConvexity};

// In dimension 1 the sphere is two points, so that x cannot leave the one that is bounded.
TEST(Attack, FindsLessThanIsProvenAndAFairPartOfIt) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Mlp net = initial_network_of({1, 200, 2}, seed);
    const Eigen::MatrixXd points = unit_points(1, 1, seed);
    for (const Sought sought : kAll) {
      const double found = largest_found(sought, net, points, {kRadius, 20, 6});
      const double bound = supremum_bound(sought, net, points.col(0), kRadius);
      EXPECT_LE(found, bound) << static_cast<int>(sought);
      // Not a bound: an attack that finds less is too weak to be evidence.
      EXPECT_GE(found, bound / 8.0) << static_cast<int>(sought);
    }
  }
}

TEST(Attack, GoesUpFromItsStarts) {
  const Mlp net = initial_network_of({4, 24, 3}, 5);
  const Eigen::MatrixXd points = unit_points(4, 4, 5);
  for (const Sought sought : kAll) {
    const double start = largest_found(sought, net, points, {kRadius, 0, 3});
    EXPECT_GT(largest_found(sought, net, points, {kRadius, 10, 3}), start)
        << static_cast<int>(sought);
  }
}

// Where no unit is near its kink the number is smooth, and its derivatives are difference
// quotients.
TEST(Attack, KnowsWhichWayIsUp) {
  const MlpShape shape{3, 6, 3};
  Attempt at{initial_network_of(shape, 7).parameters(), initial_network_of(shape, 7).parameters(),
             unit_points(3, 1, 7).col(0)};
  at.tip *= 1.01;
  at.base *= 0.98;
  constexpr double kStep = 0x1p-20;
  for (const Sought sought : kAll) {
    const Attempt up = uphill(sought, shape, at, kStep);
    for (const auto part : {&Attempt::tip, &Attempt::base, &Attempt::x}) {
      Attempt ahead = at;
      Attempt behind = at;
      const VectorXd& direction = up.*part;
      if (direction.norm() == 0.0) continue;
      ahead.*part += kStep / direction.norm() * direction;
      behind.*part -= kStep / direction.norm() * direction;
      const double quotient =
          (number_at(sought, shape, ahead) - number_at(sought, shape, behind)) / (2.0 * kStep);
      // Third derivatives are of order 1 and so is the number: 2^-40 and 2^-53 / 2^-20, times 2^10.
      EXPECT_NEAR(quotient, direction.norm(), 0x1p-23 * (1.0 + direction.norm()))
          << static_cast<int>(sought);
    }
  }
}

TEST(KinksInReach, AreOffBeforeAndOnAcross) {
  const Mlp net = initial_network_of({4, 40, 2}, 9);
  const VectorXd x = unit_points(4, 1, 9).col(0);
  for (const double sign : {1.0, -1.0}) {
    const Kinked kinked = kinks_in_reach(net, x, kRadius, sign);
    EXPECT_LE((kinked.base - net.parameters()).norm(), 1.01 * kRadius);
    EXPECT_NEAR(kinked.across.norm(), 1.0, 0x1p-45);
    // The linear part is 0 on the inactive side, and f moves by |b| along `across`.
    Mlp at = net;
    at.set_parameters(kinked.base);
    EXPECT_EQ(gradient(at, x).dot(kinked.across), 0.0);
    const double before = at(x);
    at.set_parameters(kinked.base + kRadius * kinked.across);
    EXPECT_GT(sign * (at(x) - before), 0.0);
  }
}

}  // namespace
}  // namespace eenet::verify
