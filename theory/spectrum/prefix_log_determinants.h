// log det (I + H / lambda) of the first 1, 2, ..., N points, all from one factorisation.
#pragma once

#include <vector>

#include "theory/kernel/stored_kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// Entry n - 1 is that of the first n points, certified. The first n rows of a Cholesky factor of
// H + lambda I are the factor of the first n points, rounded no differently: its pivots, with what
// rounding and the entries' errors can have changed in n points alone, are what log_determinant.h
// makes of a whole matrix. Requires lambda > 0. Overwrites the kernel's factor.
std::vector<Measured> prefix_log_determinants(StoredKernel& kernel, double lambda);

}  // namespace eenet::theory
