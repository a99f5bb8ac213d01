// A kernel matrix over N points: symmetric, positive semidefinite in exact arithmetic, and known to
// rounding. Spectra are computed from its blocks alone, whatever the kernel is.
#pragma once

#include <Eigen/Core>
#include <optional>

namespace eenet::theory {

// A number with more digits than a double has: high + low.
struct PreciseEntry {
  double high = 0.0;
  double low = 0.0;
};

class Kernel {
 public:
  Kernel() = default;
  Kernel(const Kernel&) = delete;
  Kernel& operator=(const Kernel&) = delete;
  virtual ~Kernel() = default;

  [[nodiscard]] virtual Eigen::Index size() const = 0;

  // Writes the entries (row + i, column + j) into out(i, j): the same bits in every block. May be
  // called from several threads at once.
  virtual void block(Eigen::Index row, Eigen::Index column,
                     Eigen::Ref<Eigen::MatrixXd> out) const = 0;

  // An entry's |computed - exact| is at most entry_error() * sqrt(K_ii K_jj).
  [[nodiscard]] virtual double entry_error() const = 0;

  // The same bound for the entries that `precise_entry` gives, far below 2^-53; nothing if the
  // kernel knows no more digits than `block` shows. Such entries are slow.
  [[nodiscard]] virtual std::optional<double> precise_entry_error() const { return std::nullopt; }

  // May be called from several threads at once. Requires precise_entry_error(), and indices below
  // size().
  [[nodiscard]] virtual PreciseEntry precise_entry(Eigen::Index row, Eigen::Index column) const;
};

}  // namespace eenet::theory
