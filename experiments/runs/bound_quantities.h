// What the bounds of a run are made of and what takes time: the kernel's quantities and the three
// readings of Psi, over the first t rounds of a trace for any t.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/trace.h"
#include "theory/psi/fitting_problem.h"
#include "theory/regret/run_bounds.h"

namespace eenet::experiments {

struct BoundQuantitySettings {
  double lambda = 1.0;              // of the effective dimension
  std::uint64_t most_points = 500;  // of a kernel matrix, or of Psi: beyond, it is left out
  unsigned jobs = 1;
};

class BoundQuantities {
 public:
  // The trace must live as long as this. Requires that it has a round, all rounds with expected
  // rewards. `with_networks`: the method is one of ours, with networks.
  BoundQuantities(const Trace& trace, const BoundQuantitySettings& settings, bool with_networks);

  // Nothing where it was left out.
  [[nodiscard]] std::optional<theory::KernelAt> kernel(std::uint64_t t) const;
  [[nodiscard]] theory::ComplexityAt complexity(std::uint64_t t) const;

  // A sentence for everything left out.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  void prepare_kernel();
  void prepare_psi();
  // Psi of the first so many points.
  [[nodiscard]] std::optional<theory::Measured> psi(
      const std::optional<theory::FittingProblem>& problem, std::uint64_t points) const;

  const Trace& trace_;
  BoundQuantitySettings settings_;
  std::uint64_t arms_ = 0;
  int depth_ = 0;  // of the kernel
  bool with_kernel_ = false;
  std::optional<theory::FittingProblem> printed_;
  std::optional<theory::FittingProblem> played_;
  std::optional<theory::FittingProblem> optimal_;
  std::vector<std::string> notes_;
};

}  // namespace eenet::experiments
