// Units that a change of parameters can bring to the kink of their relu, at x: where the value of a
// network leaves its linearisation fastest.
#pragma once

#include <Eigen/Core>

#include "reference/mlp.h"

namespace eenet::verify {

// Unit j of layer l with pre-activation z, and the derivative b of f with respect to its output: to
// move it to its kink takes a change of length |z|/|Gamma|, Gamma the layer's input, and from there
// a step of length s across the kink moves f off its linearisation by |b| |Gamma| s. Changes are
// made to all layers together, of length about `radius` in total, in the order of gain over cost.
struct Kinked {
  Eigen::VectorXd base;    // units with sign * b > 0 are moved to the kink, on the inactive side
  Eigen::VectorXd across;  // of length 1: the direction from there that switches them on
};

// Requires sign = 1 or -1, radius > 0, |x| = 1. `across` is 0 if no unit is within reach.
Kinked kinks_in_reach(const Mlp& net, const Eigen::VectorXd& x, double radius, double sign);

}  // namespace eenet::verify
