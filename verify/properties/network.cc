#include "verify/properties/network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "reference/require.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/gradient_check.h"
#include "verify/kinks.h"
#include "verify/properties/equivalence.h"
#include "verify/shown.h"

namespace eenet::verify {

namespace {

// The network in the smallest form that a person can check: every number, if there are few.
std::string point_text(const Point& point) {
  constexpr std::size_t kFew = 24;
  std::ostringstream text;
  text.precision(17);
  const auto list = [&text](const char* name, const std::vector<double>& numbers) {
    text << name << " = (";
    for (std::size_t i = 0; i < numbers.size() && i < kFew; ++i) {
      text << (i == 0 ? "" : ", ") << numbers[i];
    }
    text << (numbers.size() > kFew ? ", ...)" : ")");
  };
  text << "d = " << point.shape.input_dim << ", m = " << point.shape.width
       << ", L = " << point.shape.depth << "; ";
  list("x", point.x);
  text << "; ";
  list("theta", point.theta);
  return text.str();
}

std::string compared(const char* what, double got, double expected, double bound,
                     const Point& point) {
  return text(what, " is ", shown(got), ", expected ", shown(expected), " (bound ", shown(bound),
              "); ", point_text(point));
}

}  // namespace

void value_is_the_twins(const Implementation& implementation, const Case& one, Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  if (!in_range(implementation, point)) return;
  const Activity here = activity(point, implementation.arithmetic);
  const PathSum paths = PathSums(point, with_active(here.active, here.uncertain)).value();
  const double bound = paths.bound(implementation.arithmetic) + paths.bound(kDouble);
  const double expected = naive_value(point.shape, point.theta, point.x);
  const double got = implementation.value(point);
  findings.compare(got, expected, bound,
                   [&] { return compared("f", got, expected, bound, point); });
}

void gradient_agrees_with_witnesses(const Implementation& implementation, const Case& one,
                                    Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  const GradientReport report = check_gradient(implementation, point, one.seed);
  Finding finding{report.outcome, report.margin, {}};
  if (report.outcome == Outcome::kDisagree) {
    finding.detail = report.to_text() + "; " + point_text(point);
  }
  findings.add(finding);
}

void step_descends_the_loss(const Implementation& implementation, const Case& one,
                            Findings& findings) {
  const Point point = implementation.as_stored(random_point(one));
  if (!in_range(implementation, point)) return;
  const Arithmetic& arithmetic = implementation.arithmetic;
  const Activity here = activity(point, arithmetic);
  if (!here.uncertain.empty()) return;  // the gradient's own check speaks about kinks
  Rng rng = case_rng(one, "step");
  // Few bits, so that every arithmetic stores them as they are.
  const double target = number_between(rng, -1.0, 2.0, 8);
  const double eta = number_between(rng, 0x1p-8, 1.0, 8);
  const std::vector<double> got = implementation.step(point, target, eta);

  const Hull exact = derivative_hull(point, here.active, {});  // no free unit: lower is upper
  const PathSums paths(point, here.active);
  const double value = naive_value(point.shape, point.theta, point.x);
  const double value_bound = paths.value().bound(arithmetic) + paths.value().bound(kDouble);
  const double residual = std::abs(value - target) + value_bound;
  const double u = arithmetic.unit_roundoff;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double slope = exact.lower[i];
    const PathSum path = paths.gradient(i);
    const double slope_bound = path.bound(arithmetic) + path.bound(kDouble);
    const double expected = point.theta[i] - eta * (value - target) * slope;
    // f and the slope may be off; then a rounding each for the difference to the target, the two
    // products and the subtraction, on both sides.
    const double change = eta * residual * (std::abs(slope) + slope_bound);
    const double bound =
        (eta * value_bound * (std::abs(slope) + slope_bound) + eta * residual * slope_bound +
         2.0 * gamma(4.0, arithmetic) * change + 2.0 * u * (std::abs(point.theta[i]) + change) +
         8.0 * arithmetic.underflow * (1.0 + eta + residual + std::abs(slope))) *
        (1.0 + gamma(16.0, kDouble));
    findings.compare(got[i], expected, bound, [&] {
      return compared(("theta[" + std::to_string(i) + "] after the step").c_str(), got[i], expected,
                      bound, point);
    });
  }
}

namespace {

struct NetworkProperty {
  NetworkCheck check = nullptr;
  const char* sentence = nullptr;
};

constexpr std::array kNetworkProperties = {
    NetworkProperty{value_is_the_twins, "The value is that of the twin."},
    NetworkProperty{gradient_agrees_with_witnesses, "The gradient agrees with every witness."},
    NetworkProperty{layers_are_homogeneous,
                    "The gradient of a layer, times the layer, is the value."},
    NetworkProperty{layers_are_affine, "The value is affine in each layer within a pattern."},
    NetworkProperty{hidden_units_can_be_permuted, "Permuting hidden units permutes the gradient."},
    NetworkProperty{scale_moves_between_layers,
                    "Scaling a layer and unscaling the next changes no value."},
    NetworkProperty{input_can_be_rotated,
                    "Rotating the input together with the first layer changes no value."},
    NetworkProperty{input_is_homogeneous, "The value is homogeneous in the input."},
    NetworkProperty{step_descends_the_loss, "A step of SGD descends the halved squared loss."},
};

}  // namespace

Property network_property(NetworkCheck check, const Implementation& implementation) {
  const auto* const found =
      std::find_if(kNetworkProperties.begin(), kNetworkProperties.end(),
                   [check](const NetworkProperty& property) { return property.check == check; });
  EENET_REQUIRE(found != kNetworkProperties.end(),
                "network_property: the check is none of those of network.h");
  return {found->sentence, [implementation, check](const Case& one, Findings& findings) {
            check(implementation, one, findings);
          }};
}

std::vector<Property> network_properties(const Implementation& implementation) {
  std::vector<Property> properties;
  for (const NetworkProperty& property : kNetworkProperties) {
    properties.push_back(network_property(property.check, implementation));
  }
  return properties;
}

}  // namespace eenet::verify
