// Where a vector is not zero: half of the units of a layer are inactive, and most pixels are black.
#pragma once

#include <span>
#include <vector>

#include "reference/operations/operations.h"

namespace eenet {

// The indices of the entries that are not 0, ascending; a NaN is one of them. They are written into
// `memory`, which only grows: a round allocates nothing.
std::span<const Eigen::Index> find_nonzero(const ConstVector& v, std::vector<Eigen::Index>& memory);

}  // namespace eenet
