// phi(x) = S g / |S g|, S a random k x p matrix with one sign in each column: the 10-dimensional
// reduction that the paper asks for, as a fixed linear map (the paper's own, locally linear
// embedding, is not a function of x: docs/deviations.md D3).
//
// Column i holds its sign in the row w/2 (rounded down) for w = below(2k) from the stream
// `features`: +1 for odd w, -1 for even. One sign per column keeps inner products with the same
// mean and variance as k signs per column would (M. Charikar, K. Chen, M. Farach-Colton, Theor.
// Comput. Sci. 312 (2004) 3-15; K. Weinberger et al., ICML 2009) at a k-th of the work.
#pragma once

#include <vector>

#include "reference/gradient_features/gradient_features.h"

namespace eenet {

class RandomProjection final : public GradientFeatures {
 public:
  // Requires gradient_dim >= 1 and k >= 1.
  RandomProjection(Eigen::Index gradient_dim, Eigen::Index k, std::uint64_t seed);

  [[nodiscard]] Eigen::Index output_dim() const override { return k_; }
  using GradientFeatures::map;
  void map(const Eigen::VectorXd& gradient, Eigen::Ref<Eigen::VectorXd> phi) const override;
  void map(const ForwardPass& pass, const BackwardPass& back,
           Eigen::Ref<Eigen::VectorXd> phi) override;

  // S as a matrix.
  [[nodiscard]] Eigen::MatrixXd matrix() const;

 private:
  Eigen::Index k_;
  std::vector<std::uint32_t> draws_;  // w of each column
};

}  // namespace eenet
