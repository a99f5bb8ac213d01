#include "verify/claims/ball.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace eenet::verify {

namespace {

// Values of mu that are tried: from far too small to far too large, in steps of 5%.
constexpr int kMultipliers = 400;
constexpr double kFactor = 1.05;

double multiplier(const Eigen::VectorXd& w, double radius, int i) {
  return w.norm() / radius * std::pow(kFactor, i - kMultipliers / 2);
}

double dual_value(const Eigen::VectorXd& w, const Eigen::VectorXd& z, double sign, double radius,
                  double mu) {
  double value = mu * radius * radius / 2.0;
  for (Eigen::Index j = 0; j < w.size(); ++j) {
    if (w[j] * sign <= 0.0) continue;
    value += std::max(0.0, w[j] * w[j] / (2.0 * mu) - std::abs(w[j] * z[j]));
  }
  return value;
}

double smallest_dual_value(const Eigen::VectorXd& w, const Eigen::VectorXd& z, double sign,
                           double radius) {
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < kMultipliers; ++i) {
    best = std::min(best, dual_value(w, z, sign, radius, multiplier(w, radius, i)));
  }
  return best;
}

}  // namespace

double linearisation_error_bound(const Mlp& net, const Eigen::VectorXd& x, double radius) {
  const Eigen::VectorXd z = net.weights(1) * x;
  const Eigen::VectorXd w = net.weights(2).transpose();
  const double flips =
      std::max(smallest_dual_value(w, z, 1.0, radius), smallest_dual_value(w, z, -1.0, radius));
  return flips + radius * radius / 2.0;
}

Eigen::VectorXd flipping_direction(const Mlp& net, const Eigen::VectorXd& x, double radius) {
  const Eigen::VectorXd z = net.weights(1) * x;
  const Eigen::VectorXd w = net.weights(2).transpose();
  Eigen::VectorXd best = Eigen::VectorXd::Zero(net.shape().parameter_count());
  double best_gain = 0.0;
  for (int i = 0; i < kMultipliers; ++i) {
    const double mu = multiplier(w, radius, i);
    // a_j = w_j/mu is where the gain of unit j beyond its price is largest.
    Eigen::VectorXd a = Eigen::VectorXd::Zero(w.size());
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
