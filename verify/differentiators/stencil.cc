#include "verify/differentiators/stencil.h"

#include <algorithm>
#include <cmath>

namespace eenet::verify {

double layer_scale(const Point& point, std::size_t l) {
  constexpr double kVanishing = 0x1p-500;
  double largest = 0.0;
  for (std::size_t i = point.shape.offset(l); i < point.shape.offset(l + 1); ++i) {
    largest = std::max(largest, std::abs(point.theta[i]));
  }
  return largest < kVanishing ? 1.0 : std::exp2(std::floor(std::log2(largest)));
}

Slope difference_quotient(const Point& a, const Point& b, double distance) {
  const Activity at_a = activity(a, kDouble);
  const Activity at_b = activity(b, kDouble);
  Slope slope;
  slope.value = (at_b.value - at_a.value) / distance;
  // The values' own errors; one rounding each for subtracting and dividing, and two more for the
  // distance, where moving a weight rounds.
  constexpr double kRoundings = 4.0;
  slope.bound = (at_a.value_bound + at_b.value_bound) / std::abs(distance) *
                    (1.0 + gamma(kRoundings + 1.0, kDouble)) +
                gamma(kRoundings, kDouble) * std::abs(slope.value) + kDouble.underflow;
  slope.switched = switching_units(a, at_a, b, at_b, kDouble);
  return slope;
}

}  // namespace eenet::verify
