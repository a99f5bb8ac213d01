#include "reference/gradient_features/block_means.h"

#include <algorithm>

#include "reference/operations/operations.h"
#include "reference/require.h"

namespace eenet {

BlockMeans::BlockMeans(Eigen::Index gradient_dim, Eigen::Index block)
    : gradient_dim_(gradient_dim), block_(block) {
  EENET_REQUIRE(gradient_dim >= 1 && block >= 1, "BlockMeans: ", gradient_dim,
                " entries in blocks of ", block, ", expected at least 1 each");
}

Eigen::Index BlockMeans::output_dim() const {
  return (gradient_dim_ + block_ - 1) / block_;
}

void BlockMeans::map(const Eigen::VectorXd& gradient, Eigen::Ref<Eigen::VectorXd> phi) const {
  EENET_REQUIRE(gradient.size() == gradient_dim_, "BlockMeans::map: gradient has ", gradient.size(),
                " entries, expected ", gradient_dim_);
  for (Eigen::Index i = 0; i < phi.size(); ++i) {
    const Eigen::Index end = std::min((i + 1) * block_, gradient_dim_);
    double sum = 0.0;
    for (Eigen::Index entry = i * block_; entry < end; ++entry) sum += gradient[entry];
    phi[i] = sum / static_cast<double>(block_);
  }
  normalise(phi);
}

}  // namespace eenet
