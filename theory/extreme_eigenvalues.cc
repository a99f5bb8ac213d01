#include "theory/extreme_eigenvalues.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "theory/enclosure.h"
#include "theory/extreme_vectors.h"
#include "theory/kernel_product.h"

namespace eenet::theory {

namespace {

using Eigen::Index;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

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
  for (double margin = 2.0 * kernel.allowance(sign, -guess);; margin *= 4.0) {
    const double shift = guess - margin;
    if (!(shift > hopeless)) return -kInfinity;
    const Factorisation factor = kernel.factor(sign, -shift);
    if (!factor.succeeded) continue;
    return (exactly(shift) - exactly(factor.allowance) - exactly(entries)).lower;
  }
}

double middle(const Interval& ends) {
  return ends.lower + (ends.upper - ends.lower) / 2.0;
}

// At least max_i (|H| x)_i / x_i for the exact H.
double collatz_wielandt(const Kernel& kernel, const Eigen::VectorXd& x) {
  const Index n = kernel.size();
  const Eigen::VectorXd roots = diagonal(kernel).cwiseSqrt();
  const double reach = x.dot(roots);
  double largest = 0.0;
  Eigen::MatrixXd column(n, 1);
  for (Index i = 0; i < n; ++i) {
    kernel.block(0, i, column);
    const double sum = column.col(0).cwiseAbs().dot(x) + kernel.entry_error() * roots[i] * reach;
    largest = std::max(largest, sum / x[i]);
  }
  // At most n + 8 roundings a term, and roots of computed entries for exact ones in a term of
  // the first order.
  return largest * (1.0 + 2 * gamma(static_cast<double>(n + 8))) * (1.0 + kernel.entry_error());
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

Measured largest_eigenvalue(const Kernel& kernel) {
  const Eigen::VectorXd vector = largest_eigenvector(kernel).vector;
  const Interval quotient = rayleigh_quotient(kernel, vector);
  // Any positive x will do; entries near 0 would spoil the maximum.
  const double floor = vector.cwiseAbs().mean() / static_cast<double>(kernel.size());
  const double upper = collatz_wielandt(kernel, vector.cwiseAbs().array() + floor);
  const double lower = std::max(0.0, quotient.lower);
  return certified_within(middle(quotient), {lower, std::max(lower, upper)});
}

}  // namespace eenet::theory
