// exp, log, cos, acos and the normal quantile from + - * / and sqrt alone, in an order the source
// fixes, so that every machine gets the same bits (libm does not promise that). docs/numerics.md
// specifies them exactly enough to be re-implemented; tests hold the stated errors against 50
// digits.
//
// Errors are in units of the last place (ulp) of the true result.
#pragma once

namespace eenet {

// The bounds that the header promises and the tests enforce.
inline constexpr double kExpUlps = 1.25;
inline constexpr double kLogUlps = 1.25;
inline constexpr double kCosUlps = 2.5;
inline constexpr double kAcosUlps = 1.5;
inline constexpr double kNormalQuantileUlps = 26.0;

// e^x. Infinite above 709.78..., 0 below -745.13..., subnormal results rounded once more.
double exponential(double x);

// Natural logarithm. -infinity at 0, NaN below.
double logarithm(double x);

// cos x, x in radians. Requires |x| <= 2^20.
double cosine(double x);

// The angle in [0, pi] whose cosine is x. NaN outside [-1, 1].
double arc_cosine(double x);

// The z with P(Z <= z) = p for a standard normal Z. Requires 0 < p < 1. Algorithm AS 241
// (PPND16) of M. J. Wichura, Applied Statistics 37 (1988) 477-484. The bound is a running-error
// bound: all coefficients are positive, so term k of a polynomial misses (2k + 2) u of itself; the
// worst of three million was 6.2.
double normal_quantile(double p);

}  // namespace eenet
