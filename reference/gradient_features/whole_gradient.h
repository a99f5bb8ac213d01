// phi(x) = g / |g|, g the whole gradient.
#pragma once

#include "reference/gradient_features/gradient_features.h"

namespace eenet {

class WholeGradient final : public GradientFeatures {
 public:
  explicit WholeGradient(Eigen::Index gradient_dim) : gradient_dim_(gradient_dim) {}

  [[nodiscard]] Eigen::Index output_dim() const override { return gradient_dim_; }
  using GradientFeatures::map;
  void map(const Eigen::VectorXd& gradient, Eigen::Ref<Eigen::VectorXd> phi) const override;

 private:
  Eigen::Index gradient_dim_;
};

}  // namespace eenet
