#include "verify/ball/kinks_in_reach.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace eenet::verify {

namespace {

using Eigen::VectorXd;

struct Unit {
  Eigen::Index layer = 0;  // 1 to L - 1
  Eigen::Index row = 0;
  double cost = 0.0;  // squared length
  double gain = 0.0;  // likewise
};

// b of layer l: the derivative of f with respect to Gamma_l.
VectorXd derivative_by_output(const Mlp& net, const BackwardPass& back, Eigen::Index l) {
  if (l == net.shape().depth - 1) return net.weights(l + 1).transpose();
  return net.weights(l + 1).transpose() * back.signals[static_cast<std::size_t>(l)];
}

std::vector<Unit> units_in_reach(const Mlp& net, const ForwardPass& pass, const BackwardPass& back,
                                 double radius, double sign) {
  std::vector<Unit> units;
  for (Eigen::Index l = 1; l < net.shape().depth; ++l) {
    const VectorXd& input = pass.outputs[static_cast<std::size_t>(l - 1)];
    const double length = input.squaredNorm();
    const VectorXd z = net.weights(l) * input;
    const VectorXd b = derivative_by_output(net, back, l);
    for (Eigen::Index j = 0; j < z.size(); ++j) {
      if (sign * b[j] <= 0.0 || length == 0.0) continue;
      units.push_back({l, j, z[j] * z[j] / length, b[j] * b[j] * length});
    }
  }
  std::sort(units.begin(), units.end(),
            [](const Unit& a, const Unit& b) { return a.cost * b.gain < b.cost * a.gain; });
  double left = radius * radius;
  std::size_t count = 0;
  while (count < units.size() && units[count].cost <= left) left -= units[count++].cost;
  units.resize(count);
  return units;
}

}  // namespace

Kinked kinks_in_reach(const Mlp& net, const VectorXd& x, double radius, double sign) {
  ForwardPass pass;
  BackwardPass back;
  net.forward(x, pass);
  backward(net, pass, back);
  const std::vector<Unit> units = units_in_reach(net, pass, back, radius, sign);
  // Not on the kink but this far below it, so that rounding does not decide the side.
  const double margin = radius * 0x1p-20;
  Mlp moved = net;
  Mlp across(net.shape());
  VectorXd input = x;
  for (Eigen::Index l = 1; l < net.shape().depth; ++l) {
    const double length = input.squaredNorm();
    const VectorXd z = moved.weights(l) * input;
    const VectorXd b = derivative_by_output(net, back, l);
    for (const Unit& unit : units) {
      if (unit.layer != l || length == 0.0) continue;
      moved.weights(l).row(unit.row) -= (z[unit.row] + margin) / length * input.transpose();
      across.weights(l).row(unit.row) = sign * b[unit.row] * input.transpose();
    }
    input = (moved.weights(l) * input).cwiseMax(0.0);
  }
  Kinked kinked{moved.parameters(), across.parameters()};
  if (!units.empty()) kinked.across /= kinked.across.norm();
  return kinked;
}

}  // namespace eenet::verify
