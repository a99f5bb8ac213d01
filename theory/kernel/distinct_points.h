// Which contexts are repeated, and which are each other's negatives: what makes a kernel matrix
// singular whatever the arithmetic.
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include "theory/kernel/kernel.h"

namespace eenet::theory {

// Points with equal coordinates (0 and -0 are equal) form a group.
struct DistinctPoints {
  std::vector<Eigen::Index> first;         // of each group its first point, in increasing order
  std::vector<Eigen::Index> multiplicity;  // how many points each group has
  std::vector<Eigen::Index> group;         // of each point

  [[nodiscard]] Eigen::Index count() const { return static_cast<Eigen::Index>(first.size()); }

  // The distinct rows of an array with one row a point.
  [[nodiscard]] Eigen::MatrixXd rows(const Eigen::Ref<const Eigen::MatrixXd>& contexts) const;

  // sqrt(multiplicity).
  [[nodiscard]] Eigen::VectorXd weights() const;
};

// Contexts with one row a point; requires them to be finite.
DistinctPoints distinct_points(const Eigen::Ref<const Eigen::MatrixXd>& contexts);

// No point repeated.
DistinctPoints all_distinct(Eigen::Index points);

// Pairs (i, j), i < j, of distinct points with x_i = -x_j, by increasing i; i and j are positions
// in `distinct.first`.
std::vector<std::pair<Eigen::Index, Eigen::Index>> antipodal_pairs(
    const Eigen::Ref<const Eigen::MatrixXd>& contexts, const DistinctPoints& distinct);

// D K D for the kernel K of distinct points and D = diag(weights): with weights sqrt(multiplicity),
// log det (I + D K D / lambda) is that of all points, and so are the eigenvalues that are not 0.
class WeightedKernel final : public Kernel {
 public:
  // The kernel must live as long as this. Requires one positive weight a point, each the rounded
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
