// phi(x) = S g / |S g|, S a k x p matrix of random signs: the 10-dimensional reduction that the
// paper asks for, as a fixed linear map (the paper's own, locally linear embedding, is not a
// function of x: docs/deviations.md D3).
//
// The signs come from the stream `features`, gradient entry by gradient entry, k signs each: the
// bits of a word from the lowest up, 1 for +1 and 0 for -1. Signs, not normal deviates, because
// they lose no bit and serve as well (D. Achlioptas, J. Comput. Syst. Sci. 66 (2003) 671-687).
#pragma once

#include "reference/gradient_features/gradient_features.h"

namespace eenet {

class RandomProjection final : public GradientFeatures {
 public:
  // Requires gradient_dim >= 1 and k >= 1.
  RandomProjection(Eigen::Index gradient_dim, Eigen::Index k, std::uint64_t seed);

  [[nodiscard]] Eigen::Index output_dim() const override { return signs_.rows(); }
  void map(const Eigen::VectorXd& gradient, Eigen::VectorXd& phi) const override;

  // S.
  [[nodiscard]] const Eigen::MatrixXd& signs() const { return signs_; }

 private:
  Eigen::MatrixXd signs_;
};

}  // namespace eenet
