#include "verify/ball/attack.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "reference/require.h"
#include "verify/ball/kinks_in_reach.h"

namespace eenet::verify {

namespace {

using Eigen::VectorXd;

// f and its first derivatives at one point.
struct Local {
  double f = 0.0;
  VectorXd slope;     // with respect to theta
  VectorXd by_input;  // with respect to x
};

class Prober {
 public:
  explicit Prober(const MlpShape& shape) : net_(shape) {}

  double value(const VectorXd& theta, const VectorXd& x) {
    net_.set_parameters(theta);
    return net_(x);
  }

  Local at(const VectorXd& theta, const VectorXd& x) {
    net_.set_parameters(theta);
    net_.forward(x, pass_);
    backward(net_, pass_, back_);
    Local local;
    local.f = pass_.value;
    flatten_gradient(pass_, back_, local.slope);
    local.by_input = net_.weights(1).transpose() * back_.signals.front();
    return local;
  }

  // How the first derivatives change along v, as a quotient over two points 2 `reach` apart.
  Local along(const VectorXd& theta, const VectorXd& x, const VectorXd& v, double reach) {
    Local change{0.0, VectorXd::Zero(theta.size()), VectorXd::Zero(x.size())};
    if (v.norm() == 0.0) return change;
    const double h = reach / v.norm();
    const Local ahead = at(theta + h * v, x);
    const Local behind = at(theta - h * v, x);
    change.slope = (ahead.slope - behind.slope) / (2.0 * h);
    change.by_input = (ahead.by_input - behind.by_input) / (2.0 * h);
    return change;
  }

 private:
  Mlp net_;
  ForwardPass pass_;
  BackwardPass back_;
};

double sign_of(double number) {
  return number < 0.0 ? -1.0 : 1.0;
}

// The reward 0 or 1 that is farther from f.
double far_reward(double f) {
  return f > 0.5 ? 0.0 : 1.0;
}

double violation(double reward, double f_base, double f_tip, double linear_part) {
  const double error = f_base - reward;
  const double after = f_tip - reward;
  return error * linear_part + error * error / 2.0 - after * after / 2.0;
}

// It is affine in r, so one of the ends is worst.
double worse_reward(double f_base, double f_tip, double linear_part) {
  const double at_0 = violation(0.0, f_base, f_tip, linear_part);
  return at_0 > violation(1.0, f_base, f_tip, linear_part) ? 0.0 : 1.0;
}

bool is_about_pairs(Sought sought) {
  return sought == Sought::kDifference || sought == Sought::kLinearisation ||
         sought == Sought::kConvexity;
}

double number_of_one(Prober& prober, Sought sought, const Attempt& at) {
  if (sought == Sought::kValue) return std::abs(prober.value(at.tip, at.x));
  const Local tip = prober.at(at.tip, at.x);
  const double slope = tip.slope.norm();
  return sought == Sought::kSlope ? slope : std::abs(tip.f - far_reward(tip.f)) * slope;
}

double number_of_pair(Prober& prober, Sought sought, const Attempt& at) {
  const double f_tip = prober.value(at.tip, at.x);
  if (sought == Sought::kDifference) return std::abs(f_tip - prober.value(at.base, at.x));
  const Local base = prober.at(at.base, at.x);
  const VectorXd step = at.tip - at.base;
  const double linear = base.slope.dot(step);
  if (sought == Sought::kLinearisation) {
    const double distance = step.norm();
    return distance == 0.0 ? 0.0 : std::abs(f_tip - base.f - linear) / distance;
  }
  return violation(worse_reward(base.f, f_tip, linear), base.f, f_tip, linear);
}

double number(Prober& prober, Sought sought, const Attempt& at) {
  return is_about_pairs(sought) ? number_of_pair(prober, sought, at)
                                : number_of_one(prober, sought, at);
}

Attempt uphill_of_one(Prober& prober, Sought sought, const Attempt& at, double reach) {
  const Local tip = prober.at(at.tip, at.x);
  Attempt up{{}, VectorXd::Zero(at.base.size()), {}};
  if (sought == Sought::kValue) {
    up.tip = sign_of(tip.f) * tip.slope;
    up.x = sign_of(tip.f) * tip.by_input;
    return up;
  }
  // grad of |grad f| is H g/|g|.
  const double length = std::max(tip.slope.norm(), 1e-300);
  const Local change = prober.along(at.tip, at.x, tip.slope, reach);
  up.tip = change.slope / length;
  up.x = change.by_input / length;
  if (sought == Sought::kSlope) return up;
  const double error = tip.f - far_reward(tip.f);
  up.tip = std::abs(error) * up.tip + sign_of(error) * length * tip.slope;
  up.x = std::abs(error) * up.x + sign_of(error) * length * tip.by_input;
  return up;
}

Attempt uphill_of_pair(Prober& prober, Sought sought, const Attempt& at, double reach) {
  const Local tip = prober.at(at.tip, at.x);
  const Local base = prober.at(at.base, at.x);
  Attempt up;
  if (sought == Sought::kDifference) {
    const double sign = sign_of(tip.f - base.f);
    up.tip = sign * tip.slope;
    up.base = -sign * base.slope;
    up.x = sign * (tip.by_input - base.by_input);
    return up;
  }
  const VectorXd step = at.tip - at.base;
  const double linear = base.slope.dot(step);
  const Local change = prober.along(at.base, at.x, step, reach);  // H step
  if (sought == Sought::kLinearisation) {
    const double distance = std::max(step.norm(), 1e-300);
    const double sign = sign_of(tip.f - base.f - linear);
    const double ratio = std::abs(tip.f - base.f - linear) / distance;
    const VectorXd shorter = ratio / distance * step;
    up.tip = (sign * (tip.slope - base.slope) - shorter) / distance;
    up.base = (shorter - sign * change.slope) / distance;
    up.x = sign / distance * (tip.by_input - base.by_input - change.by_input);
    return up;
  }
  const double reward = worse_reward(base.f, tip.f, linear);
  const double error = base.f - reward;
  const double after = tip.f - reward;
  up.tip = error * base.slope - after * tip.slope;
  up.base = linear * base.slope + error * change.slope;
  up.x = linear * base.by_input + error * (change.by_input + base.by_input) - after * tip.by_input;
  return up;
}

Attempt uphill_at(Prober& prober, Sought sought, const Attempt& at, double reach) {
  return is_about_pairs(sought) ? uphill_of_pair(prober, sought, at, reach)
                                : uphill_of_one(prober, sought, at, reach);
}

// What is moved at a time, and how far.
struct Block {
  VectorXd Attempt::*part;
  double length;
};

class Ascent {
 public:
  Ascent(Sought sought, const Mlp& net, const Attack& attack)
      : sought_(sought), prober_(net.shape()), centre_(net.parameters()), attack_(attack) {}

