// A lower bound of Psi for networks of depth 2 that treats every point alone: how far f can be from
// its linearisation. Usually weaker than joint_bound.h, and kept for comparison.
//
// With z_j = W_j . x, a_j = dW_j . x and s_j = -1 if z_j > 0, else +1, exactly
//
//   f(x; theta) - f(x; theta0) - <grad f(x; theta0), theta - theta0>
//     = sum_j w_j (s_j a_j - |z_j|)_+  +  sum_j dw_j (relu(z_j + a_j) - relu(z_j)).
//
// The first sum has one sign for neurons with w_j > 0 and the other for w_j < 0; for |a| <= rho and
// every mu > 0 either half is at most
//
//   flip(rho) = mu rho^2 / 2 + sum_j (w_j^2 / (2 mu) - |w_j| |z_j|)_+,
//
// and the second sum is at most |dw| |dW| |x|. Together, one side of the remainder is at most
// max over r1 <= r of flip(r1 |x|) + |x| r1 sqrt(r^2 - r1^2), which is at most
// 0.456219 r^(4/3) + r^2 / 2 for |x| = 1 and a wide network at its printed start.
// [EENET, Bounds for Generic Neural Networks, lemma:functionntkbound]
#pragma once

#include <Eigen/Core>

#include "theory/psi/neuron_sums.h"

namespace eenet::theory {

// The exact identity above: the two sums for one point and one (dw, dW), in plain double
// arithmetic. For tests of the identity; requires matching shapes of depth 2.
struct Remainder {
  double flips = 0.0;
  double products = 0.0;
};
Remainder remainder_of(const Mlp& start, const Mlp& moved, const ConstVector& x);

// An upper bound of max over |a| <= rho of sum_j |w_j| (|a_j| - |z_j|)_+ over the neurons with
// w_j > 0 (side > 0) or w_j < 0 (side < 0), with the smallest mu of a fine grid.
double flip_bound(const ConstVector& w, const ConstVector& z, double side, double rho);

// An upper bound of sup over the ball of sum_i U_i f(x_i; theta).
double per_sample_supremum(const WeightedPoints& weighted, unsigned threads);

}  // namespace eenet::theory
