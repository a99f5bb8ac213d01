// An entry of the infinite-width kernel with twice the digits of a double, for the differences of
// rows that almost agree (close_eigenvalue.h).
#pragma once

#include <Eigen/Core>

#include "theory/kernel/kernel.h"

namespace eenet::theory {

// H(x, y) of M levels (ntk_recursion.h) for vectors of any norm, from the definition in u = cos
// theta with 192 binary digits: near 0 an angle has half of the digits of u, which is enough.
// Requires equal sizes and finite entries.
PreciseEntry precise_ntk(const Eigen::Ref<const Eigen::VectorXd>& x,
                         const Eigen::Ref<const Eigen::VectorXd>& y, int levels);

// |high + low - exact| <= precise_ntk_error(d, M) |x| |y| (M+2)/2, with
//
//   precise_ntk_error = 2^-95 (M+2) sqrt(d + 8 + 16 M).
//
// u errs by (d + 8) 2^-192, each level adds at most 16 * 2^-192 to Sigma since |k1'| = k0 <= 1, so
// all of them err by at most e = (d + 8 + 16 M) 2^-192. Then acos errs by at most acos(1 - e) <=
// 2 sqrt(e), wherever it is taken; H^(l+1) by 2 (l+1) sqrt(e) / pi + e more than H^l; and
// (H^M + Sigma^M)/2 by M (M+1) sqrt(e) / (2 pi) + M e, which (M+2) sqrt(e) (M+2)/2 exceeds by far.
// The factor 2 left is for the two doubles, whose error is 2^-106.
double precise_ntk_error(Eigen::Index dim, int levels);

}  // namespace eenet::theory
