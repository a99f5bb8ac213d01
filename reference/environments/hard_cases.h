// Small problems on which the paper's claims are known to strain (docs/deviations.md):
//
//   two-arms         two fixed orthogonal contexts, h = (low, high): greedy learners lock in
//                    (claims CLM-EXPLORES, CLM-SQRT-T)
//   duplicates       contexts in identical pairs, one of each pair pays 1, the other 0: no function
//                    of the context can tell (claim RMK-ATTACK)
//   near-duplicates  contexts on a tiny arc: distinct, and almost the same to any network
//                    (claim LEM-upperboundofStk)
//   antipodal        fixed pairs x, -x, more pairs than dimensions, h without structure: singular
//                    kernel at depth 2 (claim CLM-PD-REPEAT)
#pragma once

#include "reference/kind.h"

namespace eenet {

EnvironmentKind two_arms_kind();
EnvironmentKind duplicates_kind();
EnvironmentKind near_duplicates_kind();
EnvironmentKind antipodal_kind();

}  // namespace eenet
