#include "theory/spectrum/prefix_log_determinants.h"

#include "reference/require.h"
#include "theory/kernel/kernel_product.h"
#include "theory/measured/enclosure.h"
#include "theory/spectrum/log_determinant.h"

namespace eenet::theory {

std::vector<Measured> prefix_log_determinants(StoredKernel& kernel, double lambda) {
  EENET_REQUIRE(lambda > 0.0, "prefix_log_determinants: lambda is ", lambda, ", expected above 0");
  const Factorisation factor = kernel.factor(1.0, lambda);
  const Eigen::VectorXd pivots = kernel.factor_diagonal();
  std::vector<Measured> all;
  all.reserve(static_cast<std::size_t>(kernel.size()));
  Interval sum = exactly(0.0);
  for (Eigen::Index n = 1; n <= kernel.size(); ++n) {
    const Interval trace = exact_trace(kernel.diagonal().head(n), kernel.entry_error());
    const Interval from_trace = log_determinant_from_trace(trace, static_cast<double>(n), lambda);
    if (!factor.succeeded) {
      all.push_back(certified_within(from_trace.upper, from_trace));
      continue;
    }
    sum = sum + log_pivot(pivots[n - 1], lambda);
    const Interval moved = exactly(kernel.leading_allowance(n, 1.0, lambda)) +
                           exactly(kernel.entry_error()) * exactly(trace.upper);
    all.push_back(log_determinant_between(sum, moved, from_trace, static_cast<double>(n), lambda));
  }
  return all;
}

}  // namespace eenet::theory