  double best_from(Attempt at) {
    at.tip = in_ball(at.tip);
    at.base = in_ball(at.base);
    double best = number(prober_, sought_, at);
    std::array<Block, 3> blocks = {Block{&Attempt::tip, attack_.radius / 2.0},
                                   Block{&Attempt::base, attack_.radius / 8.0},
                                   Block{&Attempt::x, kInputStep}};
    for (int step = 0; step < attack_.steps; ++step) {
      const Attempt up = uphill_at(prober_, sought_, at, attack_.radius / 8.0);
      for (Block& block : blocks) improve(at, best, block, up.*block.part);
    }
    return best;
  }

  double at(const Attempt& attempt) { return number(prober_, sought_, attempt); }
  [[nodiscard]] const VectorXd& centre() const { return centre_; }

 private:
  static constexpr double kInputStep = 0.1;

  [[nodiscard]] VectorXd in_ball(const VectorXd& theta) const {
    const double distance = (theta - centre_).norm();
    if (distance <= attack_.radius) return theta;
    return centre_ + attack_.radius / distance * (theta - centre_);
  }

  void improve(Attempt& at, double& best, Block& block, const VectorXd& direction) {
    const double length = direction.norm();
    if (!(length > 0.0)) return;
    Attempt next = at;
    next.*block.part += block.length / length * direction;
    if (block.part == &Attempt::x) {
      next.x /= next.x.norm();
    } else {
      next.*block.part = in_ball(next.*block.part);
    }
    const double found = number(prober_, sought_, next);
    if (found > best) {
      best = found;
      at = next;
      block.length *= 1.5;
    } else {
      block.length *= 0.3;
    }
  }

  Sought sought_;
  Prober prober_;
  VectorXd centre_;
  Attack attack_;
};

// Across kinks in a short step and in a long one, from units of either sign; and two opposite
// points of the ball along the gradient.
std::vector<Attempt> starts_at(const Mlp& net, const VectorXd& x, double radius) {
  std::vector<Attempt> starts;
  for (const double sign : {1.0, -1.0}) {
    for (const double part : {0x1p-7, 0.5}) {
      const double reach = radius * std::sqrt(1.0 - part * part);
      const Kinked kinked = kinks_in_reach(net, x, reach, sign);
      starts.push_back({kinked.base + part * radius * kinked.across, kinked.base, x});
    }
  }
  const VectorXd g = gradient(net, x);
  const VectorXd along = g.norm() == 0.0 ? g : VectorXd(radius / g.norm() * g);
  const VectorXd centre = net.parameters();
  starts.push_back({centre + along, centre - along, x});
  starts.push_back({centre - along, centre + along, x});
  return starts;
}

}  // namespace

double largest_found(Sought sought, const Mlp& net, const Eigen::MatrixXd& points,
                     const Attack& attack) {
  EENET_REQUIRE(attack.radius > 0.0 && attack.steps >= 0, "largest_found: got radius ",
                attack.radius, " and ", attack.steps, " steps, expected a positive radius and ",
                "no negative number of steps");
  Ascent ascent(sought, net, attack);
  // Ascent is dear, a look is not.
  std::vector<std::pair<double, Attempt>> starts;
  for (Eigen::Index i = 0; i < points.cols(); ++i) {
    for (Attempt& start : starts_at(net, points.col(i), attack.radius)) {
      const double number = ascent.at(start);
      starts.emplace_back(number, std::move(start));
    }
    std::stable_sort(starts.begin(), starts.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    if (starts.size() > attack.ascents) starts.resize(attack.ascents);
  }
  double found = 0.0;
  for (const auto& start : starts) found = std::max(found, ascent.best_from(start.second));
  return found;
}

double number_at(Sought sought, const MlpShape& shape, const Attempt& attempt) {
  Prober prober(shape);
  return number(prober, sought, attempt);
}

Attempt uphill(Sought sought, const MlpShape& shape, const Attempt& attempt, double reach) {
  Prober prober(shape);
  return uphill_at(prober, sought, attempt, reach);
}

}  // namespace eenet::verify
