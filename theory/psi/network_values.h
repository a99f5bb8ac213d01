// f(x; theta) at many points, with a bound of what rounding did to each value.
#pragma once

#include <Eigen/Core>

#include "reference/mlp.h"
#include "theory/psi/merged_points.h"

namespace eenet::theory {

// Column i of `inputs` is point i; any depth. Layer by layer, with n the length of the sums,
//
//   |computed - exact| <= |W_l| (error of the layer before + gamma_n |its outputs|) + n 2^-1074:
//
// relu does not enlarge an error, and the order of Eigen's sums, fused or not, does not matter for
// gamma_n. The bound itself is computed with fewer than 2^30 roundings, for which it is enlarged by
// the factor 1 + 2^-20. Requires inputs.rows() == input_dim, threads >= 1; the bits do not depend
// on the threads.
BoundedValues network_values(const Mlp& net, const Eigen::Ref<const Eigen::MatrixXd>& inputs,
                             unsigned threads);

}  // namespace eenet::theory
