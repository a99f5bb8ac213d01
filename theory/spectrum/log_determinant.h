// log det (I + H / lambda) of a kernel matrix, between proven ends; and what follows from it.
#pragma once

#include "theory/kernel/stored_kernel.h"
#include "theory/measured/measured.h"

namespace eenet::theory {

// What the trace of a positive semidefinite N x N matrix says about log det (I + H / lambda):
//   log(1 + trace/lambda) <= log det <= N log(1 + trace/(N lambda)).
// Requires lambda > 0, size >= 1 and a trace that is not negative.
Interval log_determinant_from_trace(const Interval& trace, double size, double lambda);

// log(l^2 / lambda) of a pivot l: the factor's log det is the sum over its pivots.
Interval log_pivot(double pivot, double lambda);

// The ends around a factor's log det. If F is all that rounding and the entries' errors can have
// changed, |F|_F in `moved`, they are sqrt(N) |F|_F / (lambda - |F|_F) to either side, because the
// eigenvalues move by at most the sum of F's singular values in all [Mirsky], and are at least
// lambda; or the ends from the trace, where those are better.
Measured log_determinant_between(const Interval& sum, const Interval& moved,
                                 const Interval& from_trace, double size, double lambda);

// Dense, by one factorisation of H + lambda I and the ends above. Requires lambda > 0. Overwrites
// the kernel's factor.
Measured log_determinant(StoredKernel& kernel, double lambda);

// d~ = log det (I + H / lambda) / log(1 + points / lambda) [EENET, Regret Analysis, definition of
// the effective dimension, T n points]. Repeated points count each time. Requires lambda > 0,
// points >= 1.
Measured effective_dimension(const Measured& log_determinant, double points, double lambda);

// log det (I + H / lambda) / 2, in nats.
Measured information_gain(const Measured& log_determinant);

}  // namespace eenet::theory
