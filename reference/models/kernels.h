// Kernels of two contexts, plain: one pair at a time, from + - * / sqrt and elementary.h.
#pragma once

#include <Eigen/Core>
#include <functional>

#include "reference/operations/operations.h"

namespace eenet {

using KernelFunction = std::function<double(const ConstVector& x, const ConstVector& y)>;

// exp(-gamma |x - y|^2).
double rbf_kernel(double gamma, const ConstVector& x, const ConstVector& y);

// The neural tangent kernel of the paper's network at infinite width, (H^M + Sigma^M)/2 with the
// given number M >= 1 of levels. [EENET, Regret Analysis, def:NTK] With u = x.y / (|x| |y|):
//
//   Sigma^0 = H^0 = u,   Sigma^(l+1) = (sqrt(1 - u_l^2) + u_l (pi - acos u_l)) / pi at u_l =
//   Sigma^l, H^(l+1) = H^l (pi - acos u_l) / pi + Sigma^(l+1),
//
// times |x| |y|, and 0 if x or y is. M = L - 1 is the limit of the network with L weight matrices,
// M = L what the paper prints (docs/deviations.md D12). The plain recursion: near u = 1, where an
// arc cosine loses half of its digits, the value is right to about 1e-8; theory/ has the engine
// that is right to the last digits, and a test holds it against this.
double ntk_kernel(int levels, const ConstVector& x, const ConstVector& y);

}  // namespace eenet
