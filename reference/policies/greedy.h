// `greedy`: the exploitation network alone, argmax f1. The control that tells
// what the exploration network adds.
#pragma once

#include "reference/kind.h"

namespace eenet {

PolicyKind greedy_kind();

}  // namespace eenet
