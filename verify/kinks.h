// Where f is not differentiable: units whose pre-activation is 0, or so near that rounding decides.
#pragma once

#include <vector>

#include "verify/rounding.h"

namespace eenet::verify {

// The units at a point, computed by the twin.
struct Activity {
  Pattern active;
  // Units whose sign another way of adding the same terms might change, ascending.
  std::vector<std::size_t> uncertain;
  double value = 0.0;
  double value_bound = 0.0;  // of the value of the twin, whatever the uncertain units do
};

// `arithmetic`: the coarsest that anybody computes the same network in.
Activity activity(const Point& point, const Arithmetic& arithmetic);

// The same where the point's numbers were themselves computed, as sums of terms whose absolute
// values add up to the entries of `magnitudes` (all >= 0).
Activity activity(const Point& point, const Arithmetic& arithmetic, const Point& magnitudes);

// The units that may switch somewhere between two points (in the box that they span). None, if
// every unit has one certain sign at both ends and the ends differ in one layer's weights: layer by
// layer, pre-activations are then affine between them. Otherwise found by interval arithmetic,
// since above a unit that switches another may switch twice.
std::vector<std::size_t> switching_units(const Point& a, const Activity& at_a, const Point& b,
                                         const Activity& at_b, const Arithmetic& arithmetic);

// The smallest intervals that interval arithmetic finds around every entry of the gradient when the
// derivative of the free units' relu is anywhere in [0, 1] and the others' is as in the pattern.
// With free units in one layer only, these are the extremes over all patterns: f's one-sided
// derivatives lie between them.
struct Hull {
  std::vector<double> lower;
  std::vector<double> upper;
};
Hull derivative_hull(const Point& point, const Pattern& active,
                     const std::vector<std::size_t>& free_units);

// The pattern with these units active besides.
Pattern with_active(Pattern pattern, const std::vector<std::size_t>& units);

// The units whose pre-activation is positive as the twin computes it.
Pattern active_units(const Point& point);

// f and its derivatives where the pattern of active units is the given one, from the paper's
// product of matrices. (In the reference's order of the additions the twin's pattern is the
// reference's.)
struct WideSlope {
  long double value = 0.0L;
  std::vector<long double> gradient;
};
WideSlope wide_slope(const Point& point, const Pattern& active);

}  // namespace eenet::verify
