#include "verify/implementation.h"

#include "reference/mlp.h"
#include "verify/generators/networks.h"
#include "verify/plain/numerics.h"

namespace eenet::verify {

namespace {

Eigen::Map<const Eigen::VectorXd> as_vector(const std::vector<double>& numbers) {
  return {numbers.data(), static_cast<Eigen::Index>(numbers.size())};
}

std::vector<double> reference_step(const Point& point, double target, double eta) {
  Mlp net = reference_network(point);
  ForwardPass pass;
  BackwardPass back;
  net.forward(as_vector(point.x), pass);
  backward(net, pass, back);
  sgd_step(net, pass, back, target, eta);
  return plain::numbers_of(net.parameters());
}

Pattern reference_pattern(const Point& point) {
  ForwardPass pass;
  reference_network(point).forward(as_vector(point.x), pass);
  Pattern active;
  for (std::size_t l = 1; l < pass.outputs.size(); ++l) {
    for (const double output : pass.outputs[l]) active.push_back(output > 0.0 ? 1 : 0);
  }
  return active;
}

}  // namespace

Point Implementation::as_stored(Point point) const {
  if (arithmetic.unit_roundoff <= kDouble.unit_roundoff) return point;
  for (double& weight : point.theta) weight = static_cast<double>(static_cast<float>(weight));
  for (double& entry : point.x) entry = static_cast<double>(static_cast<float>(entry));
  return point;
}

Implementation reference_implementation() {
  Implementation reference;
  reference.name = "reference";
  reference.value = [](const Point& point) { return reference_network(point)(as_vector(point.x)); };
  reference.gradient = [](const Point& point) {
    return plain::numbers_of(gradient(reference_network(point), as_vector(point.x)));
  };
  reference.step = reference_step;
  reference.pattern = reference_pattern;
  return reference;
}

}  // namespace eenet::verify
