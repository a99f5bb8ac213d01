// A large Cholesky factor, tile by tile on several threads.
#pragma once

#include <Eigen/Core>

namespace eenet::theory {

// Overwrites the lower triangle, diagonal included, with L, A = L L^T. False if a pivot was not
// positive or not finite; the lower triangle is then neither A nor L. The strict upper triangle is
// neither read nor written. Conventional arithmetic: a term of an inner product of n terms takes
// part in at most n + 2 roundings. The bits do not depend on the threads. Requires a square matrix,
// threads >= 1.
[[nodiscard]] bool factor_in_place(Eigen::Ref<Eigen::MatrixXd> matrix, unsigned threads);

}  // namespace eenet::theory
