// Points of parameter space that are proven to lie in a ball: an upper end of Psi is the value at
// such a point. A point, and a direction, is an Mlp of the network's shape.
#pragma once

#include "reference/mlp.h"

namespace eenet::theory {

// An upper bound of the Euclidean length of all parameters as one vector, at most
// (p + 10) 2^-52 in excess (relative).
double length_upper(const Mlp& direction);

// The same of the difference. Requires one shape.
double distance_upper(const Mlp& a, const Mlp& b);

// The direction, shortened if it is longer than r, so that its exact length is at most r.
Mlp shortened(const Mlp& direction, double r);

// start + direction, the direction shortened until the exact distance of the rounded sum from
// `start` is at most r; `start` itself if rounding leaves nothing else. Requires r >= 0.
Mlp moved_within_ball(const Mlp& start, const Mlp& direction, double r);

// start + factor * direction, entry by entry.
Mlp moved(const Mlp& start, double factor, const Mlp& direction);

}  // namespace eenet::theory
