// A kernel matrix in a basis that resolves points which almost coincide: v = D z, where column j of
// D is e_j, or e_j - r e_p for a point p near j. The form z^T (D^T H D) z then has the small
// numbers on its diagonal instead of hiding them in differences of large ones, and D^T H D can be
// scaled to a matrix that is far from singular where H is not.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <optional>
#include <vector>

#include "theory/kernel/kernel.h"

namespace eenet::theory {

// From each point to the nearest one before it, in the order of a minimal spanning tree; kNoParent
// where none is near.
inline constexpr Eigen::Index kNoParent = -1;
struct NearestTree {
  std::vector<Eigen::Index> parent;
  Eigen::VectorXd ratio;  // r = sqrt(H_jj / H_pp), as a double; 0 without a parent

  [[nodiscard]] Eigen::Index size() const { return ratio.size(); }
};

// C = S D^T H D S and N = S D^T D S for a diagonal S of powers of two that makes C_jj about 1.
struct RowDifferences {
  NearestTree tree;
  Eigen::VectorXd scale;  // the diagonal of S
  Eigen::MatrixXd form;   // C, symmetric
  Eigen::MatrixXd error;  // |C_ij - exact| is at most this

  // D S z, and |D| S |z|, which bounds its rounding errors.
  [[nodiscard]] Eigen::VectorXd vector(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  [[nodiscard]] Eigen::VectorXd magnitude(const Eigen::Ref<const Eigen::VectorXd>& z) const;
  // (D S)^T v.
  [[nodiscard]] Eigen::VectorXd transposed(const Eigen::Ref<const Eigen::VectorXd>& v) const;
};

// Points are near if their rows differ by less than kNearDeficit in 1 - H_ij / sqrt(H_ii H_jj).
inline constexpr double kNearDeficit = 0x1p-7;

// Nothing if no points are near each other, or if the kernel has no precise entries. `most` is the
// largest number of near points that the caller will wait for: each pair of them takes a precise
// entry. Calls `on_part` with the part of them that is done, from any thread. Memory: three
// matrices.
std::optional<RowDifferences> row_differences(const Kernel& kernel, Eigen::Index most,
                                              unsigned threads,
                                              const std::function<void(double part)>& on_part = {});

}  // namespace eenet::theory
