// The neural tangent kernel of two weight matrices, straight from its formula, for points in
// general position. theory's own kernels are better near equal and opposite points.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "theory/kernel/kernel.h"

namespace eenet::theory {

// `size` random unit vectors, one per column.
Eigen::MatrixXd random_contexts(Eigen::Index size, Eigen::Index dimension, std::uint64_t index);

class PlainNtk final : public Kernel {
 public:
  explicit PlainNtk(Eigen::MatrixXd contexts);

  [[nodiscard]] Eigen::Index size() const override { return contexts_.cols(); }
  void block(Eigen::Index row, Eigen::Index column, Eigen::Ref<Eigen::MatrixXd> out) const override;
  // The angle of a rounded cosine is off by u / sin(angle): good for angles above 0.001.
  [[nodiscard]] double entry_error() const override { return 1e-12; }

 private:
  Eigen::MatrixXd contexts_;
};

}  // namespace eenet::theory
