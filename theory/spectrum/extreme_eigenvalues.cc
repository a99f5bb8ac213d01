#include "theory/spectrum/extreme_eigenvalues.h"

#include <algorithm>
#include <cmath>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/kernel/kernel_product.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/extreme_vectors.h"

namespace eenet::theory {

namespace {

// |E_ij| <= e sqrt(H_ii H_jj) has a norm of at most e trace(H).
Interval entry_error_norm(const StoredKernel& kernel) {
  return exactly(kernel.entry_error()) * exactly(kernel.trace_bound());
}

// A proven lower end of the eigenvalues of the exact sign H that is about `guess`, or -infinity if
// none above `hopeless` was found. A computed factor exists for sure once the shift is below the
// eigenvalue by its allowance; the guess is a little above the eigenvalue, or far above it if the
// vector it came from was bad.
double lower_end(StoredKernel& kernel, double sign, double guess, double hopeless) {
  const double entries = entry_error_norm(kernel).upper;
  double margin = 2.0 * kernel.allowance(sign, -guess);
  while (guess - margin > hopeless) {
    const double shift = guess - margin;
    const Factorisation factor = kernel.factor(sign, -shift);
    if (factor.succeeded) {
      return (exactly(shift) - exactly(factor.allowance) - exactly(entries)).lower;
    }
    margin *= 4.0;
  }
  return -kInfinity;
}

double middle(const Interval& ends) {
  return ends.lower + (ends.upper - ends.lower) / 2.0;
}

}  // namespace

SmallestEigenvalue smallest_eigenvalue(StoredKernel& kernel) {
  const Interval quotient = rayleigh_quotient(kernel, smallest_eigenvector(kernel).vector);
  if (quotient.upper < 0.0) {
    const double lower = lower_end(kernel, 1.0, middle(quotient), -kInfinity);
    return {certified_within(middle(quotient), {lower, quotient.upper}), false};
  }
  const double lower = std::max(0.0, lower_end(kernel, 1.0, middle(quotient), 0.0));
  return {certified_within(middle(quotient), {lower, std::max(lower, quotient.upper)}), true};
}

Measured largest_eigenvalue(StoredKernel& kernel) {
  const Interval quotient = rayleigh_quotient(kernel, largest_eigenvector(kernel).vector);
  const double trace = kernel.trace_bound();
  const double upper =
      std::min(trace, -lower_end(kernel, -1.0, -middle(quotient), -above(2.0 * trace)));
  const double lower = std::max(0.0, quotient.lower);
  return certified_within(middle(quotient), {lower, std::max(lower, upper)});
}

Measured largest_eigenvalue(const Kernel& kernel, const Eigen::VectorXd& near,
                            const ProductWork& work) {
  EENET_REQUIRE(near.size() == kernel.size() && near.allFinite(), "largest_eigenvalue: got ",
                near.size(), " entries, expected ", kernel.size(), " finite ones");
  // By a power of two, which changes no bit, to entries whose squares are no zeros and no
  // infinities.
  const double longest = near.cwiseAbs().maxCoeff();
  const int exponent = longest > 0.0 ? std::ilogb(longest) : 0;
  Eigen::VectorXd x =
      near.unaryExpr([exponent](double entry) { return std::ldexp(std::abs(entry), -exponent); });
  const double mean = x.mean();
  // Any positive x will do; entries near 0 would spoil the maximum.
  const double floor = mean > 0.0 ? mean / static_cast<double>(kernel.size()) : 1.0;
  x.array() += floor;
  const PositiveProduct both = positive_product(kernel, x, work);
  const Interval quotient = dot(x, both.product) / dot(x, {x, Eigen::VectorXd::Zero(x.size())});
  const double upper = both.absolute.cwiseQuotient(x).maxCoeff() * (1.0 + 2 * kUnitRoundoff);
  const double lower = std::max(0.0, quotient.lower);
  return certified_within(middle(quotient), {lower, std::max(lower, upper)});
}

}  // namespace eenet::theory
