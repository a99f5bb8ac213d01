#include "theory/measured/measured.h"

#include <algorithm>

#include "reference/require.h"
#include "theory/measured/names.h"

namespace eenet::theory {

namespace {

Measured make(double value, double lower, double upper, Basis basis) {
  EENET_REQUIRE(lower <= value && value <= upper, "Measured: value ", value, " between ", lower,
                " and ", upper, ", expected lower <= value <= upper");
  Measured measured;
  measured.value = value;
  measured.lower = lower;
  measured.upper = upper;
  measured.basis = basis;
  return measured;
}

}  // namespace

Measured Measured::exact(double value) {
  return make(value, value, value, Basis::kExact);
}

Measured Measured::certified_between(double value, double lower, double upper) {
  return make(value, lower, upper, Basis::kCertified);
}

Measured Measured::statistical(double value, double lower, double upper, double level) {
  EENET_REQUIRE(level > 0.0 && level < 1.0, "Measured: level is ", level,
                ", expected between 0 and 1");
  Measured measured = make(value, lower, upper, Basis::kStatistical);
  measured.level = level;
  return measured;
}

Measured Measured::estimate(double value, double lower, double upper) {
  return make(value, lower, upper, Basis::kEstimate);
}

Measured Measured::within(const Interval& proven) const {
  EENET_REQUIRE(proven.lower <= value && value <= proven.upper, "Measured: value ", value,
                " is outside the proven ends ", proven.lower, " and ", proven.upper);
  Measured measured = *this;
  measured.lower = std::max(lower, proven.lower);
  measured.upper = std::min(upper, proven.upper);
  measured.certified = proven;
  return measured;
}

std::string to_text(Basis basis) {
  return name_in({{Basis::kExact, "exact"},
                  {Basis::kCertified, "certified"},
                  {Basis::kStatistical, "statistical"},
                  {Basis::kEstimate, "estimate"}},
                 basis);
}

}  // namespace eenet::theory
