// Linear ridge regression on the contexts played: A = lambda I + sum x x^T, b = sum r x, and of any
// x the estimate x^T A^-1 b and the square x^T A^-1 x.
//
// A is kept as its Cholesky factor L, and b as w = L^-1 b: with y = L^-1 x the two are w.y and y.y.
// Coordinates that no context played has joined are independent in A, and so in L: each connected
// group has a factor of its own, and what was never played is sqrt(lambda) alone. The operations
// with what is left out are additions of 0 and rotations by nothing, so the results are those of
// one dense factor bit for bit. On MNIST, ten blocks of 784 pixels, this is ten small factors
// instead of one of 7840 rows.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "reference/cholesky.h"

namespace eenet {

class BlockRidge {
 public:
  // Requires lambda > 0.
  BlockRidge(Eigen::Index dim, double lambda);

  // y = L^-1 x, of size dim.
  void solve(const Eigen::Ref<const Eigen::VectorXd>& x, Eigen::VectorXd& y);

  // w = L^-1 b.
  [[nodiscard]] const Eigen::VectorXd& solution() const { return solution_; }

  // A += x x^T, b += reward x.
  void learn(const Eigen::Ref<const Eigen::VectorXd>& x, double reward);

  // Rows of the largest factor.
  [[nodiscard]] Eigen::Index largest_block() const;

 private:
  struct Block {
    std::vector<Eigen::Index> coordinates;  // ascending; none: it was merged into another
    CholeskyFactor factor;
  };
  static constexpr std::size_t kNeverPlayed = static_cast<std::size_t>(-1);

  void list_blocks_of(const Eigen::Ref<const Eigen::VectorXd>& x);
  std::size_t merge_touched_blocks();

  double lambda_;
  std::vector<std::size_t> block_of_;  // of each coordinate
  std::vector<Block> blocks_;
  Eigen::VectorXd solution_;
  // Of one call, kept for the next.
  std::vector<Eigen::Index> nonzero_;
  std::size_t nonzeros_ = 0;
  bool joins_new_coordinates_ = false;
  std::vector<std::size_t> touched_;  // blocks that x has entries in
  Eigen::MatrixXd gathered_;
  Eigen::VectorXd row_;
  Eigen::VectorXd own_solution_;
};

}  // namespace eenet
