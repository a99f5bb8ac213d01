// Two clusters of contexts on which EE-Net's regret is linear at every width from some on, although
// the effective dimension and S stay bounded as T grows. The theorem and its proof are in
// docs/errata.md, "Lock-in is a theorem" [claim CLM-CONNECT]; these are its constants.
//
// Two arms per round: x_t1 = sqrt(1 - rho^2) e1 + rho u and x_t2 = sqrt(1 - rho^2) e2 + rho u',
// with u and u' uniform on the unit sphere of the other coordinates, and h = 1/2 and 1. Depth 2.
#pragma once

#include "theory/measured/measured.h"

namespace eenet::theory {

struct LockIn {
  Measured probability;  // at least: that the worse arm is played in every round, as m -> infinity
  Measured regret;       // at least: E R_T as m -> infinity, T/2 times that
  Measured dimension;    // at most: the effective dimension of the 2T contexts
  Measured reward_norm;  // at most: S
};

// Requires rounds >= 2, 0 < jitter <= 1/2, lambda > 0. A probability below 0 is not cut off.
LockIn lock_in(double rounds, double jitter, double lambda = 1.0);

}  // namespace eenet::theory
