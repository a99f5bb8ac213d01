// Two points whose networks are the same function: their values and gradients must correspond.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "verify/implementation.h"
#include "verify/properties/suite.h"

namespace eenet::verify {

struct Equivalence {
  Point original;
  Point image;
  double value_factor = 1.0;  // f(image) = value_factor * f(original)
  // The gradient at the image, made from the gradient at the original.
  std::function<std::vector<double>(const std::vector<double>&)> carry;
  // The same for bounds, if `carry` adds entries: then with absolute values of its factors.
  std::function<std::vector<double>(const std::vector<double>&)> carry_bounds;
  // Where the image was computed with rounding: the absolute values of the terms that its numbers
  // are sums of, and how many roundings each has seen.
  Point image_magnitudes;
  double image_roundings = 0.0;
};

// Compares an implementation at both points. A gradient that rounding could have taken to the other
// side of a kink must still lie between the derivatives on both sides.
void check_equivalence(const Implementation& implementation, const Equivalence& equivalence,
                       const std::string& name, Findings& findings);

// Can the implementation hold what it meets on the way?
bool in_range(const Implementation& implementation, const Point& point);

// Numbers so near the smallest that scaling or rotating them would lose digits.
bool has_tiny_numbers(const Implementation& implementation, const Point& point);

// The point with absolute values.
Point magnitudes_of(Point point);

}  // namespace eenet::verify
