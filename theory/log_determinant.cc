#include "theory/log_determinant.h"

#include <algorithm>
#include <limits>

#include "reference/require.h"
#include "theory/enclosure.h"
#include "theory/kernel_product.h"

namespace eenet::theory {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The sum of log(l_ii^2 / lambda).
Interval log_det_of_factor(const Eigen::VectorXd& pivots, double lambda) {
  Interval sum = exactly(0.0);
  for (const double pivot : pivots) {
    sum = sum + logarithm(exactly(pivot) * exactly(pivot) / exactly(lambda));
  }
  return sum;
}

}  // namespace

Interval log_determinant_from_trace(const Interval& trace, double size, double lambda) {
  EENET_REQUIRE(lambda > 0.0, "log_determinant: lambda is ", lambda, ", expected above 0");
  EENET_REQUIRE(size >= 1.0, "log_determinant: got ", size, " points, expected at least 1");
  EENET_REQUIRE(trace.upper >= 0.0, "log_determinant: trace is ", trace.upper,
                ", expected at least 0");
  const Interval inside = {std::max(trace.lower, 0.0), trace.upper};
  const Interval one = exactly(1.0) + inside / exactly(lambda);
  const Interval each = exactly(1.0) + inside / (exactly(lambda) * exactly(size));
  return {std::max(0.0, logarithm(one).lower), (exactly(size) * logarithm(each)).upper};
}

Measured log_determinant(StoredKernel& kernel, double lambda) {
  const auto size = static_cast<double>(kernel.size());
  const Interval from_trace = log_determinant_from_trace(
      exact_trace(kernel.diagonal(), kernel.entry_error()), size, lambda);
  const Factorisation factor = kernel.factor(1.0, lambda);
  if (!factor.succeeded) return certified_within(from_trace.upper, from_trace);

  const Interval sum = log_det_of_factor(kernel.factor_diagonal(), lambda);
  const Interval moved =
      exactly(factor.allowance) + exactly(kernel.entry_error()) * exactly(kernel.trace_bound());
  const Interval floor = exactly(lambda) - moved;
  const double reach =
      floor.lower > 0.0 ? (square_root(exactly(size)) * moved / floor).upper : kInfinity;
  const Interval ends =
      intersection({below(sum.lower - reach), above(sum.upper + reach)}, from_trace);
  return certified_within(sum.lower + (sum.upper - sum.lower) / 2.0, ends);
}

Measured effective_dimension(const Measured& log_determinant, double points, double lambda) {
  EENET_REQUIRE(lambda > 0.0, "effective_dimension: lambda is ", lambda, ", expected above 0");
  EENET_REQUIRE(points >= 1.0, "effective_dimension: got ", points, " points, expected at least 1");
  const Interval scale = logarithm(exactly(1.0) + exactly(points) / exactly(lambda));
  // N / lambda below the last place of 1 leaves no digit of the logarithm.
  EENET_REQUIRE(scale.lower > 0.0, "effective_dimension: lambda is ", lambda,
                ", too large for the ", points, " points");
  return scaled(log_determinant, exactly(1.0) / scale);
}

Measured information_gain(const Measured& log_determinant) {
  return scaled(log_determinant, exactly(0.5));
}

}  // namespace eenet::theory
