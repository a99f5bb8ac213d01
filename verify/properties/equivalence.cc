#include "verify/properties/equivalence.h"

#include <algorithm>
#include <cmath>

#include "reference/require.h"
#include "verify/kinks.h"
#include "verify/shown.h"

namespace eenet::verify {

namespace {

std::string difference(const std::string& name, const std::string& what, double got,
                       double expected, double bound) {
  return text(name, ": ", what, " is ", shown(got), ", expected ", shown(expected), " (bound ",
              shown(bound), ")");
}

// The bound of a sum that more roundings went into.
double bound_after(PathSum sum, double roundings, const Arithmetic& arithmetic) {
  sum.roundings += roundings;
  return sum.bound(arithmetic);
}

}  // namespace

Point magnitudes_of(Point point) {
  for (double& weight : point.theta) weight = std::abs(weight);
  for (double& entry : point.x) entry = std::abs(entry);
  return point;
}

bool has_tiny_numbers(const Implementation& implementation, const Point& point) {
  const auto tiny = [&implementation](double number) {
    return number != 0.0 && std::abs(number) < 0x1p+80 * implementation.arithmetic.underflow;
  };
  return std::any_of(point.theta.begin(), point.theta.end(), tiny) ||
         std::any_of(point.x.begin(), point.x.end(), tiny);
}

bool in_range(const Implementation& implementation, const Point& point) {
  const Pattern all(point.shape.hidden_units(), 1);
  return PathSums(point, all).largest() < std::sqrt(implementation.arithmetic.largest);
}

void check_equivalence(const Implementation& implementation, const Equivalence& equivalence,
                       const std::string& name, Findings& findings) {
  if (!in_range(implementation, equivalence.original) ||
      !in_range(implementation, equivalence.image_magnitudes)) {
    return;
  }
  const Arithmetic& arithmetic = implementation.arithmetic;
  // More roundings for the same terms are as good as a coarser arithmetic.
  Arithmetic coarser = arithmetic;
  coarser.unit_roundoff *= 1.0 + equivalence.image_roundings;
  const Activity original = activity(equivalence.original, arithmetic);
  const Activity image = activity(equivalence.image, coarser, equivalence.image_magnitudes);
  // Units of the image may have other names: any uncertain unit opens the question for all of them.
  const bool certain = original.uncertain.empty() && image.uncertain.empty();

  const Pattern original_pattern = with_active(original.active, original.uncertain);
  const Pattern image_pattern = with_active(image.active, image.uncertain);
  const PathSums original_paths(equivalence.original, original_pattern);
  const PathSums image_paths(equivalence.image_magnitudes, image_pattern);

  const double factor = equivalence.value_factor;
  const double value_bound =
      std::abs(factor) * original_paths.value().bound(arithmetic) +
      bound_after(image_paths.value(), equivalence.image_roundings, arithmetic);
  const double value = implementation.value(equivalence.image);
  const double expected_value = factor * implementation.value(equivalence.original);
  findings.compare(value, expected_value, value_bound,
                   [&] { return difference(name, "f", value, expected_value, value_bound); });

  // What the gradient at the original may be off by, carried over like the gradient.
  std::vector<double> original_bounds(equivalence.original.theta.size());
  for (std::size_t i = 0; i < original_bounds.size(); ++i) {
    original_bounds[i] = original_paths.gradient(i).bound(arithmetic);
  }
  const std::vector<double> carried_bounds = equivalence.carry_bounds(original_bounds);
  const std::vector<double> carried =
      equivalence.carry(implementation.gradient(equivalence.original));
  const std::vector<double> got = implementation.gradient(equivalence.image);
  Hull hull;
  if (!certain) hull = derivative_hull(equivalence.image, image.active, image.uncertain);
  for (std::size_t i = 0; i < got.size(); ++i) {
    // The image's path sums bound the terms on both sides, whatever signs `carry` had.
    const double own =
        bound_after(image_paths.gradient(i), equivalence.image_roundings, arithmetic);
    const double bound = carried_bounds[i] + 2.0 * own;
    const bool close = std::abs(got[i] - carried[i]) <= bound;
    if (!close && !certain && got[i] >= hull.lower[i] - 2.0 * own - bound &&
        got[i] <= hull.upper[i] + 2.0 * own + bound) {
      findings.add({Outcome::kKink, 0.0, {}});
      continue;
    }
    findings.compare(got[i], carried[i], bound, [&] {
      return difference(name, "entry " + std::to_string(i) + " of the gradient", got[i], carried[i],
                        bound);
    });
  }
}

}  // namespace eenet::verify
