// A lower bound of Psi for networks of depth 2, by a dual problem that splits over the neurons.
//
// For weights U over the distinct points (sums of u over equal inputs) and any mu > 0,
//
//   sup over the ball of sum_i U_i f(x_i; theta) <= D(U, mu)
//     = mu r^2 / 2 + sum_j max_(0<=s<=r) max(E_j(c_j^+(s), s), E_j(c_j^-(s), s)),
//   E_j(c, s) = w_j c + c^2 / (2 mu) - mu s^2 / 2,
//   c_j^+(s) = b_j + |g_j| s + sum_(U_i > 0)  U_i  (s |x_i| - |z_ij|)_+,
//   c_j^-(s) = b_j - |g_j| s - sum_(U_i < 0) |U_i| (s |x_i| - |z_ij|)_+,
//
// b_j, g_j as in neuron_sums.h. Why: with theta = theta0 + (dw, dW), the sum is
// sum_j (w_j + dw_j) C_j(dW_j), C_j(v) = sum_i U_i relu(z_ij + v . x_i), so that neurons share
// nothing but the ball, whose one constraint gets the multiplier mu. The best dw_j is C_j / mu,
// which leaves w_j C_j + C_j^2 / (2 mu) - mu |v|^2 / 2. For |v| = s, relu(z + a) = relu(z)
// + 1[z > 0] a + (+-a - |z|)_+ puts C_j between c_j^- and c_j^+, and a convex function of C_j is
// largest at one of the two ends, whatever the sign of w_j. D is convex in mu.
//
// Rounding. Taking computed pre-activations for exact ones moves C_j by at most
// sum_i |U_i| |error of z_ij|, which widens [c_j^-, c_j^+] on both sides, as the error of b_j and
// upper bounds in place of |g_j| and |x_i| do; neuron_supremum.h says how the maximum is enclosed.
// A sum over j in tiles of n neurons adds gamma_(n + tiles + 4) times the sum of absolute values,
// and TwoLayerPoints::underflow() for products below the normal numbers.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "theory/psi/neuron_sums.h"

namespace eenet::theory {

// Upper bounds of D(U, mu) for each mu: valid ends of the supremum, infinite if nothing can be
// said. Requires every mu > 0. The bits do not depend on the threads, nor one entry on the others
// but for what rounding adds.
std::vector<double> dual_bounds(const WeightedPoints& weighted, const std::vector<double>& mu,
                                unsigned threads);

// The smallest of them over a search in mu.
struct DualMinimum {
  double supremum = 0.0;
  double mu = 0.0;
};
DualMinimum smallest_dual_bound(const WeightedPoints& weighted, unsigned threads);

}  // namespace eenet::theory
