// Vectors close to those of the smallest and the largest eigenvalue. Nothing is promised about
// them; what follows from them is certified elsewhere (rayleigh_quotient).
#pragma once

#include <Eigen/Core>

#include "theory/kernel/stored_kernel.h"

namespace eenet::theory {

struct ApproximateVector {
  Eigen::VectorXd vector;
  bool converged = false;  // as the iteration reports
};

// By Lanczos on (H + shift I)^-1, with a shift that is as small as rounding allows; where that does
// not converge, by the dense solver. Overwrites the kernel's factor.
ApproximateVector smallest_eigenvector(StoredKernel& kernel);

// By Lanczos on H; where that does not converge, by the dense solver.
ApproximateVector largest_eigenvector(const StoredKernel& kernel);

}  // namespace eenet::theory
