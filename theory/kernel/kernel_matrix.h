// Whole kernel matrices from a kernel that gives blocks. Each unordered pair of points is computed
// once; the bits are the same for any number of threads and any tile.
#pragma once

#include <Eigen/Core>

#include "theory/kernel/kernel.h"

namespace eenet::theory {

// How a matrix is cut for the threads.
struct Tiling {
  unsigned threads = 1;     // >= 1
  Eigen::Index tile = 128;  // rows and columns of a block, >= 1
};

// The N x N matrix, exactly symmetric: the entries on and below the diagonal are the kernel's, the
// others their mirror images.
Eigen::MatrixXd kernel_matrix(const Kernel& kernel, const Tiling& tiling = {});

}  // namespace eenet::theory
