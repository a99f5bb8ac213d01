// Which contexts are repeated, and which are each other's negatives. Both make a kernel matrix
// singular in exact arithmetic. Contexts are given with one point per column.
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "theory/kernel/kernel.h"

namespace eenet::theory {

// Points with equal coordinates (0 and -0 are equal) form a group.
struct DistinctPoints {
  std::vector<Eigen::Index> first;         // the first point of each group, in increasing order
  std::vector<Eigen::Index> multiplicity;  // the number of points of each group
  std::vector<Eigen::Index> group;         // the group of each point

  [[nodiscard]] Eigen::Index count() const { return static_cast<Eigen::Index>(first.size()); }

  // The first point of each group: the distinct columns of an array with one point per column.
  [[nodiscard]] Eigen::MatrixXd columns(const Eigen::Ref<const Eigen::MatrixXd>& contexts) const;

  // sqrt(multiplicity).
  [[nodiscard]] Eigen::VectorXd weights() const;
};

// Requires finite contexts.
DistinctPoints distinct_points(const Eigen::Ref<const Eigen::MatrixXd>& contexts);

// The result for points none of which is repeated.
DistinctPoints all_distinct(Eigen::Index points);

// Pairs (i, j), i < j, of distinct points with x_i = -x_j, by increasing i; i and j are positions
// in `distinct.first`.
std::vector<std::pair<Eigen::Index, Eigen::Index>> antipodal_pairs(
    const Eigen::Ref<const Eigen::MatrixXd>& contexts, const DistinctPoints& distinct);

// D K D for the kernel K of distinct points and D = diag(weights): with weights sqrt(multiplicity),
// log det (I + D K D / lambda) and the eigenvalues other than 0 are those of all points.
class WeightedKernel final : public Kernel {
 public:
  // The kernel must live as long as this. Requires one positive weight per point, each the rounded
  // root of an integer.
  WeightedKernel(const Kernel& kernel, Eigen::VectorXd weights);

  [[nodiscard]] Eigen::Index size() const override { return kernel_.size(); }
  void block(Eigen::Index row, Eigen::Index column, Eigen::Ref<Eigen::MatrixXd> out) const override;
  [[nodiscard]] double entry_error() const override;

 private:
  const Kernel& kernel_;
  Eigen::VectorXd weights_;
};

}  // namespace eenet::theory
