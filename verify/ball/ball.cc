#include "verify/ball/ball.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eenet::verify {

namespace {

using Eigen::VectorXd;

// Values of mu that are tried: from far too small to far too large, in steps of 5%.
constexpr int kMultipliers = 400;
constexpr double kFactor = 1.05;

double multiplier(const VectorXd& w, double radius, int i) {
  return w.norm() / radius * std::pow(kFactor, i - kMultipliers / 2);
}

double dual_value(const VectorXd& w, const VectorXd& z, double sign, double radius, double mu) {
  double value = mu * radius * radius / 2.0;
  for (Eigen::Index j = 0; j < w.size(); ++j) {
    if (w[j] * sign <= 0.0) continue;
    value += std::max(0.0, w[j] * w[j] / (2.0 * mu) - std::abs(w[j] * z[j]));
  }
  return value;
}

double smallest_dual_value(const VectorXd& w, const VectorXd& z, double sign, double radius) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMultipliers; ++i) {
    best = std::min(best, dual_value(w, z, sign, radius, multiplier(w, radius, i)));
  }
  return best;
}

// kappa of the units whose output weight has this sign, or of all if it is 0.
double switched_weight_bound(const VectorXd& w, const VectorXd& z, double sign, double budget) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMultipliers; ++i) {
    const double mu = w.squaredNorm() / budget * std::pow(kFactor, i - kMultipliers + 50);
    double value = mu * budget;
    for (Eigen::Index j = 0; j < w.size(); ++j) {
      if (w[j] * sign < 0.0) continue;
      value += std::max(0.0, w[j] * w[j] - mu * z[j] * z[j]);
    }
    best = std::min(best, value);
  }
  return std::sqrt(best);
}

// The gradient is (relu(z), 1[z > 0] w x): each part moves by the radius at most, and units that
// switch on add their weights.
double slope_bound(const VectorXd& w, const VectorXd& z, double radius) {
  const double outputs = z.cwiseMax(0.0).norm() + radius;
  double active = 0.0;
  for (Eigen::Index j = 0; j < w.size(); ++j) active += z[j] > 0.0 ? w[j] * w[j] : 0.0;
  const double switched = switched_weight_bound(w, z, 0.0, radius * radius);
  const double weights = std::sqrt(active + switched * switched) + radius;
  return std::hypot(outputs, weights);
}

}  // namespace

double linearisation_error_bound(const Mlp& net, const VectorXd& x, double radius) {
  const VectorXd z = net.weights(1) * x;
  const VectorXd w = net.weights(2).transpose();
  const double flips =
      std::max(smallest_dual_value(w, z, 1.0, radius), smallest_dual_value(w, z, -1.0, radius));
  return flips + radius * radius / 2.0;
}

double supremum_bound(Sought sought, const Mlp& net, const VectorXd& x, double radius) {
  const VectorXd z = net.weights(1) * x;
  const VectorXd w = net.weights(2).transpose();
  const double change =
      radius * gradient(net, x).norm() + linearisation_error_bound(net, x, radius);
  if (sought == Sought::kDifference) return 2.0 * change;
  const double value = std::abs(net(x)) + change;
  if (sought == Sought::kValue) return value;
  if (sought == Sought::kSlope) return slope_bound(w, z, radius);
  if (sought == Sought::kSlopeOfLoss) return (1.0 + value) * slope_bound(w, z, radius);
  const double budget = 2.0 * radius * radius;
  const double switched =
      std::max(switched_weight_bound(w, z, 1.0, budget), switched_weight_bound(w, z, -1.0, budget));
  const double error = switched + 2.0 * radius;
  if (sought == Sought::kLinearisation) return error;
  // |L'| times the error over the largest distance of two points; the square of f's change helps.
  return (1.0 + value) * error * 2.0 * radius;
}

VectorXd flipping_direction(const Mlp& net, const VectorXd& x, double radius) {
  const VectorXd z = net.weights(1) * x;
  const VectorXd w = net.weights(2).transpose();
  VectorXd best = VectorXd::Zero(net.shape().parameter_count());
  double best_gain = 0.0;
  for (int i = 0; i < kMultipliers; ++i) {
    const double mu = multiplier(w, radius, i);
    // a_j = w_j/mu is where the gain of unit j beyond its price is largest.
    VectorXd a = VectorXd::Zero(w.size());
    for (Eigen::Index j = 0; j < w.size(); ++j) {
      const bool worth = w[j] > 0.0 && z[j] <= 0.0 && w[j] / (2.0 * mu) > -z[j];
      if (worth) a[j] = w[j] / mu;
    }
    if (a.norm() > radius || a.norm() == 0.0) continue;
    a *= radius / a.norm();
    double gain = 0.0;
    for (Eigen::Index j = 0; j < w.size(); ++j)
      gain += w[j] * std::max(0.0, a[j] + z[j]) * (z[j] <= 0.0 ? 1.0 : 0.0);
    if (gain <= best_gain) continue;
    best_gain = gain;
    for (Eigen::Index j = 0; j < w.size(); ++j) {
      for (Eigen::Index k = 0; k < x.size(); ++k) best[j * x.size() + k] = a[j] * x[k];
    }
  }
  return best;
}

}  // namespace eenet::verify
