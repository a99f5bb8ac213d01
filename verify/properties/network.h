// What is true of every correct implementation of the network, its gradient and its SGD step.
#pragma once

#include <vector>

#include "verify/implementation.h"
#include "verify/properties/suite.h"

namespace eenet::verify {

// One of the functions below, which are the handles of these properties: a sentence may change.
using NetworkCheck = Finding (*)(const Implementation& implementation, const Case& one);

// All properties below, for one implementation.
std::vector<Property> network_properties(const Implementation& implementation);

// The one among them whose check this is. Throws std::invalid_argument if it is none of them.
Property network_property(NetworkCheck check, const Implementation& implementation);

// f against the twin.
Finding value_is_the_twins(const Implementation& implementation, const Case& one);
// The gradient against every witness: gradient_check.h.
Finding gradient_agrees_with_witnesses(const Implementation& implementation, const Case& one);
// theta after a step against the witnesses' gradient of (1/2)(f - target)^2.
Finding step_descends_the_loss(const Implementation& implementation, const Case& one);

// Identities that need no differentiation at all.
// <df/dW_l, W_l> = f for every layer l: f is 1-homogeneous in each.
Finding layers_are_homogeneous(const Implementation& implementation, const Case& one);
// f(W_l + V) + f(W_l - V) = 2 f(W_l) within a pattern, for every layer l.
Finding layers_are_affine(const Implementation& implementation, const Case& one);
// Renaming the hidden units changes nothing but names.
Finding hidden_units_can_be_permuted(const Implementation& implementation, const Case& one);
// c W_l and W_(l+1) / c give the same f, the gradients scaled by 1/c and c.
Finding scale_moves_between_layers(const Implementation& implementation, const Case& one);
// Rotating x together with the rows of W_1.
Finding input_can_be_rotated(const Implementation& implementation, const Case& one);
// f(c x) = c f(x) for c > 0, and so for its gradient.
Finding input_is_homogeneous(const Implementation& implementation, const Case& one);

}  // namespace eenet::verify
