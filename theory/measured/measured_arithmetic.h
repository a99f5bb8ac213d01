// Arithmetic with measured numbers. Ends move outwards by the operation's rounding
// (theory/measured/enclosure.h). A result rests on the weakest of what it is made of: an estimate
// on an estimate; statistical ends hold together with probability 1 - sum of (1 - level) at least;
// what is made of exact and certified numbers is certified. Proven ends are carried along where all
// have them.
#pragma once

#include "theory/measured/measured.h"

namespace eenet::theory {

Measured operator+(const Measured& a, const Measured& b);
Measured operator-(const Measured& a, const Measured& b);
Measured operator*(const Measured& a, const Measured& b);

// Of the part that is not negative. Requires that the value is not negative.
Measured square_root(const Measured& x);
Measured logarithm(const Measured& x);

}  // namespace eenet::theory
