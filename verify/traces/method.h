// What a trace's method is, as far as this program knows it.
#pragma once

#include <optional>
#include <string>

#include "reference/trace.h"

namespace eenet::verify {

enum class ScoreRule {
  kSum,           // the arm with the largest f1 + f2
  kExploitation,  // the arm with the largest f1
  kUnknown
};

// Whether it is one of the methods for which drift.h bounds how far a rerun may move: Algorithm 1
// with any label, and `greedy`.
bool can_be_rerun(const Spec& method);

// The rule by which an arm is chosen. A method that this program does not know is taken to choose
// by f1 + f2, if it records both: that is what the fields mean.
ScoreRule score_rule(const Spec& method);

// The label that the method makes of r - f1; none if it has none, or is not known.
using LabelOfGain = double (*)(double gain);
std::optional<LabelOfGain> label_rule(const Spec& method);

// Why the specs of a header do not say what was done: an unknown name, a key that is missing or not
// known; empty if they do. The sentence names the field.
std::string why_not_our_environment(const Spec& environment);
std::string why_not_our_method(const Spec& method);

}  // namespace eenet::verify
