// Numbers between proven ends. Every operation here moves its ends outwards by at least its own
// rounding, so that an expression written with them holds the exact value of the expression.
// NaN and 0/0 give the whole line.
#pragma once

#include "theory/measured/measured.h"

namespace eenet::theory {

inline constexpr double kUnitRoundoff = 0x1p-53;

// The next number towards +infinity, and towards -infinity: the exact result of an operation lies
// between them if x is its rounded one.
double above(double x);
double below(double x);

Interval exactly(double x);

// [value - error, value + error]. Requires error >= 0.
Interval around(double value, double error);

Interval operator+(const Interval& a, const Interval& b);
Interval operator-(const Interval& a, const Interval& b);
Interval operator*(const Interval& a, const Interval& b);
Interval operator/(const Interval& a, const Interval& b);

// Square root of the part of x that is not negative.
Interval square_root(const Interval& x);

// Natural logarithm of the part of x that is not negative.
Interval logarithm(const Interval& x);

// log(1 + x) of the part of x that is not negative, to the last digits also where 1 + x is 1.
Interval log_one_plus(const Interval& x);

// log(1 + a/b) for b > 0 and the part of a that is not negative, also where a/b is no number that a
// double holds.
Interval log_one_plus_ratio(const Interval& a, const Interval& b);

// The common part. Requires that there is one.
Interval intersection(const Interval& a, const Interval& b);

// gamma_k = k u / (1 - k u), rounded upwards: a sum of products of which no term takes part in more
// than k roundings is within gamma_k times the sum of absolute values. [Higham, Accuracy and
// Stability of Numerical Algorithms, section 3.1] Infinite from k u = 1 on.
double gamma(double roundings);

// Certified between the ends; the value is `preferred`, or the end nearest to it.
Measured certified_within(double preferred, const Interval& ends);

// A positive factor applied to the value, the ends and the proven ends, all outwards. What has a
// sign keeps it.
Measured scaled(const Measured& measured, const Interval& factor);

}  // namespace eenet::theory
