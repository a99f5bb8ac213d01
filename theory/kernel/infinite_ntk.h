// The infinite-width neural tangent kernel (ntk_recursion.h) as a matrix over N points.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "theory/kernel/kernel.h"
#include "theory/kernel/ntk_recursion.h"
#include "theory/kernel/ntk_tile.h"

namespace eenet::theory {

// Entries are right to an absolute error, the one that a matrix of doubles can have. For the
// distance of an entry from the diagonal, or an entry near zero, with all its digits, ask
// infinite_ntk for the pair.
class InfiniteNtk final : public Kernel {
 public:
  // Column i of `contexts` is point i, of any norm; a zero one has a zero row. Requires finite
  // entries, at least one coordinate, and depth >= 2.
  InfiniteNtk(const Eigen::Ref<const Eigen::MatrixXd>& contexts, Eigen::Index depth,
              NtkConvention convention = NtkConvention::kCorrected);

  [[nodiscard]] Eigen::Index size() const override { return points_; }

  // Exactly symmetric, and exact on the diagonal but for the rounding of |x|^2 (M+2)/2.
  // Requires a block within the matrix.
  void block(Eigen::Index row, Eigen::Index column, Eigen::Ref<Eigen::MatrixXd> out) const override;

  // ((1 + M/6)(2.1 d + 13) + 36 + 12 M) 2^-53, to first order. The first product is the error of
  // the first angle (ntk_tile.h) times how fast an entry can move with it, |dH/d theta| <=
  // (1 + M/(2 pi)) (M+2)/2; the rest is that of the recursion and of the norms. docs/theory.md has
  // the steps.
  [[nodiscard]] double entry_error() const override { return entry_error_; }

  // Precise entries exist for up to kMostPrecisePoints points: more would cost memory and time.
  static constexpr Eigen::Index kMostPrecisePoints = 2000;
  [[nodiscard]] std::optional<double> precise_entry_error() const override;
  [[nodiscard]] PreciseEntry precise_entry(Eigen::Index row, Eigen::Index column) const override;

 private:
  Eigen::Index points_;
  int levels_;
  double entry_error_;
  NtkRun run_;
  Eigen::VectorXd norms_;
  Eigen::MatrixXd directions_;   // point i in column i, padded by zeros
  Eigen::MatrixXd contexts_;     // as given, if there are at most kMostPrecisePoints
  Eigen::MatrixXd coordinates_;  // coordinate k in column k, likewise and by a run of them
};

}  // namespace eenet::theory
