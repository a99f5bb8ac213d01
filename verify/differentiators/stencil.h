// The difference quotients that both difference witnesses take.
#pragma once

#include <array>

#include "verify/differentiators/differentiator.h"

namespace eenet::verify {

// Steps tried one after the other, relative to the weights moved, until no unit can have switched.
// Within a pattern there is no truncation error, so the first is large; the last is the smallest
// whose rounding error leaves half of the digits.
inline constexpr std::array kRelativeSteps = {0x1p-6, 0x1p-16, 0x1p-26};

// A power of two of the size of the layer's weights, or 1 if they are all so small that a step
// relative to them would vanish.
double layer_scale(const Point& point, std::size_t l);

// The quotient (f(b) - f(a)) / distance of two points on one line in one layer's weights, with its
// rounding error and the units that may switch between them.
Slope difference_quotient(const Point& a, const Point& b, double distance);

}  // namespace eenet::verify
