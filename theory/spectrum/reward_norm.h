// S = sqrt(2 h^T H^-1 h), the size of the reward function in the space of the kernel [EENET, Regret
// Analysis, definition of S; the print lacks the transpose], between proven ends.
#pragma once

#include <Eigen/Core>

#include "theory/kernel/stored_kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

struct RewardNorm {
  Measured value;      // S; infinite upper end where H may be singular
  Measured condition;  // largest over smallest eigenvalue
  // H is singular as far as double precision can tell, and most of h^T H^-1 h comes from the
  // directions in which it is: h leaves the range of H, and the value is infinite.
  bool leaves_range = false;
};

// For every x, with r = h - H x:
//   h^T x + x^T r <= h^T H^-1 h <= h^T x + x^T r + |r|^2 / lambda_min,
// of the second order in r, so that x need not be good. `smallest` and `largest` are the extreme
// eigenvalues of the kernel with certified ends. Requires finite rewards, one for each point.
// Overwrites the kernel's factor.
RewardNorm reward_norm(StoredKernel& kernel, const Eigen::Ref<const Eigen::VectorXd>& rewards,
                       const Measured& smallest, const Measured& largest);

}  // namespace eenet::theory
