#include <cmath>
#include <limits>

#include "reference/require.h"
#include "verify/generators/networks.h"
#include "verify/generators/numbers.h"
#include "verify/properties/network.h"

namespace eenet::verify {

namespace {

// Divergence is seen in the scores, so nothing on the way to them may swallow a NaN. (Inputs that
// are 0 are skipped, and with them the weights that they would multiply.)
void no_number_stays_none(const Case& one, Findings& findings) {
  Point point = random_point(one);
  Rng rng = case_rng(one, "no number");
  const auto unit = static_cast<std::size_t>(rng.below(point.shape.width));
  const auto column = static_cast<std::size_t>(rng.below(point.shape.input_dim));
  if (point.x[column] == 0.0) return;
  point.theta[unit * point.shape.input_dim + column] = std::numeric_limits<double>::quiet_NaN();
  const double value = reference_implementation().value(point);
  findings.require(std::isnan(value), [&] {
    return text("W_1[", unit, "][", column, "] is no number, f is ", value);
  });
}

}  // namespace

Suite gradient_suite() {
  Suite suite = {"gradient", 12, network_properties(reference_implementation())};
  suite.properties.push_back(
      {"A weight that is no number shows in the value.", no_number_stays_none});
  return suite;
}

}  // namespace eenet::verify
