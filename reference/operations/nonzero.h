// Where a vector is not zero: half of the units of a layer are inactive, and most pixels are black.
#pragma once

#include <vector>

#include "reference/operations/operations.h"

namespace eenet {

// The indices of the entries that are not 0, ascending; a NaN is one of them. Reuses the memory of
// `indices`.
void find_nonzero(const ConstVector& v, std::vector<Eigen::Index>& indices);

}  // namespace eenet
