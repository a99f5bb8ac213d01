// The angle between two vectors, right to the last digits also where they are almost parallel or
// almost antipodal. The arc cosine of a normalised inner product is not: its error at an angle of
// 1e-8 is of the size of the angle.
#pragma once

#include "reference/operations/operations.h"
#include "theory/measured/compensated.h"

namespace eenet::theory {

// theta in [0, pi], as the distance from the nearer pole (0 or pi): near pi only pi - theta, the
// small number, can have all its digits.
struct Angle {
  double from_pole = 0.0;  // in [0, pi/2]: theta, or pi - theta if obtuse
  bool obtuse = false;     // x.y < 0
};

// |computed from_pole - exact| <= kAngleError * exact, to first order, for vectors of up to 2^20
// entries of any norm, with a libm whose atan2 errs by at most one unit in the last place, and
// unless the exact angle is below 2^-900.
//
// theta = atan2(A, x.y), where A = |x| |y - x (x.y)/(x.x)| with the projection done in twice the
// working precision; and if A shows an angle below about 2^-40,
//
//   A = sqrt( sum_(i<k) (x_i y_k - x_k y_i)^2 ),
//
// whose minors lose no digits to cancellation. Both have a relative error of at most
// 5 * 2^-53, x.y has 2^-53 |x| |y| and atan2 2 * 2^-53.
inline constexpr double kAngleError = 0x1p-50;

// Requires equal sizes, finite entries, and that neither vector is zero.
// Cost: O(d), and O(d^2) for angles below about 2^-40 from a pole.
Angle angle_between(const ConstVector& x, const ConstVector& y);

// The same for vectors already scaled. Neither may be zero.
Angle angle_between(const ScaledVector& x, const ScaledVector& y);

}  // namespace eenet::theory
