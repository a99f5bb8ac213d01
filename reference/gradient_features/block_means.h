// phi(x) = b / |b|, b_i the mean of the i-th block of consecutive gradient entries; the last block
// is filled up with zeros. This is what the authors' public code feeds to its exploration network,
// but normalised (docs/deviations.md D3).
#pragma once

#include "reference/gradient_features/gradient_features.h"

namespace eenet {

class BlockMeans final : public GradientFeatures {
 public:
  // Requires gradient_dim >= 1 and block >= 1.
  BlockMeans(Eigen::Index gradient_dim, Eigen::Index block);

  // gradient_dim / block, rounded up.
  [[nodiscard]] Eigen::Index output_dim() const override;
  using GradientFeatures::map;
  void map(const Eigen::VectorXd& gradient, Eigen::Ref<Eigen::VectorXd> phi) const override;

 private:
  Eigen::Index gradient_dim_;
  Eigen::Index block_;
};

}  // namespace eenet
