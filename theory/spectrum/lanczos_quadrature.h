// Quadratic forms z^T log(B) z from the tridiagonal matrix of the Lanczos process, between two
// quadrature rules. [G. H. Golub, G. Meurant, Matrices, Moments and Quadrature with Applications,
// Princeton 2010, chapter 6]
#pragma once

#include <vector>

#include "theory/measured/measured.h"

namespace eenet::theory {

// The Lanczos process for one starting vector.
struct Tridiagonal {
  std::vector<double> diagonal;      // alpha_1, ..., alpha_m
  std::vector<double> off_diagonal;  // beta_1, ..., beta_m; the last couples to the next step
  bool finished = false;             // beta_m is 0 up to rounding: there is no next step
};

// Ends of (z^T log(B) z) / (z^T z) in exact arithmetic: the Gauss rule is above, because the even
// derivatives of log are negative; the Gauss-Radau rule with a node at `smallest` is below, because
// the odd ones are positive. Requires 0 < smallest, below all eigenvalues of B; m >= 1.
Interval log_quadrature(const Tridiagonal& tridiagonal, double smallest);

}  // namespace eenet::theory
