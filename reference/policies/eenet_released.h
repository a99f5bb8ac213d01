// `eenet-released`: what the authors' public code computes where it differs from the paper
// (docs/errata.md E-34), written afresh from a description of its semantics.
//
// f1 and f2 have biases, and f2 a convolution in front (models/released_networks.h); phi is the
// gradient of f1, block means of `pool` entries, not normalised.
//
// The arm played is argmax f1 + w (f2 - 1), w = 0.1 up to round 1001 and 0.01 after it. The label
// of f2 is (r - f1) + 1. Up to round 1000, a round with reward 0 also gives it the phi of every
// other arm with the label 1.2.
//
// Training is as in reference/retraining.h, after rounds 1, 11, ..., 991 and 1001, 1101, ..., on
// the loss (f - y)^2 without 1/2: f1 by SGD, f2 by Adam that starts anew each time, until `steps`
// steps are made or a whole pass has a mean loss of at most 0.001 (f1) or 0.002 (f2).
//
// The code's third network, off in its script, is left out.
#pragma once

#include "reference/kind.h"

namespace eenet {

PolicyKind eenet_released_kind();

}  // namespace eenet
