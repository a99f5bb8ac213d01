// `eenet`, and what the paper varies of it: the label of the exploration network (`eenet-abs`,
// `eenet-relu`) and the schedule of the training (schedule=replay).
#pragma once

#include "reference/kind.h"

namespace eenet {

// Algorithm 1 (reference/eenet.cc), or the same with retraining if the schedule says so.
PolicyKind eenet_kind();

// The two heuristic labels, |r - f1| and relu(r - f1). [EENET, Proposed Method, Potential Gain]
PolicyKind eenet_abs_kind();
PolicyKind eenet_relu_kind();

}  // namespace eenet
