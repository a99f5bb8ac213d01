#include "theory/compensated_dot.h"

#include <cmath>

#include "reference/require.h"

namespace eenet::theory {

double compensated_dot(const Eigen::Ref<const Eigen::VectorXd>& x,
                       const Eigen::Ref<const Eigen::VectorXd>& y) {
  EENET_REQUIRE(x.size() == y.size(), "compensated_dot: got ", x.size(), " and ", y.size(),
                " entries, expected as many");
  double sum = 0.0;
  double correction = 0.0;
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    // x_i y_i = product + lost exactly, and so is the sum split (Knuth's TwoSum).
    const double product = x[i] * y[i];
    const double lost = std::fma(x[i], y[i], -product);
    const double next = sum + product;
    const double part = next - sum;
    correction += ((sum - (next - part)) + (product - part)) + lost;
    sum = next;
  }
  return sum + correction;
}

}  // namespace eenet::theory
