// `neural-epsilon` and `neural-epsilon-decay`: f1 with epsilon-greedy exploration.
#pragma once

#include "reference/kind.h"

namespace eenet {

// "With probability 1-epsilon, the arm is selected by argmax f1 and with probability epsilon, the
// arm is chosen randomly." [EENET, Experiments, Baselines]
PolicyKind neural_epsilon_kind();

// The same with epsilon_0 / (1 + sqrt(t)) in round t. [EENET, Evaluation of Neural-Epsilon]
PolicyKind neural_epsilon_decay_kind();

}  // namespace eenet
