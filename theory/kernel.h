// A kernel matrix over N points: symmetric, positive semidefinite in exact arithmetic, and known to
// rounding. Whoever computes spectra asks for blocks, and need not know how the entries are made.
#pragma once

#include <Eigen/Core>

namespace eenet::theory {

class Kernel {
 public:
  Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  virtual ~Kernel() = default;

  [[nodiscard]] virtual Eigen::Index size() const = 0;

  // Entries (row + i, column + j) into out(i, j): the same bits whatever block they are asked in,
  // and from several threads at once.
  virtual void block(Eigen::Index row, Eigen::Index column,
                     Eigen::Ref<Eigen::MatrixXd> out) const = 0;

  // An entry's |computed - exact| is at most entry_error() * sqrt(K_ii K_jj).
  [[nodiscard]] virtual double entry_error() const = 0;
};

}  // namespace eenet::theory
