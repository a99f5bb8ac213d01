// A plane rotation of two vectors, entry by entry.
#pragma once

#include "reference/operations/operations.h"

namespace eenet {

// (a_i, b_i) <- (c a_i + s b_i, c b_i - s a_i): two products and a sum or difference each, from the
// entries before. Requires equal sizes, and vectors that do not overlap.
void rotate(double c, double s, Eigen::Ref<Eigen::VectorXd> a, Eigen::Ref<Eigen::VectorXd> b);

}  // namespace eenet
