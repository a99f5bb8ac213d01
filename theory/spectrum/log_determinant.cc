#include "theory/spectrum/log_determinant.h"

#include <algorithm>

#include "reference/floating_point.h"
#include "reference/require.h"
#include "theory/kernel/kernel_product.h"
#include "theory/measured/enclosure.h"

namespace eenet::theory {

Interval log_pivot(double pivot, double lambda) {
  return logarithm(exactly(pivot) * exactly(pivot) / exactly(lambda));
}

Measured log_determinant_between(const Interval& sum, const Interval& moved,
                                 const Interval& from_trace, double size, double lambda) {
  const Interval floor = exactly(lambda) - moved;
  const double reach =
      floor.lower > 0.0 ? (square_root(exactly(size)) * moved / floor).upper : kInfinity;
  const Interval ends =
      intersection({below(sum.lower - reach), above(sum.upper + reach)}, from_trace);
  return certified_within(sum.lower + (sum.upper - sum.lower) / 2.0, ends);
}

Interval log_determinant_from_trace(const Interval& trace, double size, double lambda) {
  EENET_REQUIRE(lambda > 0.0, "log_determinant: lambda is ", lambda, ", expected above 0");
  EENET_REQUIRE(size >= 1.0, "log_determinant: got ", size, " points, expected at least 1");
  EENET_REQUIRE(trace.upper >= 0.0, "log_determinant: trace is ", trace.upper,
                ", expected at least 0");
  const Interval inside = {std::max(trace.lower, 0.0), trace.upper};
  const Interval one = log_one_plus_ratio(inside, exactly(lambda));
  const Interval each = log_one_plus_ratio(inside, exactly(lambda) * exactly(size));
  return {one.lower, (exactly(size) * each).upper};
}

Measured log_determinant(StoredKernel& kernel, double lambda) {
  const auto size = static_cast<double>(kernel.size());
  const Interval from_trace = log_determinant_from_trace(
      exact_trace(kernel.diagonal(), kernel.entry_error()), size, lambda);
  const Factorisation factor = kernel.factor(1.0, lambda);
  if (!factor.succeeded) return certified_within(from_trace.upper, from_trace);

  Interval sum = exactly(0.0);
  for (const double pivot : kernel.factor_diagonal()) sum = sum + log_pivot(pivot, lambda);
  const Interval moved =
      exactly(factor.allowance) + exactly(kernel.entry_error()) * exactly(kernel.trace_bound());
  return log_determinant_between(sum, moved, from_trace, size, lambda);
}

Measured effective_dimension(const Measured& log_determinant, double points, double lambda) {
  EENET_REQUIRE(lambda > 0.0, "effective_dimension: lambda is ", lambda, ", expected above 0");
  EENET_REQUIRE(points >= 1.0, "effective_dimension: got ", points, " points, expected at least 1");
  const Interval scale = log_one_plus_ratio(exactly(points), exactly(lambda));
  return scaled(log_determinant, exactly(1.0) / scale);
}

Measured information_gain(const Measured& log_determinant) {
  return scaled(log_determinant, exactly(0.5));
}

}  // namespace eenet::theory
