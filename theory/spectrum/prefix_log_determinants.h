// log det (I + H / lambda) of the first 1, 2, ..., N points, all from one factorisation.
#pragma once

#include <vector>

#include "theory/kernel/stored_kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// Entry n - 1 is that of the first n points, certified. The first n rows of a Cholesky factor of
// H + lambda I are the factor of the first n points, with the same roundings, so log_determinant.h
// applies to them as to a whole matrix, with the errors of n points. Requires lambda > 0.
// Overwrites the kernel's factor.
std::vector<Measured> prefix_log_determinants(StoredKernel& kernel, double lambda);

}  // namespace eenet::theory
