// The quantities of the regret bounds that take long to compute: those of the kernel, and the three
// readings of Psi. Each is for the first t rounds of a trace, for any t.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "reference/kind.h"
#include "reference/trace.h"
#include "theory/kernel/arm_points.h"
#include "theory/psi/fitting_problem.h"
#include "theory/psi/readings.h"
#include "theory/regret/run_bounds.h"

namespace eenet::theory {

struct BoundQuantitySettings {
  double lambda = 1.0;              // of the effective dimension
  std::uint64_t most_points = 500;  // of a kernel matrix or of Psi; one with more is left out
  unsigned jobs = 1;                // threads
};

// Says which bounds were left out, and why.
struct LeftOut {
  std::string sentence;
  bool above_most_points = false;  // why: the sentence names more points than most_points
};

class BoundQuantities {
 public:
  // The trace must live as long as this. Requires at least one round, and the expected rewards of
  // every round. `run` is that of the trace; without one the method has no networks, and no Psi.
  BoundQuantities(const Trace& trace, const BoundQuantitySettings& settings,
                  const std::optional<MeasuredRun>& run, const ArrayReader& read_array);

  // Nothing where it was left out. Require 1 <= t <= rounds of the trace.
  [[nodiscard]] std::optional<KernelAt> kernel(std::uint64_t t) const;
  [[nodiscard]] ComplexityAt complexity(std::uint64_t t) const;

  [[nodiscard]] const std::vector<LeftOut>& left_out() const { return left_out_; }

 private:
  void prepare_kernel();
  void prepare_psi(const ArrayReader& read_array);
  [[nodiscard]] std::optional<FittingProblem> problem(Reading reading, const char* bound,
                                                      std::uint64_t points, double R,
                                                      const ArrayReader& read_array);
  // Psi of the first `points` points of the problem.
  [[nodiscard]] std::optional<Measured> psi(const std::optional<FittingProblem>& problem,
                                            std::uint64_t points) const;

  const Trace& trace_;
  BoundQuantitySettings settings_;
  std::uint64_t arms_ = 0;
  Eigen::Index depth_ = 0;                   // of the kernel
  std::optional<ArmPoints> arms_of_rounds_;  // none: the kernel is left out
  std::optional<FittingProblem> printed_;
  std::optional<FittingProblem> played_;
  std::optional<FittingProblem> optimal_;
  std::vector<LeftOut> left_out_;
};

}  // namespace eenet::theory
