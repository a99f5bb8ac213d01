// Arithmetic with measured numbers. Ends move outwards by the operation's rounding
// (theory/measured/enclosure.h). A result has the weakest basis of its operands: with an estimate
// it is an estimate; statistical ends hold together with probability at least 1 - sum of (1 -
// level); exact and certified numbers give a certified one. The result has proven ends if all
// operands have them.
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
