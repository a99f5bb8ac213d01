// The smallest eigenvalue where contexts almost coincide, between proven ends, far below what a
// matrix of doubles can show.
//
// H - s I is positive semidefinite exactly if C - s N is, in the scaled basis of differences
// (row_differences.h); C is well conditioned, and known to small errors relative to 1. So a
// Cholesky factor of C - s N that comes to its end proves lambda_min >= s, and z^T C z / z^T N z is
// above lambda_min for any z.
#pragma once

#include <functional>
#include <optional>

#include "theory/kernel/kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// Nothing where no points are near each other or more than `most` are, where the kernel has no
// precise entries, or where these do not suffice either. Dense: a few factorisations, and
// for n near points n^2 / 2 precise entries, whose part that is done `on_part` is told.
std::optional<Interval> smallest_eigenvalue_of_close_points(
    const Kernel& kernel, Eigen::Index most, unsigned threads,
    const std::function<void(double part)>& on_part = {});

}  // namespace eenet::theory
