// Whole kernel matrices, and products with them, from a kernel that gives blocks. Each unordered
// pair of points is computed once; the bits are the same for any number of threads and, where there
// is one, for any tile.
#pragma once

#include <Eigen/Core>

#include "theory/kernel.h"

namespace eenet::theory {

// How a matrix is cut for the threads.
struct Tiling {
  unsigned threads = 1;     // >= 1
  Eigen::Index tile = 256;  // rows and columns of a block, >= 1
};

// The N x N matrix, exactly symmetric: the entries on and below the diagonal are the kernel's, the
// others their mirror images.
Eigen::MatrixXd kernel_matrix(const Kernel& kernel, const Tiling& tiling = {});

// K x without the matrix, in blocks of kMultiplyTile: memory N (N / kMultiplyTile + 1) doubles for
// the partial sums. Row block I is the sum over the column blocks J ascending of K_IJ x_J, and
// within a block in the order of reference/fixed_order.h: that order is fixed, so the tile is no
// argument. |computed - exact| <= (entry_error + (kMultiplyTile + N / kMultiplyTile) 2^-53) *
// sum_j sqrt(K_ii K_jj) |x_j| in entry i. Requires x.size() == kernel.size().
inline constexpr Eigen::Index kMultiplyTile = 256;
Eigen::VectorXd kernel_multiply(const Kernel& kernel, const Eigen::Ref<const Eigen::VectorXd>& x,
                                unsigned threads = 1);

}  // namespace eenet::theory
