// The smallest eigenvalue where contexts almost coincide, between proven ends, far below what a
// matrix of doubles can show.
//
// H - s I is positive semidefinite exactly if C - s N is, in the scaled basis of differences
// (row_differences.h); C is well conditioned, and known to small errors relative to 1. So a
// Cholesky factorisation of C - s N that succeeds proves lambda_min >= s, and z^T C z / z^T N z is
// above lambda_min for any z.
#pragma once

#include <functional>
#include <optional>

#include "theory/kernel/kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// Returns nothing if no points are near each other or more than `most` are, if the kernel has no
// precise entries, or if these do not suffice either. Dense: a few factorisations, and for n near
// points n^2 / 2 precise entries; calls `on_part` with the part of these that is done.
std::optional<Interval> smallest_eigenvalue_of_close_points(
    const Kernel& kernel, Eigen::Index most, unsigned threads,
    const std::function<void(double part)>& on_part = {});

}  // namespace eenet::theory
