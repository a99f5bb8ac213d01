// Verdicts on lemmas about all points of a ball, from proven bounds of the supremum at depth 2
// (ball.h) for random networks over widths and radii.
#pragma once

#include "verify/claims/ball.h"
#include "verify/claims/claim.h"

namespace eenet::verify {

// A lemma without a power of m: holds if the bound's exponent in m is below 1/4, half-way from no
// growth to the root of m. `what` is the number in words, `scale` what a constant is multiplied by.
Verdict does_not_grow(const Context& context, Sought sought, const char* what, double scale);

// A lemma with a power of the radius w, and none of m: besides, the bound's exponent in w is above
// the middle of the lemma's and of the one that a bounded slope alone would give.
struct RadiusLaw {
  double of_lemma = 0.0;
  double of_bounded_slope = 0.0;
  Status if_true = Status::kHolds;
};
Verdict shrinks_with_radius(const Context& context, Sought sought, const char* what,
                            const RadiusLaw& law);

}  // namespace eenet::verify
