#include "reference/operations/rotation.h"

#include "reference/operations/instruction_sets.h"
#include "reference/require.h"

namespace eenet {

namespace {

[[gnu::always_inline]] inline void rotate_entries(double c, double s, double* __restrict a,
                                                  double* __restrict b, Eigen::Index n) {
  for (Eigen::Index i = 0; i < n; ++i) {
    const double first = a[i];
    const double second = b[i];
    a[i] = c * first + s * second;
    b[i] = c * second - s * first;
  }
}

}  // namespace

void rotate(double c, double s, Eigen::Ref<Eigen::VectorXd> a, Eigen::Ref<Eigen::VectorXd> b) {
  EENET_REQUIRE(a.size() == b.size(), "rotate: sizes are ", a.size(), " and ", b.size(),
                ", expected equal");
  dispatch<rotate_entries>(c, s, a.data(), b.data(), a.size());
}

}  // namespace eenet
