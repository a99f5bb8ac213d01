#include "reference/gradient_features/whole_gradient.h"

#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

void WholeGradient::map(const Eigen::VectorXd& gradient, Eigen::Ref<Eigen::VectorXd> phi) const {
  EENET_REQUIRE(gradient.size() == gradient_dim_, "WholeGradient::map: gradient has ",
                gradient.size(), " entries, expected ", gradient_dim_);
  phi = gradient;
  normalise(phi);
}

}  // namespace eenet
