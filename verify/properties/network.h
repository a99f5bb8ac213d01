// What is true of every correct implementation of the network, its gradient and its SGD step.
#pragma once

#include <vector>

#include "verify/implementation.h"
#include "verify/properties/suite.h"

namespace eenet::verify {

// One of the functions below, which are the handles of these properties: a sentence may change.
using NetworkCheck = void (*)(const Implementation& implementation, const Case& one,
                              Findings& findings);

// All properties below, for one implementation.
std::vector<Property> network_properties(const Implementation& implementation);

// The one among them whose check this is. Throws std::invalid_argument if it is none of them.
Property network_property(NetworkCheck check, const Implementation& implementation);

// f against the twin.
void value_is_the_twins(const Implementation& implementation, const Case& one, Findings& findings);
// The gradient against every witness: gradient_check.h.
void gradient_agrees_with_witnesses(const Implementation& implementation, const Case& one,
                                    Findings& findings);
// theta after a step against the witnesses' gradient of (1/2)(f - target)^2.
void step_descends_the_loss(const Implementation& implementation, const Case& one,
                            Findings& findings);

// Identities that need no differentiation at all.
// <df/dW_l, W_l> = f for every layer l: f is 1-homogeneous in each.
void layers_are_homogeneous(const Implementation& implementation, const Case& one,
                            Findings& findings);
// f(W_l + V) + f(W_l - V) = 2 f(W_l) within a pattern, for every layer l.
void layers_are_affine(const Implementation& implementation, const Case& one, Findings& findings);
// Renaming the hidden units changes nothing but names.
void hidden_units_can_be_permuted(const Implementation& implementation, const Case& one,
                                  Findings& findings);
// c W_l and W_(l+1) / c give the same f, the gradients scaled by 1/c and c.
void scale_moves_between_layers(const Implementation& implementation, const Case& one,
                                Findings& findings);
// Rotating x together with the rows of W_1.
void input_can_be_rotated(const Implementation& implementation, const Case& one,
                          Findings& findings);
// f(c x) = c f(x) for c > 0, and so for its gradient.
void input_is_homogeneous(const Implementation& implementation, const Case& one,
                          Findings& findings);

}  // namespace eenet::verify
