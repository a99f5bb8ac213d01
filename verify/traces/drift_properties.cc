// How far networks can be apart that add in another order.
#include <algorithm>
#include <cmath>

#include "verify/generators/contexts.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/plain/numerics.h"
#include "verify/properties/network.h"
#include "verify/traces/drift.h"
#include "verify/traces/trace_properties.h"

namespace eenet::verify {

namespace {

using plain::Numbers;

// The same network with inputs and units in the opposite order: every sum is added from its other
// end. A matrix whose rows and columns are both reversed is its list of entries, reversed.
Numbers reversed(const NaiveShape& shape, Numbers theta) {
  for (std::size_t l = 1; l <= shape.depth; ++l) {
    const auto begin = theta.begin() + static_cast<std::ptrdiff_t>(shape.offset(l));
    std::reverse(begin, theta.begin() + static_cast<std::ptrdiff_t>(shape.offset(l + 1)));
  }
  return theta;
}

double distance(const Numbers& a, const Numbers& b) {
  Numbers differences(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) differences[i] = a[i] - b[i];
  // From above, where it may not be: a part in 2^40 for that.
  return norm_from_above(differences.data(), differences.size()) * (1.0 - 0x1p-40);
}

void other_orders_stay_near(const Case& one, Findings& findings) {
  const NaiveShape shape = shape_of(one);
  Numbers theta = random_point(one).theta;
  Numbers other = reversed(shape, theta);
  Drift drift(shape, kDouble);
  Rng rng = case_rng(one, "drift");
  const double eta = std::ldexp(1.0, -1 - static_cast<int>(rng.below(6)));
  for (std::uint64_t t = 1; t <= std::max<std::uint64_t>(one.rounds, 3); ++t) {
    const Numbers x = t == 1 ? random_point(one).x : plain::unit_vector(rng, shape.input_dim);
    const Numbers opposite(x.rbegin(), x.rend());
    const plain::Pass pass = plain::forward(shape, theta, x);
    const plain::Pass there = plain::forward(shape, other, opposite);
    const Numbers slope = plain::gradient(shape, theta, pass);
    const Numbers slope_there = reversed(shape, plain::gradient(shape, other, there));
    const Reach reach = drift.reach(theta, x, 0.0);
    const double target = rng.uniform();
    Drift after = drift;
    after.step(theta, reach, eta, target, 0.0);
    plain::step(shape, pass, target, eta, theta);
    plain::step(shape, there, target, eta, other);
    if (!plain::finite(theta) || !plain::finite(other) || !std::isfinite(after.radius())) return;
    findings.compare(there.value, pass.value, reach.value, [] { return "f in another order"; });
    findings.compare(distance(slope_there, slope), 0.0, reach.gradient,
                     [] { return "the gradient in another order"; });
    findings.compare(distance(reversed(shape, other), theta), 0.0, after.radius(),
                     [] { return "parameters after a step in another order"; });
    drift = after;
  }
}

}  // namespace

std::vector<Property> drift_properties() {
  return {{"Networks that add in another order stay within the ball that is carried along.",
           other_orders_stay_near}};
}

}  // namespace eenet::verify
