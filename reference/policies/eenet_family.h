// EE-Net with each of the paper's three exploration labels, as policies of the registry.
#pragma once

#include "reference/exploration_label.h"
#include "reference/kind.h"

namespace eenet {

// `eenet`, `eenet-abs` or `eenet-relu`.
PolicyKind eenet_kind(ExplorationLabel label);

}  // namespace eenet
