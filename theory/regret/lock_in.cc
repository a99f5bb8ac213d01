#include "theory/regret/lock_in.h"

#include "reference/require.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

namespace {

// 3.14159265358979311... < pi < 3.14159265358979356...: the double below pi and the one above.
constexpr Interval kPi = {0x1.921fb54442d18p+1, 0x1.921fb54442d19p+1};

Measured at_least(const Interval& ends) {
  return Measured::certified_between(ends.lower, ends.lower, ends.upper);
}

Measured at_most(const Interval& ends) {
  return Measured::certified_between(ends.upper, ends.lower, ends.upper);
}

}  // namespace

LockIn lock_in(double rounds, double jitter, double lambda) {
  EENET_REQUIRE(rounds >= 2.0, "lock_in: rounds are ", rounds, ", expected at least 2");
  EENET_REQUIRE(jitter > 0.0 && jitter <= 0.5, "lock_in: jitter is ", jitter,
                ", expected above 0 and at most 1/2");
  EENET_REQUIRE(lambda > 0.0, "lock_in: lambda is ", lambda, ", expected above 0");
  const Interval t = exactly(rounds);
  const Interval rho = exactly(jitter);
  const Interval square = rho * rho;
  const Interval one = exactly(1.0);
  const Interval two = exactly(2.0);
  const Interval three = exactly(3.0);
  const Interval four = exactly(4.0);

  // K(x, x) - K(x, x') within a cluster: 3 rho^2 + rho/2 at most.
  const Interval deficit = three * square + rho / two;
  // Standard deviation of what changes between two rounds in the initial difference of the scores.
  const Interval change = four * rho + two * square_root(four * deficit / three);
  // Variance of that difference: 4 - 16/(3 pi) - 4 rho^2 at least.
  const Interval variance = four - exactly(16.0) / (three * kPi) - four * square;
  const Interval margin = two * change * square_root(logarithm(t));
  const Interval probability =
      one / two - margin / square_root(two * kPi * variance) - one / (two * t);

  const Interval l = exactly(lambda);
  const Interval log_det = two * logarithm(one + three * t / (two * l)) + two * t * deficit / l;
  const Interval dimension = log_det / logarithm(one + two * t / l);

  LockIn bounds;
  bounds.probability = at_least(probability);
  bounds.regret = at_least(probability * t / two);
  bounds.dimension = at_most(dimension);
  bounds.reward_norm = at_most(square_root(exactly(10.0) / (three * (one - square))));
  return bounds;
}

}  // namespace eenet::theory
