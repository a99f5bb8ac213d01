// A dot product as if computed in twice the precision.
#pragma once

#include <Eigen/Core>

namespace eenet::theory {

// x . y, with |computed - exact| <= u |x . y| + gamma_n^2 sum |x_i y_i|, n = x.size(), u = 2^-53,
// and n times the smallest normal number for what underflows. [T. Ogita, S. M. Rump, S. Oishi,
// Accurate sum and dot product, SIAM J. Sci. Comput. 26 (2005), Algorithm 5.3 and Proposition 5.5]
// Requires equal sizes.
double compensated_dot(const Eigen::Ref<const Eigen::VectorXd>& x,
                       const Eigen::Ref<const Eigen::VectorXd>& y);

}  // namespace eenet::theory
